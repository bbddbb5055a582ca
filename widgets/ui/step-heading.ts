import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { stepHeadings } from "./step-heading-listener.ts";

/**
 * For the heading of a step. When the step appears (and when `isShown` becomes true again), the
 * heading takes the focus if this document has it: the page's own focus is never stolen.
 */
export function useStepHeading(isShown = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { current } = heading;
    if (!isShown || !current) return;
    const hadFocus = document.hasFocus();
    if (hadFocus) current.focus({ preventScroll: true });
    stepHeadings.told(current, hadFocus);
  }, [isShown]);
  return heading;
}
