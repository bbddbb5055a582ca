import type { ErrorReport } from "#contract/channel/channel-error";
import { type FramePage, readyFields } from "./frame-reports.ts";
import { keepLoading } from "./keep-loading.ts";
import type { LostMessage } from "./lost-message.ts";

/** Why the frame does not work yet. */
const lostReport: ErrorReport = {
  code: "network",
  party: "network",
  message: "The frame's script did not load.",
};

/** Loads what the frame cannot work without. */
export interface MainLoader {
  /** Retries until `load` succeeds. Meanwhile page and customer know that the widget did not load. */
  need<Part>(load: () => Promise<Part>): Promise<Part>;
  /** Loads the frame's own script, which takes over from the first one. */
  run(): void;
}

/**
 * For a frame's first script. After a failure the page gets `loaderror`, and `ready` once everything has loaded.
 */
export function createMainLoader(
  root: HTMLElement,
  page: FramePage,
  message: LostMessage,
): MainLoader {
  let isLost = false;
  const tell = () => {
    if (!isLost) page.send({ type: "loaderror", error: lostReport });
    isLost = true;
    return message.failed(lostReport);
  };
  const need = async <Part>(load: () => Promise<Part>): Promise<Part> => {
    const part = await keepLoading(load, tell);
    if (isLost) {
      isLost = false;
      message.remove();
      page.send({ type: "ready", ...readyFields(root) });
    }
    return part;
  };
  return { need, run: () => void need(importMain) };
}

/** For a frame whose byte budget has no room for more: a script that does not load is reported, and not tried again. */
export const createReporter = (_root: HTMLElement, page: FramePage): MainLoader => ({
  need: (load) => load(),
  run: () => void importMain().catch(() => page.send({ type: "loaderror", error: lostReport })),
});

async function importMain(): Promise<void> {
  const source = document.querySelector<HTMLLinkElement>("link[data-main]")?.href;
  if (source) await import(/* @vite-ignore */ source);
}
