/**
 * The receiving bank reads an ACH file by position, without the originator's code, so that a writing error is not
 * hidden by the same reading error. A file that breaks a rule is returned as a whole.
 */

/** An entry as the bank sees it. */
export interface ReceivedEntry {
  direction: "credit" | "debit";
  transactionCode: string;
  /** Nine digits. */
  routingNumber: string;
  accountNumber: string;
  amountMinor: number;
  individualId: string;
  individualName: string;
  traceNumber: string;
  companyName: string;
  companyId: string;
  standardEntryClass: string;
  entryDescription: string;
  /** `YYMMDD`. */
  effectiveDate: string;
}

export interface CheckedFile {
  /** Creation date, `YYMMDD`, and modifier. */
  created: string;
  idModifier: string;
  odfi: string;
  entries: ReceivedEntry[];
  problems: string[];
}

const credits = ["22", "32"];
const debits = ["27", "37"];

/** Checks a file. `problems` is empty if it follows every rule checked here. */
export function checkAchFile(text: string): CheckedFile {
  const file: CheckedFile = { created: "", idModifier: "", odfi: "", entries: [], problems: [] };
  const lines = text.split("\n");
  if (lines.pop() !== "") file.problems.push("the last line has no line break");
  const wrong = (index: number, what: string) =>
    void file.problems.push(`line ${index + 1}: ${what}`);
  if (lines.length % 10 !== 0) file.problems.push("the number of lines is not a multiple of ten");

  const whole = { batches: 0, count: 0, hash: 0, debit: 0, credit: 0 };
  let header = "";
  let batch = { count: 0, hash: 0, debit: 0, credit: 0, lastTrace: "" };
  let isClosed = false;
  const readLine = (line: string, index: number): void => {
    const at = (from: number, to: number) => line.slice(from - 1, to);
    // NaN unless every position is a digit: `Number` also reads blanks, exponents and decimal points.
    const numberAt = (from: number, to: number) =>
      /^\d+$/.test(at(from, to)) ? Number(at(from, to)) : Number.NaN;
    if (line.length !== 94) {
      wrong(index, `${line.length} characters`);
      return;
    }
    if (isClosed && /^9+$/.test(line)) return;
    if (isClosed) {
      wrong(index, "is after the file control");
      return;
    }
    if (/[^\x20-\x7e]/.test(line)) wrong(index, "has characters that are not allowed");
    if ((index === 0) !== (line[0] === "1")) wrong(index, "the file header must come first, once");
    switch (line[0]) {
      case "1":
        if (at(2, 3) !== "01" || at(35, 40) !== "094101") wrong(index, "is not a file header");
        if (!/^ \d{9}$/.test(at(4, 13))) wrong(index, "has no destination");
        file.odfi = at(5, 13);
        file.created = at(24, 29);
        file.idModifier = at(34, 34);
        if (!isDate(file.created)) wrong(index, "has no date");
        if (!/^([01]\d|2[0-3])[0-5]\d$/.test(at(30, 33))) wrong(index, "has no time");
        if (!/^[A-Z0-9]$/.test(file.idModifier)) wrong(index, "has no modifier");
        return;
      case "5":
        if (header) wrong(index, "the previous batch was not closed");
        header = line;
        batch = { count: 0, hash: 0, debit: 0, credit: 0, lastTrace: "" };
        whole.batches += 1;
        if (at(5, 20).trim() === "" || at(54, 63).trim() === "") wrong(index, "has no company");
        if (!["PPD", "WEB"].includes(at(51, 53))) wrong(index, "has an unsupported entry class");
        if (at(51, 53) === "WEB" && !["PURCHASE", "REVERSAL"].includes(at(54, 63).trim())) {
          wrong(index, "a WEB debit for goods must say PURCHASE");
        }
        if (!isDate(at(70, 75))) wrong(index, "has no effective date");
        if (at(70, 75) <= file.created) wrong(index, "has an effective date in the past");
        if (at(79, 79) !== "1" || at(80, 87) !== file.odfi.slice(0, 8)) {
          wrong(index, "belongs to another bank");
        }
        if (numberAt(88, 94) !== whole.batches) wrong(index, "batch numbers are not consecutive");
        return;
      case "6": {
        if (!header) {
          wrong(index, "is outside a batch");
          return;
        }
        const code = at(2, 3);
        const direction = credits.includes(code) ? "credit" : "debit";
        if (![...credits, ...debits].includes(code))
          wrong(index, "has an unknown transaction code");
        const routingNumber = at(4, 12);
        if (!isAba(routingNumber)) wrong(index, "has no valid routing number");
        const accountNumber = at(13, 29).trimEnd();
        if (!/^[A-Za-z0-9-]+$/.test(accountNumber)) wrong(index, "has no valid account number");
        const amountMinor = numberAt(30, 39);
        if (!(amountMinor > 0)) wrong(index, "has no amount");
        if (at(55, 76).trim() === "") wrong(index, "has no name");
        if (at(79, 79) !== "0") wrong(index, "announces an addenda");
        const traceNumber = at(80, 94);
        if (!/^\d{15}$/.test(traceNumber) || traceNumber.slice(0, 8) !== file.odfi.slice(0, 8)) {
          wrong(index, "has a trace number of another bank");
        }
        if (traceNumber <= batch.lastTrace) wrong(index, "trace numbers do not increase");
        batch.lastTrace = traceNumber;
        batch.count += 1;
        batch.hash += Number(routingNumber.slice(0, 8));
        batch[direction] += amountMinor;
        const isWeb = header.slice(50, 53) === "WEB";
        // A reversal reverses the direction of its entries.
        const isReversal = header.slice(53, 63).trim() === "REVERSAL";
        if (isWeb !== ((direction === "debit") !== isReversal))
          wrong(index, "has the entry class of the other direction");
        if (isWeb && !/^[SR] $/.test(at(77, 78))) wrong(index, "is neither single nor recurring");
        file.entries.push({
          direction,
          transactionCode: code,
          routingNumber,
          accountNumber,
          amountMinor,
          individualId: at(40, 54).trim(),
          individualName: at(55, 76).trim(),
          traceNumber,
          companyName: header.slice(4, 20).trim(),
          companyId: header.slice(40, 50).trim(),
          standardEntryClass: header.slice(50, 53),
          entryDescription: header.slice(53, 63).trim(),
          effectiveDate: header.slice(69, 75),
        });
        return;
      }
      case "8": {
        if (!header) {
          wrong(index, "closes a batch that is not open");
          return;
        }
        const serviceClass =
          batch.debit > 0 && batch.credit > 0 ? "200" : batch.debit > 0 ? "225" : "220";
        if (at(2, 4) !== serviceClass || header.slice(1, 4) !== serviceClass) {
          wrong(index, `the service class must be ${serviceClass}`);
        }
        if (numberAt(5, 10) !== batch.count || batch.count === 0)
          wrong(index, "has a wrong entry count");
        if (at(11, 20) !== hashOf(batch.hash)) wrong(index, "has a wrong hash");
        if (numberAt(21, 32) !== batch.debit) wrong(index, "has a wrong debit total");
        if (numberAt(33, 44) !== batch.credit) wrong(index, "has a wrong credit total");
        if (at(45, 54) !== header.slice(40, 50)) wrong(index, "has another company");
        if (at(80, 94) !== header.slice(79, 94)) wrong(index, "belongs to another batch");
        whole.count += batch.count;
        whole.hash += batch.hash;
        whole.debit += batch.debit;
        whole.credit += batch.credit;
        header = "";
        return;
      }
      case "9":
        isClosed = true;
        if (header) wrong(index, "the last batch was not closed");
        if (numberAt(2, 7) !== whole.batches) wrong(index, "has a wrong batch count");
        if (numberAt(8, 13) !== lines.length / 10) wrong(index, "has a wrong block count");
        if (numberAt(14, 21) !== whole.count) wrong(index, "has a wrong entry count");
        if (at(22, 31) !== hashOf(whole.hash)) wrong(index, "has a wrong hash");
        if (numberAt(32, 43) !== whole.debit) wrong(index, "has a wrong debit total");
        if (numberAt(44, 55) !== whole.credit) wrong(index, "has a wrong credit total");
        return;
      default:
        if (index > 0) wrong(index, "is not a record");
    }
  };
  for (const [index, line] of lines.entries()) readLine(line, index);
  if (!isClosed) file.problems.push("the file has no file control");
  return file;
}

function hashOf(sum: number): string {
  return String(sum).slice(-10).padStart(10, "0");
}

function isDate(text: string): boolean {
  const iso = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  const time = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}

function isAba(text: string): boolean {
  const digits = [...text].map(Number);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = digits;
  return /^\d{9}$/.test(text) && (3 * (a + d + g) + 7 * (b + e + h) + (c + f + i)) % 10 === 0;
}
