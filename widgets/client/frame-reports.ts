import type { frameMessages, MessageOf } from "#contract/channel/messages";

/** Sends the messages that every widget's frame sends. */
export interface FramePage {
  send(message: MessageOf<typeof frameMessages>): void;
}

/** Sends `ready` to the page with the widget's name and the height that it needs, and `resize` whenever that changes. */
export function reportHeight(root: HTMLElement, page: FramePage): void {
  const heightPx = () => Math.ceil(root.getBoundingClientRect().height);
  let toldPx = heightPx();
  page.send({ type: "ready", heightPx: toldPx, title: document.title });
  new ResizeObserver(() => {
    if (heightPx() === toldPx) return;
    toldPx = heightPx();
    page.send({ type: "resize", heightPx: toldPx });
  }).observe(root);
}

/** Sends `escape` to the page when Escape is pressed and the widget does not use it. */
export function reportEscape(page: FramePage): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) page.send({ type: "escape" });
  });
}
