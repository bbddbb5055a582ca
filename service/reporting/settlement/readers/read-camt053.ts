import { XmlEvents, type XmlHandler, type XmlLimits } from "../../../platform/xml-events.ts";
import { requireWithinLimits } from "./batch-tally.ts";
import {
  addMinor,
  currencyFrom,
  dateFrom,
  minorFromDecimal,
  referenceFrom,
  refuse,
} from "./field-values.ts";
import {
  FileRefused,
  readerLimits,
  type SettlementItem,
  type SettlementReader,
} from "./settlement-items.ts";
import { StatementTally } from "./statement-tally.ts";

const documentNamespace = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(?:0[2-9]|1[0-3])$/;

const xmlLimits: XmlLimits = {
  tokenCharacters: readerLimits.lineCharacters,
  depth: readerLimits.xmlDepth,
};

interface Balance {
  code: string;
  minor: number;
  currency: string;
  mark: string;
  date: string | null;
}

interface Entry extends Balance {
  status: string;
  valueDate: string | null;
  bookedOn: string | null;
  bankReference: string;
  kind: string;
  texts: string[];
  readonly lineNo: number;
}

interface Statement {
  id: string;
  sequence: number | null;
  account: string;
  currency: string;
  /** The page in a statement of several messages; otherwise 1. */
  page: number;
  opening: Balance | null;
  closing: Balance | null;
  /** Balances between the pages: the first opens a page, the last closes it. */
  interim: Balance[];
  tally: StatementTally | null;
  entries: number;
  statedEntries: number | null;
  statedMinor: string | null;
  sumMinor: number;
  until: string | null;
}

/**
 * Reads camt.053 statements (ISO 20022, versions 02 to 13; written against 001.08). Checks balances, and number and sum
 * of entries where stated. Skips entries that are not booked: a later statement repeats them.
 */
