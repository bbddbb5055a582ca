/**
 * Takes the focus to the first field in `place` that is marked as wrong, and tells how many are. What is hidden
 * is not asked for.
 */
export function focusFirstWrong(place: HTMLElement | null): number {
  const marked = place?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
  const wrong = [...marked].filter((field) => field.closest("[hidden]") === null);
  const [first] = wrong;
  // A group of radio buttons is marked as a whole and takes no focus itself.
  (first?.querySelector<HTMLElement>("input") ?? first)?.focus();
  return wrong.length;
}
