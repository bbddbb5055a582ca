/**
 * Status table of an ACH entry, and the only place that decides which statuses can follow. Pure.
 *
 *     queued → filed → settled → returned
 *        └→ canceled     └────────↗ (filed → returned)
 *
 * Before a file is handed over, a refund can leave it (`filed` → `canceled`, and `filed` → `queued` while returns are
 * unread, late-credits.ts), and so can a credit that its source holds (`filed` → `queued`, hold-entry.ts). `returned`
 * and `canceled` are final. An entry settles after two banking days without a return. An account holder's dispute can
 * still return it for sixty more days.
 */

export const achStatuses = ["queued", "canceled", "filed", "settled", "returned"] as const;
export type AchStatus = (typeof achStatuses)[number];

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

/** The status after an event; undefined if the table has no such transition. */
export function nextAchStatus(status: AchStatus, event: AchEvent): AchStatus | undefined {
  return table[status][event];
}

/** The statuses that `event` can follow, for conditional updates. */
export function statusesBefore(event: AchEvent): AchStatus[] {
  return achStatuses.filter((status) => table[status][event] !== undefined);
}
