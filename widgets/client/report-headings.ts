import { stepHeadings } from "../ui/step-heading-listener.ts";
import type { FramePage } from "./frame-reports.ts";

/** If a widget shrinks by more, a customer at its lower end would see only what is below it. */
const largeShrinkPx = 100;
/** Heights that follow each other faster are one smooth change (smooth-heights.ts). */
const oneChangeMs = 300;

/**
 * Asks the page to scroll to the heading of a new step while the customer works in this frame, and to the widget when
 * it becomes much shorter. Does the same while `isAwaited`, when the page's own button was pressed: browsers do not
 * draw a frame out of sight, so nobody would see its outcome. Call it after {@link reportHeight}, so that its messages
 * come first.
 */
export function reportHeadings(
  root: HTMLElement,
  page: FramePage,
  isAwaited: () => boolean = () => false,
): void {
  stepHeadings.listener = (heading, hadFocus) => {
    if (!hadFocus && !isAwaited()) return;
    const { top, bottom } = heading.getBoundingClientRect();
    page.send({ type: "reveal", topPx: Math.max(0, Math.floor(top)), bottomPx: Math.ceil(bottom) });
  };
  let fromPx = 0;
  let lastPx = 0;
  let lastMs = 0;
  new ResizeObserver(() => {
    const heightPx = Math.ceil(root.getBoundingClientRect().height);
    const nowMs = performance.now();
    fromPx = Math.max(heightPx, nowMs - lastMs > oneChangeMs ? lastPx : fromPx);
    lastPx = heightPx;
    lastMs = nowMs;
    if (fromPx - heightPx <= largeShrinkPx) return;
    fromPx = heightPx;
    if (document.hasFocus()) page.send({ type: "reveal", topPx: 0, bottomPx: heightPx });
  }).observe(root);
}
