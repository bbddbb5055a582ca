import { requireWithinLimits } from "./batch-tally.ts";
import {
  currencyFrom,
  isDate,
  minorFromDecimal,
  referenceFrom,
  refuse,
  shortDateFrom,
} from "./field-values.ts";
import { informationText } from "./mt940-information.ts";
import { FileRefused, type SettlementItem, type SettlementReader } from "./settlement-items.ts";
import { LineSplitter } from "./split-lines.ts";
import { StatementTally } from "./statement-tally.ts";

interface Field {
  readonly tag: string;
  readonly lines: string[];
  readonly lineNo: number;
}

interface Statement {
  account: string;
  /** `number/page` of :28C:. */
  number: string;
  sequence: number | null;
  tally: StatementTally | null;
  entry: { readonly line: string; readonly lineNo: number; text: string } | null;
}

/** Value date, entry date, mark with funds code, amount, type, our reference, the bank's reference. */
const entryPattern =
  /^(\d{6})(\d{4}|\s{4})?(RC|RD|EC|ED|C|D)([A-Z])?(\d{1,13}(?:,\d{0,3})?|,\d{1,3})([A-Z][A-Z0-9 ]{3})?(.*?)(?:\/\/(.*))?$/;

/** Fields of single banks, and standard fields that we do not read. */
const ignoredTags: ReadonlySet<string> = new Set(["13", "13D", "21", "64", "65", "NS"]);
/** Fields that begin a statement. Within :86: such a line is wrapped text, such as a time `…T10` `:20:37`. */
const headTags: ReadonlySet<string> = new Set(["20", "21", "25", "25P", "28", "28C"]);
const bodyTags: ReadonlySet<string> = new Set(["60F", "60M", "61", "62F", "62M", "64", "65", "86"]);

/**
 * Reads MT940 (SWIFT). Opening balance and entries must add up to the closing balance. Each page (:60M:, :62M:) is a
 * batch.
 */
export function readMt940(): SettlementReader {
  let items: SettlementItem[] = [];
  let field: Field | null = null;
  let statement: Statement | null = null;
  let batches = 0;
  let rows = 0;
  let fieldCharacters = 0;
  const seen = new Set<string>();

  const finishEntry = () => {
    const entry = statement?.entry;
    if (!statement || !entry) return;
    const { tally } = statement;
    if (!tally) throw new FileRefused("balance_missing", entry.lineNo, ":61: comes before :60F:.");
    statement.entry = null;
    rows += 1;
    requireWithinLimits(rows, 0, entry.lineNo);
    items.push({ line: tally.add(readEntry(entry, tally.currency), entry.lineNo) });
  };

  const closeStatement = (value: string, lineNo: number) => {
    finishEntry();
    if (!statement?.tally) throw new FileRefused("balance_missing", lineNo, "No opening balance.");
    const { tally, sequence } = statement;
    const balance = readBalance(value, lineNo);
    if (balance.currency !== tally.currency) {
      throw new FileRefused("currency_mixed", lineNo, "The balances have two currencies.");
    }
    const end = { closingMinor: balance.minor, date: balance.date, sequence };
    items.push({ batch: tally.close(end, lineNo) });
    statement = null;
  };

  const open = (value: string, lineNo: number) => {
    if (!statement || statement.account === "" || statement.number === "") {
      throw new FileRefused("record_order", lineNo, ":60F: needs :25: and :28C: before it.");
    }
    if (statement.tally) throw new FileRefused("record_order", lineNo, "Two opening balances.");
    const balance = readBalance(value, lineNo);
    // Numbers restart each year or month, and some banks always write 0.
    const batchKey = `${balance.date}-${statement.number}`;
    const key = `${statement.account}|${balance.currency}|${batchKey}`;
    if (seen.has(key)) {
      throw new FileRefused("batch_repeated", lineNo, "A statement appears twice.");
    }
    seen.add(key);
    batches += 1;
    requireWithinLimits(0, batches, lineNo);
    const at = { batchNo: batches, batchKey, account: statement.account };
    statement.tally = new StatementTally({ ...at, currency: balance.currency }, lineNo);
    statement.tally.openingMinor = balance.minor;
  };

  const finishField = () => {
    const done = field;
    field = null;
    if (!done) return;
    const { tag, lineNo } = done;
    const value = done.lines[0] ?? "";
    if (tag === "20") {
      if (statement)
        throw new FileRefused("record_order", lineNo, "The previous statement is not closed.");
      statement = { account: "", number: "", sequence: null, tally: null, entry: null };
      return;
    }
    if (!statement) {
      // Available balances (:64:, :65:) and information (:86:) may follow the closing balance.
      if (batches > 0 && (tag === "86" || ignoredTags.has(tag))) return;
      throw new FileRefused("record_order", lineNo, `:${tag}: needs :20: before it.`);
    }
    if (tag === "25" || tag === "25P") {
      statement.account = referenceFrom(value, ":25:", lineNo).trim();
    } else if (tag === "28C" || tag === "28") {
      const match = /^(\d{1,12})(?:\/(\d{1,5}))?$/.exec(value.trim());
      if (!match) refuse(":28C:", lineNo, "a statement number");
      const number = Number(match[1]);
      statement.sequence = number === 0 ? null : number;
      statement.number = `${number}/${Number(match[2] ?? 1)}`;
    } else if (tag === "60F" || tag === "60M") open(value, lineNo);
    else if (tag === "61") {
      finishEntry();
      statement.entry = { line: value, lineNo, text: done.lines.slice(1).join(" ") };
    } else if (tag === "86") {
      if (statement.entry) statement.entry.text += ` ${informationText(done.lines)}`;
    } else if (tag === "62F" || tag === "62M") closeStatement(value, lineNo);
    else if (!ignoredTags.has(tag)) {
      throw new FileRefused("record_unknown", lineNo, `:${tag}: is not a field of MT940.`);
    }
  };

  const lines = new LineSplitter((physical, lineNo) => {
    let line = physical;
    // SWIFT's blocks 1 to 4.
    if (line.startsWith("{")) {
      const block = line.indexOf("{4:");
      if (block === -1) return;
      line = line.slice(block + 3);
    }
    if (/^-\s*$/.test(line) || line.startsWith("-}")) {
      finishField();
      return;
    }
    const [, tag, value = ""] = /^:(\d{2}[A-Z]?|NS):(.*)$/.exec(line) ?? [];
    const isWrapped =
      field?.tag === "86" &&
      tag !== undefined &&
      !bodyTags.has(tag) &&
      (statement !== null || !headTags.has(tag));
    if (tag !== undefined && !isWrapped) {
      finishField();
      field = { tag, lines: [value], lineNo };
      fieldCharacters = 0;
      return;
    }
    if (line.trim() === "") return;
    if (!field) {
      // Banks may write lines of their own before each message.
      if (!statement) return;
      throw new FileRefused("record_unknown", lineNo, "The line belongs to no field.");
    }
    fieldCharacters += line.length;
    if (fieldCharacters > 4096) {
      throw new FileRefused("line_too_long", lineNo, "The field is too long.");
    }
    field.lines.push(line);
  });

  const takeItems = () => {
    const taken = items;
    items = [];
    return taken;
  };
  return {
    format: "mt940",
    push(text) {
      lines.push(text);
      return takeItems();
    },
    end() {
      lines.end();
      finishField();
      if (statement || batches === 0) {
        throw new FileRefused("file_cut_off", lines.lineNo || 1, "The statement does not end.");
      }
      return takeItems();
    },
  };
}

