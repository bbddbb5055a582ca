/**
 * The state of a W-9 that the customer completes in another window, as the server reports it. Pure: the caller polls
 * and passes the responses.
 * What always holds:
 * - Only the server knows completion, so it survives a closed opener, COOP and reloads.
 * - Nothing is `canceled` while the server has an open window that reported recently. A page with COOP sees its window
 *   as closed from the start, so the handle alone proves nothing.
 * - It always ends: with the form, with the link, or after half an hour of silence.
 */
import type { ReadStatus } from "./w9-api.ts";

/** How a W-9 ended for the page that requested it. */
export interface W9Outcome {
  readonly type: "completed" | "not_us_person" | "canceled" | "expired";
  readonly w9Id: string;
  /** The form's status at that moment. */
  readonly status: string;
}

/** What is known about the window. */
export interface Watched {
  /** The handle was open while the server had the page open, so a closed handle now means a closed window. */
  readonly trustsHandle: boolean;
  /** Since when the page has been gone, or not loaded, with a closed handle; otherwise null. */
  readonly goneSinceMs: number | null;
  /** Refusals in a row. */
  readonly refusals: number;
}

export const nothingWatched: Watched = { trustsHandle: false, goneSinceMs: null, refusals: 0 };

/** A closed window may have sent something just before. */
const closedGraceMs = 3_000;
/** A page that reloads is gone while it loads. */
const leftGraceMs = 10_000;
/** A new window has this long to load its page. */
const loadGraceMs = 20_000;
/** After this much silence, the page counts as gone. */
const maxIdleSeconds = 30 * 60;

/** The next state, or how the W-9 ended. */
export function watchOnce(
  watched: Watched,
  heard: {
    readonly status: ReadStatus;
    /** Null if there is no window. */
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
  if (isGone || (isHandleClosed !== false && idleSeconds > maxIdleSeconds)) {
    return end(status.notUsPerson ? "not_us_person" : "canceled");
  }
  return { watched: { trustsHandle, goneSinceMs, refusals: 0 } };
}
