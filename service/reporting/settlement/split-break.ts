/**
 * Splits a break: one difference with several causes is resolved in parts. The parts add up to the difference to the
 * last minor unit, and each has its own resolution and posting. A part books what the same resolution books for a
 * whole break; what all parts have in common, such as the bank entry of a payout, is booked once.
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

/** A part of a break. Its amount is positive; the break's own sign decides the direction. */
export interface BreakPart {
  readonly resolution: SplitResolution;
  readonly amountMinor: number;
}

const splitting = ["processor_correction", "fee", "reserve", "outside"] as const;

/** The resolutions that parts of a break can have; none if the break cannot be split. */
export function splitResolutions(facts: ResolvableBreak): readonly SplitResolution[] {
  // The difference of a converted row is in two currencies.
  if (facts.isConverted || facts.class === "currency_mismatch") return [];
  const allowed = allowedResolutions(facts);
  const found = [
    ...splitting.filter((each) => allowed.includes(each)),
    ...(canBeWrittenOff(facts) ? (["write_off"] as const) : []),
  ];
  return found.length < 2 ? [] : found;
}

/** The sum of parts, in minor units. */
export function sumOf(parts: readonly BreakPart[]): number {
  return parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/**
 * What the parts move. Undefined if they are not exactly the difference that the books hold for the break; nothing is
 * booked then.
 */
export function splitMoves(money: BreakMoney, parts: readonly BreakPart[]): Move[] | undefined {
  const isFee = money.class === "fee_mismatch";
  // A write-off has an account of its own, which shows where a part's account goes.
  const whole = movesOf(money, isFee ? "processor_correction" : "write_off");
  const last = whole.at(-1);
  if (!last || Math.abs(last.amountMinor) !== sumOf(parts)) return undefined;
  const { source, ours, row } = money;
  const sign = Math.sign(last.amountMinor);
  const moves = parts.map(({ resolution, amountMinor }): Move => {
    const target = targetOf(resolution, ours?.processor ?? source, row?.isEntry ?? false);
    const amount = { currency: last.currency, amountMinor: sign * amountMinor };
    // The fee is right: it stays where it is.
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
