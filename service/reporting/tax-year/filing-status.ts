/**
 * The status table of a filing: the only place that says what may become of one. Pure.
 *
 *     submitted → filed
 *
 * `submitted`: exported for the portal. `filed`: the operator has confirmed that it was accepted.
 */

/** Every status of a filing. */
export type FilingStatus = "submitted" | "filed";

/** The status after the portal's acceptance; undefined where there is none. */
export function filingStatusAfterAcceptance(status: FilingStatus): FilingStatus | undefined {
  return status === "submitted" ? "filed" : undefined;
}
