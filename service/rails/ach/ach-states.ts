/**
 * Status table of an ACH entry. Pure, and the only place that decides which statuses can follow.
 *
 *     queued → filed → settled → returned
 *        └→ canceled     └────────↗ (filed → returned)
 *
 * A refund can also leave a file before it is handed over: `filed` → `canceled` (late-credits.ts). So can a credit that
 * its source holds: `filed` → `queued` (hold-entry.ts). `returned` and `canceled` are final. An entry is `settled` when it was not returned within two banking
 * days. An account holder's dispute can still return it for sixty more days.
 */

/** All statuses of an entry. */
export const achStatuses = ["queued", "canceled", "filed", "settled", "returned"] as const;
/** One of {@link achStatuses}. */
export type AchStatus = (typeof achStatuses)[number];

/** Events that can move an entry. */
export type AchEvent =
  | "canceled"
  | "put_in_file"
  | "taken_out"
  | "put_back"
  | "window_passed"
  | "came_back";

const table: Record<AchStatus, Partial<Record<AchEvent, AchStatus>>> = {
  queued: { canceled: "canceled", put_in_file: "filed" },
  filed: {
    taken_out: "canceled",
    put_back: "queued",
    window_passed: "settled",
    came_back: "returned",
  },
  settled: { came_back: "returned" },
  canceled: {},
  returned: {},
};

/** Returns the status after `event`; undefined when the table has no such transition. */
export function nextAchStatus(status: AchStatus, event: AchEvent): AchStatus | undefined {
  return table[status][event];
}

/** Returns the statuses that `event` can follow, for conditional updates. */
export function statusesBefore(event: AchEvent): AchStatus[] {
  return achStatuses.filter((status) => table[status][event] !== undefined);
}
