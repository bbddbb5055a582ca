import type { frameMessages, MessageOf } from "../../contract/channel/messages.ts";
import { onStepHeading } from "../ui/step-heading.ts";

/** Tells what every widget's frame tells. */
interface Teller {
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

/**
 * Asks the page to scroll the heading of a new step into view while the customer works in this frame,
 * or, by `isAwaited`, waits for the outcome of the page's own button. Browsers draw no frame that is
 * out of sight, so an outcome there would never be seen.
 */
export function tellHeadings(page: Teller, isAwaited: () => boolean = () => false): void {
  onStepHeading((heading, hadFocus) => {
    if (!hadFocus && !isAwaited()) return;
    const { top, bottom } = heading.getBoundingClientRect();
    page.send({ type: "reveal", topPx: Math.max(0, Math.floor(top)), bottomPx: Math.ceil(bottom) });
  });
}

/** Tells the page of an Escape that the widget has no use for. */
export function tellEscape(page: Teller): void {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) page.send({ type: "escape" });
  });
}
