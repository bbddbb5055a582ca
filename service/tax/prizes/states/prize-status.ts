/**
 * The status table of a prize record: the only place that says what may become of one. Pure.
 *
 *     recorded → submitted → filed
 *
 * `submitted`: part of a filing that the operator has exported. `filed`: the operator has confirmed that
 * it was accepted. Forward only (docs/project/decisions.md).
 */
import { type PrizeStatus, prizeStatuses } from "#contract/api/prizes";

/** What can happen to a prize record. */
export type PrizeHappening = "put_in_filing" | "accepted";

const table: Record<PrizeStatus, Partial<Record<PrizeHappening, PrizeStatus>>> = {
  recorded: { put_in_filing: "submitted" },
  submitted: { accepted: "filed" },
  filed: {},
};

/** The status after `happening`; undefined where the table has no such step. */
export function nextPrizeStatus(
  status: PrizeStatus,
  happening: PrizeHappening,
): PrizeStatus | undefined {
  return table[status][happening];
}

/** The statuses that `happening` may meet: for conditional updates. */
export function prizeStatusesBefore(happening: PrizeHappening): PrizeStatus[] {
  return prizeStatuses.filter((status) => table[status][happening] !== undefined);
}