/** Amounts of MT940 have a decimal comma and no groups. */
const commas = { hasDecimalCommas: true };

function readBalance(value: string, lineNo: number) {
  const match = /^([CD])(\d{6})([A-Z]{3})0*(\d{1,13}(?:,\d{0,3})?|,\d{1,3})$/.exec(value.trim());
  if (!match) refuse("balance", lineNo, "C or D, date, currency and amount");
  const [, mark, date = "", code = "", amount = ""] = match;
  const currency = currencyFrom(code, "balance", lineNo);
  const minor = minorFromDecimal(amount, currency, "balance", lineNo, commas);
  return {
    currency,
    date: shortDateFrom(date, "balance", lineNo),
    minor: mark === "D" && minor !== 0 ? -minor : minor,
  };
}

function readEntry(
  { line, lineNo, text }: { line: string; lineNo: number; text: string },
  currency: string,
) {
  const match = entryPattern.exec(line.trimEnd());
  if (!match) refuse(":61:", lineNo, "a statement line");
  const [, date = "", booked = "", mark = "", , amount = "", code = "", reference = "", bank = ""] =
    match;
  const minor = minorFromDecimal(amount, currency, ":61:", lineNo, commas);
  const valueDate = shortDateFrom(realDay(date), ":61:", lineNo);
  // RC reverses a credit, RD a debit. EC and ED are expected, not booked.
  if (mark.startsWith("E")) refuse(":61:", lineNo, "a booked entry (C, D, RC or RD)");
  const isCredit = mark === "C" || mark === "RD";
  return {
    amountMinor: isCredit || minor === 0 ? minor : -minor,
    valueDate,
    bookedOn: bookingDate(booked, valueDate),
    code: code.trim(),
    bankReference: referenceFrom(bank, ":61:", lineNo).trim(),
    text: `${reference.trim() === "NONREF" ? "" : reference} ${text}`,
  };
}

/**
 * The entry date has no year, so the date nearest to the value date is used. Returns the value date if the entry date
 * does not exist.
 */
function bookingDate(monthDay: string, valueDate: string): string {
  const valued = Date.parse(valueDate);
  const year = Number(valueDate.slice(0, 4));
  const [nearest] = [year - 1, year, year + 1]
    .map((each) => `${each}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
    .filter(isDate)
    .sort((a, b) => Math.abs(Date.parse(a) - valued) - Math.abs(Date.parse(b) - valued));
  return nearest ?? valueDate;
}

/** Some banks count interest in months of 30 days, and write February 30. */
function realDay(date: string): string {
  const [year, month, day] = [0, 2, 4].map((at) => Number(date.slice(at, at + 2)));
  if (year === undefined || month === undefined || day === undefined) return date;
  const last = new Date(Date.UTC(2000 + year, month, 0)).getUTCDate();
  return day > last && day <= 30 ? `${date.slice(0, 4)}${last}` : date;
}
