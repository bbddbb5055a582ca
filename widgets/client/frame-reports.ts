import type { frameMessages, MessageOf } from "#contract/channel/messages";
import type { ReadyFields } from "./channel-handshake.ts";

/** Sends the messages that every widget's frame sends. */
export interface FramePage {
  send(message: MessageOf<typeof frameMessages>): void;
  /** See {@link PageChannel.knownHeightPx}; frames that say nothing in the handshake have none. */
  knownHeightPx?(): number | undefined;
}

/** The height that the widget needs, and its name. */
export const readyFields = (root: HTMLElement): ReadyFields => ({
  heightPx: Math.ceil(root.getBoundingClientRect().height),
  title: document.title,
});

/**
 * Sends `ready` to the page, unless it knows that from the handshake, and `resize` whenever the height changes. The
 * observer's first call comes with the next layout, so nothing is laid out for it.
 */
export function reportHeight(root: HTMLElement, page: FramePage): void {
  let toldPx = page.knownHeightPx?.();
  if (toldPx === undefined) {
    const fields = readyFields(root);
    toldPx = fields.heightPx;
    page.send({ type: "ready", ...fields });
  }
  let isWaiting = false;
  const report = () => {
    isWaiting = false;
    const { heightPx } = readyFields(root);
    if (heightPx === toldPx) return;
    toldPx = heightPx;
    page.send({ type: "resize", heightPx });
  };
  // After the other observers: a change that moves smoothly starts from the old height, and the page would jump.
  new ResizeObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(report);
  }).observe(root);
}

/** Sends `escape` to the page when Escape is pressed and the widget does not use it. */
export function reportEscape(page: FramePage): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) page.send({ type: "escape" });
  });
}
