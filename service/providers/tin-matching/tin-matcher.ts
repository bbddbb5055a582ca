import type { TinType } from "#contract/tin";

/** A number and the name that it is said to belong to. */
export interface TinQuestion {
  readonly tinType: TinType;
  /** Nine digits */
  readonly tin: string;
  /** Line 1 of the W-9 */
  readonly name: string;
}

/**
 * What is known of a name and number together.
 * - `match`, `mismatch`: the IRS has said so; `code` is the provider's own.
 * - `pending`: the answer comes later: ask again.
 * - `unavailable`: nobody could be asked: ask again.
 */
export type TinMatch =
  | { readonly state: "match" | "mismatch"; readonly code: string }
  | { readonly state: "pending" | "unavailable" };

/** Asks whether name and number belong together. Never throws: a failure is an outcome. */
export interface TinMatcher {
  check(question: TinQuestion): Promise<TinMatch>;
}
