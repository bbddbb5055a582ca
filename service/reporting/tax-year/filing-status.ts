/**
 * The status table of a filing. No other code decides on its status.
 *
 *     submitted → filed
 *
 * `submitted`: exported for the portal. `filed`: the operator confirmed that the portal accepted it.
 */

export type FilingStatus = "submitted" | "filed";

/** The status once the IRS has accepted; undefined if the filing cannot be accepted. */
export function filingStatusAfterAcceptance(status: FilingStatus): FilingStatus | undefined {
  return status === "submitted" ? "filed" : undefined;
}
