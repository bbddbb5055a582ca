import { useRef } from "preact/hooks";

/**
 * The read that an edit started from. A later read, such as after a new sign-in, would bring a colleague's change with
 * its version, and saving would overwrite it without a conflict. `rebase` sets the read from which a refused edit
 * continues.
 */
export function useEditBase<T>(read: T, isEdited: boolean): { base: T; rebase: (read: T) => void } {
  const held = useRef(read);
  if (!isEdited) held.current = read;
  const rebase = (later: T) => {
    held.current = later;
  };
  return { base: held.current, rebase };
}
