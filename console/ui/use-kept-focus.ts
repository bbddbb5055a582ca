import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the focus in a box with a control that can disappear on use: the box then takes the focus, which would
 * otherwise go to the top of the page. If the box disappears too, the page's heading takes it. A focus that was
 * elsewhere, or nowhere, stays: a reload must not scroll a page while someone is reading it. Put the ref on an element
 * with `tabIndex={-1}`. `isThere`: whether the control is on the page.
 */
export function useKeptFocus<Box extends HTMLElement = HTMLDivElement>(
  isThere: boolean,
): RefObject<Box | null> {
  const box = useRef<Box>(null);
  const wasThere = useRef(isThere);
  // Read here, because this render removes the control.
  const focused = document.activeElement;
  useEffect(() => {
    const isLost = focused?.isConnected === false && document.activeElement === document.body;
    if (wasThere.current && !isThere && isLost) (box.current ?? findHeading())?.focus();
    wasThere.current = isThere;
  }, [isThere]);
  return box;
}

/**
 * Like {@link useKeptFocus}, for controls that disappear with their component: the nearest box around them that can take
 * the focus does, otherwise the page's heading. Put the ref on the controls.
 */
export function useFocusLeft<Controls extends HTMLElement>(): RefObject<Controls | null> {
  const controls = useRef<Controls>(null);
  useLayoutEffect(() => {
    const element = controls.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const places = [element.parentElement?.closest<HTMLElement>("[tabindex]"), findHeading()];
      // After the render that removes the controls. If it removed the page too, the next page decides.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        places.find((place) => place?.isConnected)?.focus();
      });
    };
  }, []);
  return controls;
}

/** The heading of the page (page.tsx). */
export const findHeading = () => document.querySelector<HTMLElement>("h1[tabindex]");
