import type { BirthRange } from "../list-entry.ts";

/**
 * How a date of birth compares with the listed ones.
 * - `day`: the same day. `swapped`: the same with day and month exchanged.
 * - `year`: within a listed year or range, or the same year as a listed day.
 * - `near`: one year off. `differs`: anything else. `unknown`: one side has none.
 */
export type BirthResult = "day" | "swapped" | "year" | "near" | "differs" | "unknown";

/** Comparison with the closest listed date. */
export interface BirthComparison {
  readonly result: BirthResult;
  /** The listed date as published; null if unknown. */
  readonly listed: string | null;
}

const order: readonly BirthResult[] = ["day", "swapped", "year", "near", "differs"];

/** Compares `born` (YYYY-MM-DD, or null) with the listed dates of birth. */
export function compareBirth(born: string | null, listed: readonly BirthRange[]): BirthComparison {
  if (born === null || listed.length === 0) return { result: "unknown", listed: null };
  const compared = listed.map((range) => ({ result: compareOne(born, range), listed: range.text }));
  compared.sort((a, b) => order.indexOf(a.result) - order.indexOf(b.result));
  return compared[0] ?? { result: "unknown", listed: null };
}

function compareOne(born: string, { from, to }: BirthRange): BirthResult {
  if (from === to && from === born) return "day";
  const swapped = `${born.slice(0, 5)}${born.slice(8)}-${born.slice(5, 7)}`;
  if (from === to && from === swapped) return "swapped";
  const year = Number(born.slice(0, 4));
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  if (year >= first && year <= last) return "year";
  return year >= first - 1 && year <= last + 1 ? "near" : "differs";
}
