import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Receives each new step's heading; `hadFocus`: the customer is working in this document. */
type HeadingListener = (heading: HTMLElement, hadFocus: boolean) => void;

let listener: HeadingListener = () => undefined;

/** The frame's entry sets this once, to have the page around it scroll. */
export function onStepHeading(next: HeadingListener): void {
  listener = next;
}

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
    listener(current, hadFocus);
  }, [isShown]);
  return heading;
}
