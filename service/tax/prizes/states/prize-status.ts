/**
 * The only status table of prizes.
 *
 *     recorded → submitted → filed
 *
 * `submitted`: in an exported filing. `filed`: the operator confirmed that the portal accepted it. A status never moves
 * back (docs/project/decisions.md).
 */
import { type PrizeStatus, prizeStatuses } from "#contract/api/prizes";

export type PrizeEvent = "put_in_filing" | "accepted";

const table: Record<PrizeStatus, Partial<Record<PrizeEvent, PrizeStatus>>> = {
  recorded: { put_in_filing: "submitted" },
  submitted: { accepted: "filed" },
  filed: {},
};

/** The status after an event; undefined if the table has no such transition. */
export function nextPrizeStatus(status: PrizeStatus, event: PrizeEvent): PrizeStatus | undefined {
  return table[status][event];
}

/** The statuses in which the event can happen, for conditional updates. */
export function prizeStatusesBefore(event: PrizeEvent): PrizeStatus[] {
  return prizeStatuses.filter((status) => table[status][event] !== undefined);
}
