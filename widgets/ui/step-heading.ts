import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { HeadingLevel } from "./heading-level.tsx";
import { stepHeadings } from "./step-heading-listener.ts";

/**
 * A ref for a step's heading. When the step appears, and when `isShown` becomes true again, the heading takes the focus
 * if this document has it: the host page keeps its own. Inside another step it takes the focus only if nothing has it,
 * for example after the pressed button has disappeared.
 */
export function useStepHeading(
  level: HeadingLevel,
  isShown = true,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { current } = heading;
    if (!isShown || !current) return;
    const isElsewhere = document.activeElement !== null && document.activeElement !== document.body;
    if (level > 1 && isElsewhere) return;
    const hadFocus = document.hasFocus();
    if (hadFocus) current.focus({ preventScroll: true });
    stepHeadings.listener(current, hadFocus);
  }, [isShown]);
  return heading;
}
