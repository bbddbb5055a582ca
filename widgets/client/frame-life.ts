import type { frameMessages, MessageOf } from "#contract/channel/messages";

/** Tells what every widget's frame tells. */
export interface Teller {
  send(message: MessageOf<typeof frameMessages>): void;
}

/**
 * Tells the page `ready` with the height that the widget needs, and `resize` whenever that changes.
 */
export function tellHeight(root: HTMLElement, page: Teller): void {
  const heightPx = () => Math.ceil(root.getBoundingClientRect().height);
  let toldPx = heightPx();
  page.send({ type: "ready", heightPx: toldPx });
  new ResizeObserver(() => {
    if (heightPx() === toldPx) return;
    toldPx = heightPx();
    page.send({ type: "resize", heightPx: toldPx });
  }).observe(root);
}

/** Tells the page of an Escape that the widget has no use for. */
export function tellEscape(page: Teller): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) page.send({ type: "escape" });
  });
}
