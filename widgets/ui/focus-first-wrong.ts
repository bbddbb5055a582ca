/** Focuses the first visible field in `place` that is marked as wrong, and returns how many there are. */
export function focusFirstWrong(place: HTMLElement | null): number {
  const marked = place?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
  const wrong = [...marked].filter((field) => field.closest("[hidden]") === null);
  const [first] = wrong;
  // A group of radio buttons is marked as a whole and cannot be focused itself.
  (first?.querySelector<HTMLElement>("input") ?? first)?.focus();
  return wrong.length;
}
