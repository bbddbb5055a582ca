import type { frameMessages, MessageOf } from "../../contract/channel/messages.ts";

/** Tells what every widget's frame tells. */
interface Teller {
  send(message: MessageOf<typeof frameMessages>): void;
}

/**
 * Tells the page `ready` with the height that the widget needs, and `resize` whenever that changes. While something
 * that holds the place of what is on its way (`data-holds-place`) stands in it, the frame stays as high as it is,
 * at first as high as the page has made it: so the page doesn't jump twice.
 */
export function tellHeight(root: HTMLElement, page: Teller): void {
  let toldPx = innerHeight;
  const nextPx = () => {
    const neededPx = Math.ceil(root.getBoundingClientRect().height);
    const isHeld = root.querySelector("[data-holds-place]") !== null;
    // What comes in its place may be just as high.
    if (isHeld) replaced.observe(root, { childList: true, subtree: true });
    else replaced.disconnect();
    return isHeld ? Math.max(neededPx, toldPx) : neededPx;
  };
  const tellChange = () => {
    const heightPx = nextPx();
    if (heightPx === toldPx) return;
    toldPx = heightPx;
    page.send({ type: "resize", heightPx });
  };
  const replaced = new MutationObserver(tellChange);
  toldPx = nextPx();
  page.send({ type: "ready", heightPx: toldPx });
  new ResizeObserver(tellChange).observe(root);
}

/** Tells the page of an Escape that the widget has no use for. */
export function tellEscape(page: Teller): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) page.send({ type: "escape" });
  });
}
