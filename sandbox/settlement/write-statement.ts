import type { BankLine, BankStatement } from "./bank-statement.ts";
import { decimalOf } from "./write-report.ts";

export const statementFormats = { bai2: "BAI2", mt940: "MT940", camt053: "camt.053" } as const;
export type StatementFormat = keyof typeof statementFormats;

/** Writes a day's statements. With `isBroken`, a total does not agree with the lines. */
export function writeStatements(
  format: StatementFormat,
  statements: readonly BankStatement[],
  isBroken = false,
): string {
  const wrongBy = isBroken ? 100 : 0;
  switch (format) {
    case "bai2":
      return writeBai2(statements, wrongBy);
    case "mt940":
      return statements.map((statement) => mt940Of(statement, wrongBy)).join("");
    case "camt053":
      return writeCamt053(statements, wrongBy);
  }
}

/**
 * Writes BAI2, version 2: amounts have no decimal point; record 49 adds up 03 and 16, 98 the accounts, 99 the groups.
 * The file's id is the statement's sequence number.
 */
function writeBai2(statements: readonly BankStatement[], wrongBy: number): string {
  const date = compactOf(statements[0]?.date ?? "");
  const sequence = statements[0]?.sequence ?? 1;
  const records = [`01,SANDBOXBANK,TESSERA,${date},2359,${sequence},,,2/`];
  let fileMinor = 0;
  for (const statement of statements) {
    const { account, currency, openingMinor, closingMinor, lines } = statement;
    const balances = `010,${openingMinor},,,015,${closingMinor},,`;
    const entries = lines.map(
      ({ code, amountMinor, bankReference, text }) =>
        `16,${code},${Math.abs(amountMinor)},Z,${bankReference},,${text}`,
    );
    const sum =
      openingMinor +
      closingMinor +
      lines.reduce((total, { amountMinor }) => total + Math.abs(amountMinor), 0);
    records.push(
      `02,TESSERA,SANDBOXBANK,1,${date},2400,${currency},2/`,
      `03,${account},${currency},${balances}/`,
      ...entries,
      `49,${sum + wrongBy},${entries.length + 2}/`,
      `98,${sum},1,${entries.length + 4}/`,
    );
    fileMinor += sum;
  }
  return `${[...records, `99,${fileMinor},${statements.length},${records.length + 1}/`].join("\n")}\n`;
}

function mt940Of(statement: BankStatement, wrongBy: number): string {
  const { account, currency, date, sequence, openingMinor, closingMinor, lines } = statement;
  const short = compactOf(date);
  const balance = (minor: number) =>
    `${minor < 0 ? "D" : "C"}${short}${currency}${commaOf(Math.abs(minor), currency)}`;
  const entry = ({ amountMinor, bankReference, text }: BankLine) => [
    `:61:${short}${short.slice(2)}${amountMinor < 0 ? "D" : "C"}${commaOf(Math.abs(amountMinor), currency)}NTRF${bankReference || "NONREF"}`,
    `:86:${text}`,
  ];
  return [
    `:20:${short}${currency}`,
    `:25:${account}`,
    `:28C:${sequence}/1`,
    `:60F:${balance(openingMinor)}`,
    ...lines.flatMap(entry),
    `:62F:${balance(closingMinor + wrongBy)}`,
    "-",
    "",
  ].join("\r\n");
}

function writeCamt053(statements: readonly BankStatement[], wrongBy: number): string {
  const date = statements[0]?.date ?? "";
  const body = statements.map((statement) => camtStatementOf(statement, wrongBy)).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>SANDBOX-${compactOf(date)}</MsgId><CreDtTm>${date}T23:59:00Z</CreDtTm></GrpHdr>
${body}</BkToCstmrStmt></Document>
`;
}

function camtStatementOf(statement: BankStatement, wrongBy: number): string {
  const { account, currency, date, sequence, openingMinor, closingMinor, lines } = statement;
  const amount = (minor: number) =>
    `<Amt Ccy="${currency}">${decimalOf(Math.abs(minor), currency)}</Amt><CdtDbtInd>${minor < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;
  const balance = (code: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}<Dt><Dt>${date}</Dt></Dt></Bal>\n`;
  const total = lines.reduce((sum, { amountMinor }) => sum + Math.abs(amountMinor), 0);
  const entries = lines
    .map(
      ({ code, amountMinor, bankReference, text }) =>
        `<Ntry>${amount(amountMinor)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>` +
        `<AcctSvcrRef>${bankReference || "NOTPROVIDED"}</AcctSvcrRef><BkTxCd><Prtry><Cd>${code}</Cd></Prtry></BkTxCd>` +
        `<NtryDtls><TxDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
    )
    .join("");
  return `<Stmt><Id>${account}-${sequence}</Id><ElctrncSeqNb>${sequence}</ElctrncSeqNb><CreDtTm>${date}T23:59:00Z</CreDtTm>
<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
${balance("OPBD", openingMinor)}${balance("CLBD", closingMinor + wrongBy)}<TxsSummry><TtlNtries><NbOfNtries>${lines.length}</NbOfNtries><Sum>${decimalOf(total, currency)}</Sum></TtlNtries></TxsSummry>
${entries}</Stmt>
`;
}

/** Writes a date without separators: `2026-11-26` → `261126`. */
function compactOf(date: string): string {
  return date.slice(2).replaceAll("-", "");
}

function commaOf(minor: number, currency: string): string {
  const text = decimalOf(minor, currency).replace(".", ",");
  return text.includes(",") ? text : `${text},`;
}
