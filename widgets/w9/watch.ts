/**
 * What became of a W-9 that is filled in in another window, as the server tells it. Pure: the caller
 * polls and passes what it heard.
 *
 * It must hold that
 * - completion is known from the server alone, so it survives a closed opener, COOP and reloads;
 * - nothing is `canceled` while the server has an open window that was heard of lately: a page with COOP
 *   sees its window as closed from the first moment, so the window's handle alone proves nothing;
 * - it always ends: by the form, by the link's end, or when nothing was heard for half an hour.
 */
import type { ReadStatus } from "./w9-api.ts";

/** How a W-9 ended for the page that asked for it. */
export interface W9Outcome {
  readonly type: "completed" | "not_us_person" | "canceled" | "expired";
  readonly w9Id: string;
  /** The form's status at that moment. */
  readonly status: string;
}

/** What is known of the window so far. */
export interface Watched {
  /** The handle was open while the server had the page open: from then on its closing means closing. */
  readonly trustsHandle: boolean;
  /** Since when the page is left, or was never loaded, with a closed handle; null: it isn't. */
  readonly goneSinceMs: number | null;
  /** Asks in a row that the server refused. */
  readonly refusals: number;
}

/** At the beginning. */
export const nothingWatched: Watched = { trustsHandle: false, goneSinceMs: null, refusals: 0 };

/** A closed window may have sent something just before. */
const closedGraceMs = 3_000;
/** A page that is loaded again is left for as long as loading takes. */
const leftGraceMs = 10_000;
/** A window that was opened has this long to load its page. */
const loadGraceMs = 20_000;
/** Nothing was heard of the page for so long: it is gone without a word. */
const mostIdleSeconds = 30 * 60;

/** The next state, or how it ended. */
export function watchOnce(
  watched: Watched,
  heard: {
    readonly status: ReadStatus;
    /** The window's handle says closed; null where there is no window. */
    readonly isHandleClosed: boolean | null;
    readonly nowMs: number;
  },
): { watched: Watched } | { outcome: W9Outcome } {
  const { status, isHandleClosed, nowMs } = heard;
  const { w9Id, window, idleSeconds } = status;
  const end = (type: W9Outcome["type"]) => ({ outcome: { type, w9Id, status: status.status } });
  if (status.status === "completed") return end("completed");
  if (status.status !== "pending") return end("expired");

  const trustsHandle = watched.trustsHandle || (isHandleClosed === false && window === "open");
  const graceMs =
    isHandleClosed !== true
      ? null
      : trustsHandle
        ? closedGraceMs
        : window === "left"
          ? leftGraceMs
          : window === "none"
            ? loadGraceMs
            : null;
  const goneSinceMs = graceMs === null ? null : (watched.goneSinceMs ?? nowMs);
  const isGone = graceMs !== null && goneSinceMs !== null && nowMs - goneSinceMs >= graceMs;
  if (isGone || (isHandleClosed !== false && idleSeconds > mostIdleSeconds)) {
    return end(status.notUsPerson ? "not_us_person" : "canceled");
  }
  return { watched: { trustsHandle, goneSinceMs, refusals: 0 } };
}
