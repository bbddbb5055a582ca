import { requireWithinLimits } from "./batch-tally.ts";
import { addMinor, currencyFrom, referenceFrom, refuse, shortDateFrom } from "./field-values.ts";
import { FileRefused, type SettlementItem, type SettlementReader } from "./settlement-items.ts";
import { LineSplitter } from "./split-lines.ts";
import { StatementTally } from "./statement-tally.ts";

/** A record with its continuations (88). */
interface BaiRecord {
  readonly code: string;
  fields: string[];
  /** The newest line ended without `/`: its text continues. */
  isOpen: boolean;
  readonly lineNo: number;
}

interface Account {
  readonly tally: StatementTally;
  closingMinor: number | null;
  /** The sum of all amounts, and the number of records, for the trailer. */
  sumMinor: number;
  records: number;
}

interface Group {
  readonly date: string;
  readonly currency: string;
  sumMinor: number;
  accounts: number;
  records: number;
}

/**
 * Reads BAI2 balance reports (Cash Management Balance Reporting Specifications, Version 2).
 *
 *   01 file → 02 group → 03 account → 16 entries → 49 → 98 → 99
 *
 * Checks the control totals and counts of 49, 98 and 99, and that the ledger balance (010) and the entries add up to
 * the closing balance (015), where the bank sends both. A file may hold several transmissions (01 to 99), and a group
 * may report an account several times. Refuses interim reports: the final one repeats their entries.
 */
