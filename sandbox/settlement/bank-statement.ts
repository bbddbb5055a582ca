import { addBankingDays, addDays, bankTime, isBankingDay } from "#contract/banking-calendar";
import type { CollectedFile } from "../receiving-bank/receiving-bank.ts";
import type { Batch } from "./batches.ts";

export interface BankLine {
  /** BAI2 type code: 100 to 399 for credits, 400 to 699 for debits. */
  code: string;
  /** Positive for a credit. */
  amountMinor: number;
  bankReference: string;
  text: string;
}

export interface BankStatement {
  account: string;
  currency: string;
  date: string;
  /** Counts the account's statements from 1, one for each banking day. */
  sequence: number;
  openingMinor: number;
  closingMinor: number;
  lines: BankLine[];
}

/** Faults of a statement that testers select. */
export const statementFaults = {
  missing_row: "A line is missing; the balances agree with the lines",
  doubled_row: "A line appears twice; the balances agree with the lines",
  payout_without_reference: "The payouts do not name their batch",
  unknown_line: "A deposit of unknown origin",
  broken_control_total: "The control total, or the closing balance, is wrong",
  sequence_gap: "The previous statement was never sent",
  late_file: "The file is ready three banking days later",
} as const;
export type StatementFault = keyof typeof statementFaults;

export interface AccountEvents {
  /** The batches of all processors. */
  batches: readonly Batch[];
  files: readonly CollectedFile[];
}

/** The first opening balance of each account, in its minor units. */
const firstBalanceMinor = 100_000_000;
const accountFeeMinor = 2_500;
const accountNumbers: Readonly<Record<string, string>> = { USD: "0007700101" };

/** Currencies that have an account: US dollars, and those of payouts. */
export function accountCurrencies({ batches }: AccountEvents): string[] {
  const others = new Set(batches.map(({ currency }) => currency));
  others.delete("USD");
  return ["USD", ...[...others].sort()];
}

/** The account's statement of a banking day. Its balances follow from all earlier days. */
export function statementOf(
  events: AccountEvents,
  currency: string,
  date: string,
  fault?: StatementFault,
): BankStatement {
  const first = firstDay(events, date);
  let openingMinor = firstBalanceMinor;
  let sequence = 1;
  for (let day = first; day < date; day = addBankingDays(addDays(day, 1), 0)) {
    openingMinor += sumOf(linesOf(events, currency, day));
    sequence += 1;
  }
  const lines = faulty(linesOf(events, currency, date), fault);
  return {
    account: accountNumbers[currency] ?? `00077${currency}`,
    currency,
    date,
    sequence: fault === "sequence_gap" ? sequence + 1 : sequence,
    openingMinor,
    closingMinor: openingMinor + sumOf(lines),
    lines,
  };
}

/** The account's first banking day, which no later event changes. */
function firstDay({ batches, files }: AccountEvents, date: string): string {
  const days = [
    ...batches.map((batch) => batch.date),
    ...files.map(({ created }) => dateOf(created)),
    date,
  ];
  return addBankingDays(days.sort()[0] ?? date, 0);
}

function linesOf({ batches, files }: AccountEvents, currency: string, date: string): BankLine[] {
  if (!isBankingDay(date)) return [];
  const payouts = batches
    .filter((batch) => batch.valueDate === date && batch.currency === currency)
    .filter(({ netMinor }) => netMinor !== 0)
    .map(
      ({ netMinor, payoutId }): BankLine => ({
        code: netMinor > 0 ? "142" : "451",
        amountMinor: netMinor,
        bankReference: referenceOf(date, payoutId),
        text: `${payoutId.startsWith("NB") ? "NORTHBANK" : "QUAYSIDE"} PAYOUT ${payoutId}`,
      }),
    );
  if (currency !== "USD") return payouts;
  const fee: BankLine = {
    code: "698",
    amountMinor: -accountFeeMinor,
    bankReference: referenceOf(date, "fee"),
    text: "ACCOUNT FEE",
  };
  const isFirst = addBankingDays(`${date.slice(0, 8)}01`, 0) === date;
  return [...payouts, ...files.flatMap((file) => achLines(file, date)), ...(isFirst ? [fee] : [])];
}

function achLines(file: CollectedFile, date: string): BankLine[] {
  if (file.problems.length > 0) return [];
  const due = file.entries.filter(({ effectiveDate }) => dateOf(effectiveDate) === date);
  const total = (direction: "credit" | "debit") =>
    due
      .filter((entry) => entry.direction === direction)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const lines: BankLine[] = [];
  const settled = {
    bankReference: referenceOf(date, file.name),
    text: `ACH SETTLEMENT ${file.name}`,
  };
  if (total("debit") > 0) lines.push({ code: "166", amountMinor: total("debit"), ...settled });
  if (total("credit") > 0) lines.push({ code: "466", amountMinor: -total("credit"), ...settled });
  for (const { traceNumber, direction, amountMinor, effectiveDate } of file.entries) {
    const returned = file.returnedOn.get(traceNumber);
    if (returned === undefined) continue;
    const bookedOn = addBankingDays(maxOf(returned, dateOf(effectiveDate)), 0);
    if (bookedOn !== date) continue;
    lines.push({
      code: direction === "debit" ? "557" : "257",
      amountMinor: direction === "debit" ? -amountMinor : amountMinor,
      bankReference: referenceOf(date, traceNumber),
      text: `ACH RETURN ${file.returned.get(traceNumber) ?? ""} ${traceNumber}`,
    });
  }
  return lines;
}

function faulty(lines: BankLine[], fault: StatementFault | undefined): BankLine[] {
  const [first, ...others] = lines;
  switch (fault) {
    case "missing_row":
      return others;
    case "doubled_row":
      return first ? [first, ...lines] : lines;
    case "payout_without_reference":
      return lines.map((line) =>
        line.text.includes(" PAYOUT ")
          ? { ...line, bankReference: "", text: `${line.text.split(" ")[0]} SETTLEMENT` }
          : line,
      );
    case "unknown_line":
      return [
        ...lines,
        { code: "169", amountMinor: 4_321, bankReference: "", text: "DEPOSIT 0815" },
      ];
    default:
      return lines;
  }
}

function sumOf(lines: readonly BankLine[]): number {
  return lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** The day in the banks' time zone. */
export function dayOf(nowMs: number): string {
  return bankTime(nowMs).date;
}

/** Converts `YYMMDD` of an ACH file. */
function dateOf(short: string): string {
  return `20${short.slice(0, 2)}-${short.slice(2, 4)}-${short.slice(4, 6)}`;
}

function maxOf(one: string, other: string): string {
  return one > other ? one : other;
}

/** A reference of at most 16 characters, as MT940 allows. */
function referenceOf(date: string, what: string): string {
  return `${date.slice(2).replaceAll("-", "")}${what.replace(/[^A-Za-z0-9]/g, "").slice(-10)}`;
}
