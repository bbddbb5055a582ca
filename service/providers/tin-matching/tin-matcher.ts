import type { TinType } from "#contract/tin";

/** A TIN and the name that it should belong to. */
export interface TinCheckRequest {
  readonly tinType: TinType;
  /** Nine digits. */
  readonly tin: string;
  /** Line 1 of the W-9. */
  readonly name: string;
}

/**
 * Result of a check.
 * - `match`, `mismatch`: the IRS answered; `code` is the provider's own.
 * - `pending`: the answer will come later; ask again.
 * - `unavailable`: the provider could not be asked; ask again.
 */
export type TinMatch =
  | { readonly state: "match" | "mismatch"; readonly code: string }
  | { readonly state: "pending" | "unavailable" };

/** Checks whether name and TIN belong together. Never throws: a failure is an outcome. */
export interface TinMatcher {
  check(question: TinCheckRequest): Promise<TinMatch>;
}
