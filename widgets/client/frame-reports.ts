import type { frameMessages, MessageOf } from "#contract/channel/messages";

export interface FramePage {
  send(message: MessageOf<typeof frameMessages>): void;
  /** See {@link PageChannel.isKnown}. Missing in frames that say nothing in the handshake. */
  isKnown?(): boolean;
}

export const readyFields = (root: HTMLElement): { heightPx: number; title: string } => ({
  heightPx: Math.ceil(root.getBoundingClientRect().height),
  title: document.title,
});

/**
 * Sends `ready` unless the handshake said it, and `resize` only when the widget needs a new height: each message
 * costs the page time. The first check does not wait for the observer, which browsers do not call in a frame out of
 * sight.
 */
export function reportHeight(root: HTMLElement, page: FramePage): void {
  // The height that the page has reserved.
  let reportedPx = innerHeight;
  if (!page.isKnown?.()) {
    const fields = readyFields(root);
    reportedPx = fields.heightPx;
    page.send({ type: "ready", ...fields });
  }
  let isWaiting = false;
  const report = () => {
    isWaiting = false;
    const { heightPx } = readyFields(root);
    if (heightPx === reportedPx) return;
    reportedPx = heightPx;
    page.send({ type: "resize", heightPx });
  };
  // Measures after the other observers have run. One of them may start an animation from the old height; measured
  // before that, the new height would make the page jump.
  const resized = () => {
    if (!isWaiting) setTimeout(report);
    isWaiting = true;
  };
  new ResizeObserver(resized).observe(root);
  resized();
}

/** Sends `escape` to the page when the widget does not use the key. */
export function reportEscape(page: FramePage): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) page.send({ type: "escape" });
  });
}