export function readCamt053(): SettlementReader {
  let items: SettlementItem[] = [];
  const path: string[] = [];
  let text = "";
  let amountCurrency = "";
  let statement: Statement | null = null;
  let messagePage = 1;
  let balance: Balance | null = null;
  let entry: Entry | null = null;
  let batches = 0;
  let rows = 0;
  const seen = new Set<string>();

  /** The path below the statement: `Ntry/Amt`. */
  const below = () => path.slice(3).join("/");

  const startEntries = (current: Statement, lineNo: number): StatementTally => {
    if (current.tally) return current.tally;
    const { id, account, page } = current;
    const opening = current.opening ?? current.interim[0] ?? null;
    if (id === "" || account === "") refuse("Id, Acct", lineNo, "in the statement");
    const known = opening ?? current.closing;
    const currency = current.currency || known?.currency;
    if (!currency) {
      throw new FileRefused(
        "balance_missing",
        lineNo,
        "A statement needs a balance or a currency.",
      );
    }
    const batchKey = page > 1 ? `${id}/${page}` : id;
    const key = `${account}|${currency}|${batchKey}`;
    if (seen.has(key))
      throw new FileRefused("batch_repeated", lineNo, "A statement appears twice.");
    seen.add(key);
    batches += 1;
    requireWithinLimits(0, batches, lineNo);
    const tally = new StatementTally({ batchNo: batches, batchKey, account, currency }, lineNo);
    if (opening) tally.openingMinor = signed(opening, currency, lineNo);
    current.tally = tally;
    return tally;
  };

  const endBalance = (current: Statement, done: Balance, lineNo: number) => {
    if (done.mark === "") refuse("CdtDbtInd", lineNo, "CRDT or DBIT");
    if (done.code === "OPBD" || (done.code === "PRCD" && !current.opening)) current.opening = done;
    if (done.code === "CLBD") current.closing = done;
    if (done.code === "ITBD") current.interim.push(done);
  };

  const endEntry = (current: Statement, done: Entry) => {
    const { lineNo } = done;
    const tally = startEntries(current, lineNo);
    if (done.mark === "") refuse("CdtDbtInd", lineNo, "CRDT or DBIT");
    current.entries += 1;
    current.sumMinor = addMinor(current.sumMinor, done.minor, lineNo);
    if (done.status !== "" && done.status !== "BOOK") return;
    rows += 1;
    requireWithinLimits(rows, 0, lineNo);
    const line = tally.add(
      {
        amountMinor: signed(done, tally.currency, lineNo),
        valueDate: done.valueDate,
        bookedOn: done.bookedOn,
        code: done.kind,
        bankReference: done.bankReference,
        text: done.texts.join(" "),
      },
      lineNo,
    );
    items.push({ line });
  };

  const endStatement = (current: Statement, lineNo: number) => {
    const tally = startEntries(current, lineNo);
    const { closing, sequence, statedEntries, statedMinor } = current;
    if (statedEntries !== null && statedEntries !== current.entries) {
      throw new FileRefused(
        "record_count_wrong",
        lineNo,
        `The statement says ${statedEntries} entries, and there are ${current.entries}.`,
      );
    }
    if (statedMinor !== null) {
      const stated = minorFromDecimal(statedMinor, tally.currency, "Sum", lineNo);
      if (stated !== current.sumMinor) {
        throw new FileRefused(
          "control_total_wrong",
          lineNo,
          `The entries add up to ${current.sumMinor}, and the statement says ${stated}.`,
        );
      }
    }
    const ending = closing ?? lastInterim(current);
    const closingMinor = ending && signed(ending, tally.currency, lineNo);
    const date = ending?.date ?? current.until;
    if (!date) throw new FileRefused("balance_missing", lineNo, "No closing balance (CLBD).");
    items.push({ batch: tally.close({ closingMinor, date, sequence }, lineNo) });
  };

  /** Closes a page. A single interim balance counts only if it does not open the page. */
  const lastInterim = ({ interim, opening }: Statement): Balance | null =>
    interim.length > (opening ? 0 : 1) ? (interim.at(-1) ?? null) : null;

  const handler: XmlHandler = {
    open(name, attributes, line) {
      path.push(name);
      text = "";
      if (path.length === 1) {
        const space = [...attributes].find(([key]) => key === "xmlns" || key.startsWith("xmlns:"));
        const isKnown = [...attributes.values()].some((value) => documentNamespace.test(value));
        if (name !== "Document" || (space && !isKnown)) {
          throw new FileRefused(
            "format_unknown",
            line,
            "The document is not a camt.053 statement.",
          );
        }
      }
      const where = path.join("/");
      if (where === "Document/BkToCstmrStmt/Stmt") statement = newStatement(messagePage);
      if (!statement) return;
      const at = below();
      if (at === "Bal") balance = { code: "", minor: 0, currency: "", mark: "", date: null };
      if (at === "Ntry") entry = newEntry(line);
      if (name === "Amt") amountCurrency = attributes.get("Ccy") ?? "";
    },
    text(part, line) {
      text += part;
      if (text.length > 8192) throw new FileRefused("line_too_long", line, "A text is too long.");
    },
    close(name, line) {
      const value = text.trim();
      text = "";
      const current = statement;
      if (path.join("/") === "Document/BkToCstmrStmt/GrpHdr/MsgPgntn/PgNb") {
        messagePage = pageFrom(value, line);
      }
      if (current) {
        const at = below();
        if (at === "") {
          endStatement(current, line);
          statement = null;
        } else if (at === "Bal" && balance) {
          endBalance(current, balance, line);
          balance = null;
        } else if (at === "Ntry" && entry) {
          endEntry(current, entry);
          entry = null;
        } else if (value !== "") {
          takeValue(at, value, line, { current, balance, entry, amountCurrency });
        }
      }
      if (path.pop() !== name) throw new FileRefused("xml_malformed", line, "Tags do not match.");
    },
  };
  const xml = new XmlEvents(handler, xmlLimits, (fault, line, message) => {
    throw new FileRefused(fault, line, message);
  });

  const taken = () => {
    const found = items;
    items = [];
    return found;
  };
  return {
    format: "camt053",
    push(piece) {
      xml.push(piece);
      return taken();
    },
    end() {
      xml.end();
      if (batches === 0) throw new FileRefused("file_empty", xml.line, "There is no statement.");
      return taken();
    },
  };
}

