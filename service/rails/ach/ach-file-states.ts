/**
 * Status table of an ACH file, and the only place that decides which statuses can follow. Pure.
 *
 *     made → handing_over → handed_over → acknowledged
 *       ↑________│  └──────────────────────────↗
 *       ├─────────────────────────────────────↗
 *       └→ emptied
 *
 * Guarantee: a file is put into the outbox at most once for each time it leaves `made`. The service commits
 * `handing_over` before it publishes the file, and never publishes a file that it finds in that status: the bank may
 * have it. Three events end that status:
 * - `published`: the attempt that began it has published the file;
 * - `acknowledged`: the bank proves that it has the file, by an acknowledgement or the return of an entry;
 * - a person decides: `confirmed` (the bank has it) or `released` (it does not; hand it over again).
 *
 * The bank's proof counts in every status: it stops the second hand-over of a file that was released by mistake.
 *
 * `emptied`: the file lost its last entry before it was handed over (late-credits.ts). The bank never gets it.
 */
export const achFileStatuses = [
  "made",
  "handing_over",
  "handed_over",
  "acknowledged",
  "emptied",
] as const;
export type AchFileStatus = (typeof achFileStatuses)[number];

export type AchFileEvent =
  | "began"
  | "published"
  | "acknowledged"
  | "confirmed"
  | "released"
  | "emptied";

const table: Record<AchFileStatus, Partial<Record<AchFileEvent, AchFileStatus>>> = {
  made: { began: "handing_over", acknowledged: "acknowledged", emptied: "emptied" },
  handing_over: {
    published: "handed_over",
    confirmed: "handed_over",
    acknowledged: "acknowledged",
    released: "made",
  },
  handed_over: { acknowledged: "acknowledged" },
  acknowledged: {},
  emptied: {},
};

/** The bank has these files. Only their entries settle. */
export const atTheBank: readonly AchFileStatus[] = ["handed_over", "acknowledged"];

/** The status after an event; undefined if the table has no such transition. */
export function nextFileStatus(
  status: AchFileStatus,
  event: AchFileEvent,
): AchFileStatus | undefined {
  return table[status][event];
}

/** The statuses that `event` can follow, and the next one, for conditional updates. */
export function transitionOf(event: AchFileEvent): { from: AchFileStatus[]; to: AchFileStatus } {
  const from = achFileStatuses.filter((status) => table[status][event] !== undefined);
  const to = from[0] && table[from[0]][event];
  if (to === undefined) throw new Error(`no ACH file status allows ${event}`);
  return { from, to };
}
