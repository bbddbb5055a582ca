/**
 * Keeps the focus on the page when the control that has it disappears, such as a button after its use or the row of a
 * finished case. Browsers would give it to the body, so that the keyboard and screen readers start again at the top.
 * - The nearest box around the control that is left takes the focus (`tabIndex={-1}`), otherwise the page's heading.
 * - If the whole page was left, the next page decides.
 * - If nothing had the focus, nothing gets it: a reload must not scroll a page while someone is reading it.
 */

/** Watches the document. Call it once. Returns a function that stops it. */
export function keepFocus(): () => void {
  let focused: Element | null = null;
  let places: readonly HTMLElement[] = [];
  const remember = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? target : null;
    places = focusPlaces(focused);
  };
  // Some browsers report the removal of a control as if the person had left it, so this checks once it is removed.
  const forget = () =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && focused?.isConnected) focused = null;
    });
  const observer = new MutationObserver(() => {
    if (focused === null || focused.isConnected) return;
    focused = null;
    if (document.activeElement === document.body) focusFirst(places);
  });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", forget);
  observer.observe(document, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", forget);
    observer.disconnect();
  };
}

/** The boxes around an element of a page (page.tsx), from the inside out, and the page's heading. */
export function focusPlaces(element: Element | null): readonly HTMLElement[] {
  const page = element?.closest(".page");
  if (!page) return [];
  const places: HTMLElement[] = [];
  const boxAround = (inner: Element | null) =>
    inner?.parentElement?.closest<HTMLElement>(".page [tabindex]") ?? null;
  for (let box = boxAround(element); box; box = boxAround(box)) places.push(box);
  const heading = page.querySelector<HTMLElement>("h1");
  return heading ? [...places, heading] : places;
}

/** Focuses the first element that is still on the page. */
export function focusFirst(places: readonly HTMLElement[]): void {
  places.find((place) => place.isConnected)?.focus();
}
