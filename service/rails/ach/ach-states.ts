/**
 * The status table of an ACH entry: the only place that says what may become of one. Pure.
 *
 *     queued → filed → settled → returned
 *        └→ canceled     └────────↗ (filed → returned)
 *
 * `returned` and `canceled` are final. `settled` is what nobody has sent back within the window of two
 * banking days; what an account's holder disputes may come back for sixty days more.
 */

/** Every status of an entry. */
export const achStatuses = ["queued", "canceled", "filed", "settled", "returned"] as const;
/** One of {@link achStatuses}. */
export type AchStatus = (typeof achStatuses)[number];

/** What can happen to an entry. */
export type AchHappening = "canceled" | "put_in_file" | "window_passed" | "came_back";

const table: Record<AchStatus, Partial<Record<AchHappening, AchStatus>>> = {
  queued: { canceled: "canceled", put_in_file: "filed" },
  filed: { window_passed: "settled", came_back: "returned" },
  settled: { came_back: "returned" },
  canceled: {},
  returned: {},
};

/** The status after `happening`; undefined where the table has no such step. */
export function nextAchStatus(status: AchStatus, happening: AchHappening): AchStatus | undefined {
  return table[status][happening];
}

/** The statuses that `happening` may meet: for conditional updates. */
export function statusesBefore(happening: AchHappening): AchStatus[] {
  return achStatuses.filter((status) => table[status][happening] !== undefined);
}
