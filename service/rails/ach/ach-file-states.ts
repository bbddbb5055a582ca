/**
 * Status table of an ACH file. Pure, and the only place that decides which statuses can follow.
 *
 *     made → handing_over → handed_over → acknowledged
 *       ↑________│  └──────────────────────────↗
 *       ├─────────────────────────────────────↗
 *       └→ emptied
 *
 * Guarantee: a file is put into the outbox at most once for each time it leaves `made`. The service commits
 * `handing_over` before it publishes the file, and never publishes a file that it finds in that status,
 * because it cannot know whether the bank has it. Three events end that status:
 * - `published`: the attempt that began it has published the file;
 * - `acknowledged`: the bank proves that it has the file, by an acknowledgement or the return of an entry;
 * - a person decides: `confirmed` (the bank has it) or `released` (it does not; hand it over again).
 *
 * The bank's proof counts in every status: a file that was released by mistake is not handed over again if
 * the proof comes first.
 *
 * `emptied` is a file that lost its last entry before it was handed over (late-credits.ts). The bank never gets it.
 */
export const achFileStatuses = [
  "made",
  "handing_over",
  "handed_over",
  "acknowledged",
  "emptied",
] as const;
/** One of {@link achFileStatuses}. */
export type AchFileStatus = (typeof achFileStatuses)[number];

/** Events that can move a file. */
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

/** Statuses of files that the bank has. Only their entries settle. */
export const atTheBank: readonly AchFileStatus[] = ["handed_over", "acknowledged"];

/** Returns the status after `event`; undefined when the table has no such transition. */
export function nextFileStatus(
  status: AchFileStatus,
  event: AchFileEvent,
): AchFileStatus | undefined {
  return table[status][event];
}

/** Returns the statuses that `event` can follow, and the status after it, for conditional updates. */
export function transitionOf(event: AchFileEvent): { from: AchFileStatus[]; to: AchFileStatus } {
  const from = achFileStatuses.filter((status) => table[status][event] !== undefined);
  const to = from[0] && table[from[0]][event];
  if (to === undefined) throw new Error(`no ACH file status allows ${event}`);
  return { from, to };
}
