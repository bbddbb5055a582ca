/**
 * The status table of an ACH file: the only place that says what may become of one. Pure.
 *
 *     made → handing_over → handed_over → acknowledged
 *       ↑________│  └──────────────────────────↗
 *       └─────────────────────────────────────↗
 *
 * Guarantee: a file is put into the outbox at most once for each time it leaves `made`. The service
 * commits `handing_over` before it publishes the file, and never publishes a file that it finds in that
 * state, because it can't know whether the bank has it. Only three things end that state: the attempt
 * that began it notes that it has published (`published`), the bank proves that it has the file
 * (`acknowledged`: an acknowledgement, or the return of an entry), or a person decides
 * (`confirmed`: the bank has it; `released`: the bank does not have it, hand it over again). The bank's
 * proof counts in every state: a file that was released by mistake is not handed over again if the proof
 * comes first.
 */
export const achFileStatuses = ["made", "handing_over", "handed_over", "acknowledged"] as const;
/** One of {@link achFileStatuses}. */
export type AchFileStatus = (typeof achFileStatuses)[number];

/** What can happen to a file. */
export type AchFileHappening = "began" | "published" | "acknowledged" | "confirmed" | "released";

const table: Record<AchFileStatus, Partial<Record<AchFileHappening, AchFileStatus>>> = {
  made: { began: "handing_over", acknowledged: "acknowledged" },
  handing_over: {
    published: "handed_over",
    confirmed: "handed_over",
    acknowledged: "acknowledged",
    released: "made",
  },
  handed_over: { acknowledged: "acknowledged" },
  acknowledged: {},
};

/** Files that the bank has: their entries settle. */
export const atTheBank: readonly AchFileStatus[] = ["handed_over", "acknowledged"];

/** The status after `happening`; undefined where the table has no such step. */
export function nextFileStatus(
  status: AchFileStatus,
  happening: AchFileHappening,
): AchFileStatus | undefined {
  return table[status][happening];
}

/** The statuses that `happening` may meet, and the one that it leads to: for conditional updates. */
export function stepOf(happening: AchFileHappening): { from: AchFileStatus[]; to: AchFileStatus } {
  const from = achFileStatuses.filter((status) => table[status][happening] !== undefined);
  const to = from[0] && table[from[0]][happening];
  if (to === undefined) throw new Error(`nothing in the table of ACH files is ${happening}`);
  return { from, to };
}
