/** The shortcut of the button that contains it. Screen readers get it from the list of keys. */
export function KeyMark({ name }: { name: string }) {
  return (
    <span class="key-mark" aria-hidden="true">
      {name}
    </span>
  );
}
