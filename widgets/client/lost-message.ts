/** Tells the customer that a script of the frame did not load. */
export interface LostMessage {
  /**
   * Shows the message after a failed try. The signal aborts when the customer wants to try at once. `isStalled`: the
   * try continues and another would wait for the same response, so the button reloads the frame.
   */
  failed(isStalled?: boolean): AbortSignal;
  remove(): void;
}

/** Retrying cannot help if a release removed the file or the browser remembers the failure (lost-scripts.ts). */
function reloadIfReachable(): void {
  fetch(location.href, { cache: "no-store" }).then(
    ({ ok }) => ok && location.reload(),
    () => undefined,
  );
}

/**
 * The text is the page's `<template id="lost">` (widgets/prerender.tsx), which needs no loading. The button tries at
 * once, and reloads the frame if that fails too.
 */
export function createLostMessage(root: HTMLElement): LostMessage {
  const template = document.querySelector<HTMLTemplateElement>("#lost");
  const message = template?.content.firstElementChild as Element;
  let pressed = new AbortController();
  let isStuck: boolean | undefined;
  message.querySelector("button")?.addEventListener("click", () => {
    if (isStuck) reloadIfReachable();
    pressed.abort();
  });
  return {
    failed(isStalled) {
      isStuck = isStalled;
      if (pressed.signal.aborted) reloadIfReachable();
      pressed = new AbortController();
      if (!message.isConnected) root.prepend(message);
      return pressed.signal;
    },
    remove: () => message.remove(),
  };
}
