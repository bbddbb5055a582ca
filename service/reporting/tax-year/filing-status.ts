/**
 * The status table of a filing. No other code decides on its status.
 *
 *     submitted → filed
 *
 * `submitted`: exported for the portal. `filed`: the operator confirmed that the portal accepted it.
 */

export type FilingStatus = "submitted" | "filed";

/** Undefined if the filing cannot be accepted. */
export function filingStatusAfterAcceptance(status: FilingStatus): FilingStatus | undefined {
  return status === "submitted" ? "filed" : undefined;
}
