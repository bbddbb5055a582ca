import type { W9Api } from "./w9-api.ts";
import { nothingWatched, type W9Outcome, type Watched, watchOnce } from "./watch.ts";

/** Watches a form in another window by polling the server; see watch.ts for when it ends. */
export interface WindowWatch {
  /** Reports the state of the window's handle; null without one. */
  handle(isClosed: boolean | null): void;
  /** Polls at once: the customer looks at the page again. */
  look(): void;
  /** Polls a last time and ends with the server's status; `canceled` if the form is still open. */
  settle(): Promise<W9Outcome>;
  stop(): void;
}

interface WatchOptions {
  readonly api: Pick<W9Api, "status">;
  readonly w9Id: string;
  readonly nowMs: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly onOutcome: (outcome: W9Outcome) => void;
}

const pauseMs = 2_000;
const longestPauseMs = 30_000;

/** Calls `onOutcome` once, unless the watch is stopped before. */
export function watchWindow(options: WatchOptions): WindowWatch {
  const { api, w9Id, nowMs, after, onOutcome } = options;
  let watched: Watched = nothingWatched;
  let isHandleClosed: boolean | null = null;
  let isOver = false;
  let isAsking = false;
  let failures = 0;
  let cancel = () => {};

  const end = (outcome: W9Outcome) => {
    if (isOver) return;
    isOver = true;
    cancel();
    onOutcome(outcome);
  };
  const expired = (): W9Outcome => ({ type: "expired", w9Id, status: "expired" });

  const ask = async () => {
    if (isAsking || isOver) return;
    isAsking = true;
    cancel();
    const result = await api.status();
    isAsking = false;
    if (isOver) return;
    if (result.ok) {
      failures = 0;
      const next = watchOnce(watched, { status: result.value, isHandleClosed, nowMs: nowMs() });
      if ("outcome" in next) return end(next.outcome);
      watched = next.watched;
    } else {
      failures += 1;
      if (isFinal(result.failure.code)) return end(expired());
    }
    const waitMs = Math.min(longestPauseMs, pauseMs * 2 ** Math.min(failures, 4));
    cancel = after(waitMs, () => void ask());
  };
  void ask();

  return {
    handle(isClosed) {
      const isUpdate = isClosed !== isHandleClosed;
      isHandleClosed = isClosed;
      if (isUpdate) void ask();
    },
    look: () => void ask(),
    async settle() {
      const result = await api.status();
      if (!result.ok) {
        if (!isFinal(result.failure.code)) throw new Error(result.failure.code);
        end(expired());
        return expired();
      }
      const { status, notUsPerson } = result.value;
      const type =
        status === "completed"
          ? "completed"
          : status !== "pending"
            ? "expired"
            : notUsPerson
              ? "not_us_person"
              : "canceled";
      const outcome: W9Outcome = { type, w9Id: result.value.w9Id, status };
      end(outcome);
      return outcome;
    },
    stop() {
      isOver = true;
      cancel();
    },
  };
}

/** A secret that does not work now will never work again. */
function isFinal(code: string): boolean {
  return code === "client_secret_expired" || code === "client_secret_invalid";
}
