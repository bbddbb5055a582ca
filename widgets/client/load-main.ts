import type { ErrorReport } from "#contract/channel/channel-error";
import { type FramePage, readyFields } from "./frame-reports.ts";
import { keepLoading } from "./keep-loading.ts";
import type { LostMessage } from "./lost-message.ts";

/** Why the frame does not work yet. */
export const lostReport: ErrorReport = {
  code: "network",
  party: "network",
  message: "The frame's script did not load.",
};

export interface MainLoader {
  /**
   * Retries until `load` succeeds. Meanwhile page and customer know that the widget did not load. With `isMissed`, for
   * parts needed only sometimes, only the customer knows, and only while it returns true.
   */
  need<Part>(load: () => Promise<Part>, isMissed?: () => boolean): Promise<Part>;
  /** Loads the main script, which takes over from the first. */
  run(): void;
}

/**
 * Loads the rest for a frame's first script. The page gets `loaderror` after a failure, and `ready` once everything has
 * loaded.
 */
export function createMainLoader(
  root: HTMLElement,
  page: FramePage,
  message: LostMessage,
): MainLoader {
  let isLost = false;
  const need: MainLoader["need"] = async (load, isMissed) => {
    const part = await keepLoading(load, (isStalled) => {
      if (isMissed && !isMissed()) return void message.remove();
      if (!isMissed && !isLost) {
        isLost = true;
        page.send({ type: "loaderror", error: lostReport });
      }
      return message.failed(isStalled);
    });
    message.remove();
    if (isLost && !isMissed) {
      isLost = false;
      page.send({ type: "ready", ...readyFields(root) });
    }
    return part;
  };
  return { need, run: () => void need(importMain) };
}

async function importMain(): Promise<void> {
  const source = document.querySelector<HTMLLinkElement>("link[data-main]")?.href;
  if (source) await import(/* @vite-ignore */ source);
}
