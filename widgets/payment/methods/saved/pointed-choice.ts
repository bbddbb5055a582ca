let pointed: string | null = null;
let isWatching = false;

/**
 * Remembers the payment method just chosen by pointer or touch. Arrow keys choose too, but then the focus must stay on
 * the list, or the customer could not move on (WCAG 3.2.2). A second call does nothing.
 */
export function watchPointedChoices(document: Document): void {
  if (isWatching) return;
  isWatching = true;
  const remember = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.type !== "radio") return;
    pointed = target.matches(":focus-visible") ? null : target.value;
  };
  // Runs before the radio button's own listener, which draws the form.
  document.addEventListener("change", remember, true);
}

/** Whether a pointer made the choice. True at most once for each choice. */
export function takePointedChoice(method: string): boolean {
  const isPointed = pointed === method;
  if (isPointed) pointed = null;
  return isPointed;
}