export function readBai2(): SettlementReader {
  let items: SettlementItem[] = [];
  let file: { sumMinor: number; groups: number; records: number } | null = null;
  let group: Group | null = null;
  let account: Account | null = null;
  let record: BaiRecord | null = null;
  let isEnded = false;
  let batches = 0;
  let rows = 0;
  /** How often each account, currency and day was seen. */
  const seen = new Map<string, number>();
  /** Continuations of the current 03 record. */
  let continuations = 0;

  const finish = () => {
    const done = record;
    record = null;
    if (done?.code === "03") startAccount(done);
    if (done?.code === "16") takeEntry(done);
  };

  const startAccount = ({ fields, lineNo }: BaiRecord) => {
    if (!group) throw new FileRefused("record_order", lineNo, "A 03 record needs a group (02).");
    if (account)
      throw new FileRefused("record_order", lineNo, "The account before has no trailer.");
    const number = referenceFrom(fields[1] ?? "", "account", lineNo).trim();
    if (number === "") refuse("account", lineNo, "an account number");
    const currency = currencyFrom(fields[2] || group.currency, "currency", lineNo);
    const key = `${number}|${currency}|${group.date}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    const batchKey = count === 1 ? group.date : `${group.date}/${count}`;
    batches += 1;
    requireWithinLimits(0, batches, lineNo);
    const at = { batchNo: batches, batchKey, account: number, currency };
    account = {
      tally: new StatementTally(at, lineNo),
      closingMinor: null,
      sumMinor: 0,
      records: 0,
    };
    let index = 3;
    while (index < fields.length) {
      const code = fields[index] ?? "";
      const amount = fields[index + 1] ?? "";
      if (code === "" && amount === "") {
        index += 4;
        continue;
      }
      const minor = amount === "" ? 0 : amountFrom(amount, lineNo, { signed: true });
      account.sumMinor = addMinor(account.sumMinor, minor, lineNo);
      if (code === "010" && amount !== "") account.tally.openingMinor = minor;
      if (code === "015" && amount !== "") account.closingMinor = minor;
      index = afterFunds(fields, index + 3, lineNo);
    }
  };

  const takeEntry = ({ fields, lineNo }: BaiRecord) => {
    if (!account || !group) {
      throw new FileRefused("record_order", lineNo, "A 16 record needs an account (03).");
    }
    const code = fields[1] ?? "";
    const unsigned = fields[2] ? amountFrom(fields[2], lineNo, { signed: false }) : 0;
    account.sumMinor = addMinor(account.sumMinor, unsigned, lineNo);
    // Code 890 has only text.
    if (code === "890") return;
    const sign = signOf(code);
    if (sign === undefined) {
      throw new FileRefused(
        "bank_code_unknown",
        lineNo,
        `${code.slice(0, 8)} is not a credit or debit.`,
      );
    }
    const next = afterFunds(fields, 3, lineNo);
    const bankReference = referenceFrom(fields[next] ?? "", "bank reference", lineNo).trim();
    const customerReference = referenceFrom(fields[next + 1] ?? "", "customer reference", lineNo);
    const text = fields.slice(next + 2).join(",");
    const amountMinor = sign === 1 || unsigned === 0 ? unsigned : -unsigned;
    const isValued = (fields[3] ?? "").toUpperCase() === "V" && (fields[4] ?? "") !== "";
    rows += 1;
    requireWithinLimits(rows, 0, lineNo);
    const entry = {
      amountMinor,
      code,
      bankReference,
      text: `${customerReference} ${text}`,
      valueDate: isValued ? shortDateFrom(fields[4] ?? "", "value date", lineNo) : group.date,
      bookedOn: group.date,
    };
    items.push({ line: account.tally.add(entry, lineNo) });
  };

  const startFile = (fields: string[], lineNo: number) => {
    if (file) throw new FileRefused("record_order", lineNo, "A file has one 01 record.");
    if ((fields[8] ?? "").trim() !== "2") refuse("version", lineNo, "2");
    file = { sumMinor: 0, groups: 0, records: 0 };
  };
  const startGroup = (fields: string[], lineNo: number) => {
    if (!file || group)
      throw new FileRefused("record_order", lineNo, "A 02 record is out of order.");
    if (!["1", "3"].includes(fields[3] ?? "")) {
      refuse("group status", lineNo, "1 (update) or 3 (correction)");
    }
    const modifier = fields[7] ?? "";
    if (modifier === "1" || modifier === "3") {
      throw new FileRefused("statement_interim", lineNo, "Send the final report of the day.");
    }
    const date = shortDateFrom(fields[4] ?? "", "as-of date", lineNo);
    const currency = currencyFrom(fields[6] || "USD", "currency", lineNo);
    group = { date, currency, sumMinor: 0, accounts: 0, records: 0 };
  };
  const endAccount = (fields: string[], lineNo: number) => {
    if (!account || !group) throw new FileRefused("record_order", lineNo, "49 without 03.");
    account.records += 1;
    requireTotal(fields[1], account.sumMinor, "49", lineNo);
    requireCount(fields[2], account.records, "49", lineNo);
    group.sumMinor = addMinor(group.sumMinor, account.sumMinor, lineNo);
    group.accounts += 1;
    group.records += account.records;
    const { tally, closingMinor } = account;
    const end = { closingMinor, date: group.date, sequence: null };
    items.push({ batch: tally.close(end, lineNo) });
    account = null;
  };
  const endGroup = (fields: string[], lineNo: number) => {
    if (!group || !file || account) throw new FileRefused("record_order", lineNo, "98 without 02.");
    group.records += 2;
    requireTotal(fields[1], group.sumMinor, "98", lineNo);
    requireCount(fields[2], group.accounts, "98", lineNo);
    requireCount(fields[3], group.records, "98", lineNo);
    file.sumMinor = addMinor(file.sumMinor, group.sumMinor, lineNo);
    file.groups += 1;
    file.records += group.records;
    group = null;
  };
  const endFile = (fields: string[], lineNo: number) => {
    if (!file || group) throw new FileRefused("record_order", lineNo, "99 without 01.");
    file.records += 2;
    requireTotal(fields[1], file.sumMinor, "99", lineNo);
    requireCount(fields[2], file.groups, "99", lineNo);
    requireCount(fields[3], file.records, "99", lineNo);
    isEnded = true;
    file = null;
  };

  const lines = new LineSplitter((physical, lineNo) => {
    const line = physical.trimEnd();
    if (line === "") return;
    const isClosed = line.endsWith("/");
    const fields = (isClosed ? line.slice(0, -1) : line).split(",");
    const code = fields[0] ?? "";
    if (isEnded && code !== "01") {
      throw new FileRefused("record_order", lineNo, "Text follows the 99 record.");
    }
    isEnded = false;
    if (code === "88") {
      if (!record) throw new FileRefused("record_order", lineNo, "88 continues no record.");
      continueRecord(record, fields.slice(1), isClosed, lineNo);
      if (account && record.code === "16") account.records += 1;
      else continuations += 1;
      return;
    }
    finish();
    if (account && continuations > 0) account.records += continuations;
    continuations = 0;
    if (code === "01") startFile(fields, lineNo);
    else if (code === "02") startGroup(fields, lineNo);
    else if (code === "03" || code === "16") {
      if (code === "16") {
        if (!account) throw new FileRefused("record_order", lineNo, "16 without 03.");
        account.records += 1;
      } else continuations = 1;
      record = { code, fields, isOpen: !isClosed, lineNo };
    } else if (code === "49") endAccount(fields, lineNo);
    else if (code === "98") endGroup(fields, lineNo);
    else if (code === "99") endFile(fields, lineNo);
    else throw new FileRefused("record_unknown", lineNo, `${code.slice(0, 8)} is no BAI2 record.`);
  });
  const taken = () => {
    const found = items;
    items = [];
    return found;
  };
  return {
    format: "bai2",
    push(text) {
      lines.push(text);
      return taken();
    },
    end() {
      lines.end();
      if (!isEnded) {
        throw new FileRefused("file_cut_off", lines.lineNo, "The file has no 99 record.");
      }
      return taken();
    },
  };
}

function continueRecord(record: BaiRecord, fields: string[], isClosed: boolean, lineNo: number) {
  if (record.isOpen && record.code === "16") {
    // The text continues on the next line.
    const last = record.fields.pop() ?? "";
    record.fields.push(`${last} ${fields.join(",")}`);
  } else {
    record.fields.push(...fields);
  }
  record.isOpen = !isClosed;
  if (record.fields.length > 4000) {
    throw new FileRefused("too_many_fields", lineNo, "The record is too long.");
  }
}

/** A credit (1) or a debit (-1). 720 to 799 are loans, 920 to 999 a bank's own. */
function signOf(code: string): 1 | -1 | undefined {
  const number = /^\d{3}$/.test(code) ? Number(code) : 0;
  const isIn = (from: number, to: number) => number >= from && number <= to;
  if (isIn(100, 399) || isIn(720, 759) || isIn(920, 959)) return 1;
  if (isIn(400, 699) || isIn(760, 799) || isIn(960, 999)) return -1;
  return undefined;
}

function afterFunds(fields: readonly string[], index: number, lineNo: number): number {
  const type = (fields[index] ?? "").toUpperCase();
  if (type === "S") return index + 4;
  if (type === "V") return index + 3;
  if (type === "D") {
    const count = Number(fields[index + 1]);
    if (!Number.isInteger(count) || count < 0 || count > 99) {
      refuse("funds type", lineNo, "a number of distributions");
    }
    return index + 2 + 2 * count;
  }
  if (!["", "0", "1", "2", "Z"].includes(type))
    refuse("funds type", lineNo, "0, 1, 2, S, V, D or Z");
  return index + 1;
}

function amountFrom(text: string, lineNo: number, { signed }: { signed: boolean }): number {
  const isAmount = signed ? /^[+-]?\d{1,15}$/.test(text) : /^\+?\d{1,15}$/.test(text);
  if (!isAmount) refuse("amount", lineNo, "digits without a decimal point");
  const value = Number(text);
  return value === 0 ? 0 : value;
}

function requireTotal(given: string | undefined, sum: number, record: string, lineNo: number) {
  const stated = amountFrom((given ?? "").trim(), lineNo, { signed: true });
  if (stated === sum) return;
  throw new FileRefused(
    "control_total_wrong",
    lineNo,
    `The amounts add up to ${sum}, and record ${record} says ${stated}.`,
  );
}

function requireCount(given: string | undefined, count: number, record: string, lineNo: number) {
  if (/^\d{1,9}$/.test((given ?? "").trim()) && Number(given) === count) return;
  throw new FileRefused(
    "record_count_wrong",
    lineNo,
    `Record ${record} says ${(given ?? "").slice(0, 16)}, and there are ${count}.`,
  );
}
