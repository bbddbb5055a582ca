import { stepHeadings } from "../ui/step-heading-listener.ts";
import type { Teller } from "./frame-life.ts";

/** A widget that shrinks by more would leave a customer at its end below all of it. */
const muchPx = 100;

/**
 * Asks the page to scroll while the customer works in this frame: to the heading of a new step, and
 * to the widget when it becomes much shorter. Headings also when `isAwaited`: the page's own button
 * was pressed and its outcome is waited for. Browsers draw no frame that is out of sight, so an
 * outcome there would never be seen. Call it after {@link tellHeight}, whose messages come first.
 */
export function tellHeadings(
  root: HTMLElement,
  page: Teller,
  isAwaited: () => boolean = () => false,
): void {
  stepHeadings.told = (heading, hadFocus) => {
    if (!hadFocus && !isAwaited()) return;
    const { top, bottom } = heading.getBoundingClientRect();
    page.send({ type: "reveal", topPx: Math.max(0, Math.floor(top)), bottomPx: Math.ceil(bottom) });
  };
  let beforePx = 0;
  new ResizeObserver(() => {
    const heightPx = Math.ceil(root.getBoundingClientRect().height);
    const isShorter = beforePx - heightPx > muchPx;
    beforePx = heightPx;
    if (isShorter && document.hasFocus())
      page.send({ type: "reveal", topPx: 0, bottomPx: heightPx });
  }).observe(root);
}
