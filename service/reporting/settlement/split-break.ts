/**
 * Splits a break: resolves a difference with several causes in parts that add up to it to the last minor unit. A part
 * books what the same resolution books for a whole break. Anything that all parts share, such as a payout's bank
 * entry, is booked once.
 */
import type { SplitResolution } from "#contract/console/reconciliation";
import type { Move } from "./postings.ts";
import {
  allowedResolutions,
  type BreakMoney,
  canBeWrittenOff,
  movesOf,
  type ResolvableBreak,
  targetOf,
} from "./resolutions.ts";

/** A positive amount; the break's sign decides the direction. */
export interface BreakPart {
  readonly resolution: SplitResolution;
  readonly amountMinor: number;
}

const splitting = ["processor_correction", "fee", "reserve", "outside"] as const;

/** How the parts of a break can be resolved; empty if nobody can split it. */
export function splitResolutions(facts: ResolvableBreak): readonly SplitResolution[] {
  // Here the difference is in two currencies.
  if (facts.isConverted || facts.class === "currency_mismatch") return [];
  const allowed = allowedResolutions(facts);
  const found = [
    ...splitting.filter((each) => allowed.includes(each)),
    ...(canBeWrittenOff(facts) ? (["write_off"] as const) : []),
  ];
  return found.length < 2 ? [] : found;
}

/** Sums parts in minor units. */
export function sumOf(parts: readonly BreakPart[]): number {
  return parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * What a split books; undefined, and nothing is booked, unless the parts add up to exactly the difference in the books.
 */
export function splitMoves(money: BreakMoney, parts: readonly BreakPart[]): Move[] | undefined {
  const isFee = money.class === "fee_mismatch";
  // The last move of a whole write-off shows which of its accounts a part replaces.
  const whole = movesOf(money, isFee ? "processor_correction" : "write_off");
  const last = whole.at(-1);
  if (!last || Math.abs(last.amountMinor) !== sumOf(parts)) return undefined;
  const { source, ours, row } = money;
  const sign = Math.sign(last.amountMinor);
  const moves = parts.map(({ resolution, amountMinor }): Move => {
    const target = targetOf(resolution, ours?.processor ?? source, row?.isEntry ?? false);
    const amount = { currency: last.currency, amountMinor: sign * amountMinor };
    // A part that is a fee is correct as the processor charged it.
    if (isFee)
      return { ...last, ...amount, ...(resolution === "fee" ? { debit: last.credit } : {}) };
    return last.debit.account === "write_offs"
      ? { ...amount, debit: target, credit: last.credit }
      : { ...amount, debit: last.debit, credit: target };
  });
  return [...whole.slice(0, -1), ...moves.filter(({ debit, credit }) => !isSame(debit, credit))];
}

function isSame(one: Move["debit"], other: Move["debit"]): boolean {
  return one.account === other.account && one.counterparty === other.counterparty;
}
