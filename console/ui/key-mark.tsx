/** The key that does the same as the button it stands in; the list of keys says it to screen readers. */
export function KeyMark({ name }: { name: string }) {
  return (
    <span class="key-mark" aria-hidden="true">
      {name}
    </span>
  );
}