function takeValue(
  at: string,
  value: string,
  line: number,
  into: {
    current: Statement;
    balance: Balance | null;
    entry: Entry | null;
    amountCurrency: string;
  },
): void {
  const { current, balance, entry, amountCurrency } = into;
  const reference = () => referenceFrom(value.replace(/\s+/g, " "), at, line);
  if (balance) takeBalance(balance, at, value, line, amountCurrency);
  else if (entry) takeEntryValue(entry, at, value, line, amountCurrency);
  else if (at === "Id") current.id = reference().slice(0, 128);
  else if (at === "StmtPgntn/PgNb") current.page = pageFrom(value, line);
  else if (at === "FrToDt/ToDtTm" || at === "FrToDt/ToDt") {
    current.until = dateFrom(value.slice(0, 10), at, line);
  } else if (at === "ElctrncSeqNb" || (at === "LglSeqNb" && current.sequence === null)) {
    if (!/^\d{1,15}$/.test(value)) refuse(at, line, "a number");
    current.sequence = Number(value);
  } else if (at === "Acct/Id/IBAN" || at === "Acct/Id/Othr/Id") current.account = reference();
  else if (at === "Acct/Ccy") current.currency = currencyFrom(value, at, line);
  else if (at === "TxsSummry/TtlNtries/NbOfNtries") {
    if (!/^\d{1,9}$/.test(value)) refuse(at, line, "a number");
    current.statedEntries = Number(value);
  } else if (at === "TxsSummry/TtlNtries/Sum") current.statedMinor = value;
}

function takeBalance(into: Balance, at: string, value: string, line: number, unit: string): void {
  if (at === "Bal/Tp/CdOrPrtry/Cd") into.code = value;
  else if (at === "Bal/Amt") takeAmount(into, value, line, unit);
  else if (at === "Bal/CdtDbtInd") into.mark = mark(value, line);
  else if (at === "Bal/Dt/Dt" || at === "Bal/Dt/DtTm")
    into.date = dateFrom(value.slice(0, 10), at, line);
}

function takeEntryValue(into: Entry, at: string, value: string, line: number, unit: string): void {
  const field = at.slice("Ntry/".length);
  if (field === "Amt") takeAmount(into, value, line, unit);
  else if (field === "CdtDbtInd") into.mark = mark(value, line);
  else if (field === "Sts" || field === "Sts/Cd") into.status = value;
  else if (/^BookgDt\/Dt(?:Tm)?$/.test(field))
    into.bookedOn = dateFrom(value.slice(0, 10), at, line);
  else if (/^ValDt\/Dt(?:Tm)?$/.test(field))
    into.valueDate = dateFrom(value.slice(0, 10), at, line);
  else if (field === "AcctSvcrRef") into.bankReference = referenceFrom(value, at, line);
  else if (/^BkTxCd\/(?:Domn\/(?:Cd|Fmly\/(?:Cd|SubFmlyCd))|Prtry\/Cd)$/.test(field)) {
    into.kind = `${into.kind}${into.kind === "" ? "" : "."}${value}`.slice(0, 64);
  } else if (
    /^(?:AddtlNtryInf|NtryRef|NtryDtls\/TxDtls\/(?:Refs\/\w+|RmtInf\/Ustrd|RmtInf\/Strd\/CdtrRefInf\/Ref|AddtlTxInf)|NtryDtls\/Btch\/(?:MsgId|PmtInfId))$/.test(
      field,
    ) &&
    into.texts.length < 64
  ) {
    into.texts.push(value);
  }
}

function takeAmount(into: Balance, value: string, line: number, unit: string): void {
  into.currency = currencyFrom(unit, "Ccy", line);
  into.minor = minorFromDecimal(value, into.currency, "Amt", line);
  if (into.minor < 0) refuse("Amt", line, "a positive amount");
}

function pageFrom(value: string, line: number): number {
  if (!/^\d{1,5}$/.test(value)) refuse("PgNb", line, "a number");
  return Number(value);
}

function mark(value: string, line: number): string {
  if (value !== "CRDT" && value !== "DBIT") refuse("CdtDbtInd", line, "CRDT or DBIT");
  return value;
}

function signed(amount: Balance, currency: string, lineNo: number): number {
  if (amount.currency !== currency) {
    throw new FileRefused("currency_mixed", lineNo, "An amount has another currency.");
  }
  return amount.mark === "DBIT" && amount.minor !== 0 ? -amount.minor : amount.minor;
}

function newStatement(page: number): Statement {
  return {
    id: "",
    page,
    sequence: null,
    account: "",
    currency: "",
    opening: null,
    closing: null,
    interim: [],
    tally: null,
    entries: 0,
    statedEntries: null,
    statedMinor: null,
    sumMinor: 0,
    until: null,
  };
}

function newEntry(lineNo: number): Entry {
  return {
    code: "",
    minor: 0,
    currency: "",
    mark: "",
    date: null,
    status: "",
    valueDate: null,
    bookedOn: null,
    bankReference: "",
    kind: "",
    texts: [],
    lineNo,
  };
}
