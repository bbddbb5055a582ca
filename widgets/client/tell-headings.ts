import { stepHeadings } from "../ui/step-heading-listener.ts";
import type { Teller } from "./frame-life.ts";

/**
 * Asks the page to scroll the heading of a new step into view while the customer works in this frame,
 * or, by `isAwaited`, waits for the outcome of the page's own button. Browsers draw no frame that is
 * out of sight, so an outcome there would never be seen.
 */
export function tellHeadings(page: Teller, isAwaited: () => boolean = () => false): void {
  stepHeadings.told = (heading, hadFocus) => {
    if (!hadFocus && !isAwaited()) return;
    const { top, bottom } = heading.getBoundingClientRect();
    page.send({ type: "reveal", topPx: Math.max(0, Math.floor(top)), bottomPx: Math.ceil(bottom) });
  };
}
