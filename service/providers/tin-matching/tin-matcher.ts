import type { TinType } from "#contract/tin";

/** A TIN and the name that it should belong to. */
export interface TinCheckRequest {
  readonly tinType: TinType;
  /** Nine digits. */
  readonly tin: string;
  /** Line 1 of the W-9. */
  readonly name: string;
  /** The provider's id of an earlier pending check; null if there was no such check. */
  readonly reference: string | null;
}

/**
 * Result of a check.
 * - `match`, `mismatch`: the IRS answered; `code` is its own (Publication 2108-A).
 * - `pending`: the result will come later; ask again, with the reference if there is one.
 * - `unavailable`: the provider or the IRS could not be asked; ask again. `isLimited`: the provider wants fewer calls.
 *   `isOver`: the check ended without a result, so drop its reference.
 */
export type TinMatch =
  | { readonly state: "match" | "mismatch"; readonly code: string }
  | { readonly state: "pending"; readonly reference?: string }
  | { readonly state: "unavailable"; readonly isLimited?: true; readonly isOver?: true };

/** Checks whether name and TIN belong together. Never throws: a failure is an outcome. */
export interface TinMatcher {
  check(question: TinCheckRequest): Promise<TinMatch>;
}
