import { useEffect, useRef } from "preact/hooks";
import type { ConsoleSession } from "#contract/console/session";
import { Entrance } from "./entrance.tsx";

/**
 * A new sign-in on top of a page whose session has ended. It is modal, so that a dialog below does not keep the focus.
 * Afterwards the focus returns to where it was.
 */
export function Reentry({ session }: { session: ConsoleSession }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    const { title } = document;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      document.title = title;
      // After the page is visible again.
      requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus());
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="reentry"
      data-testid="reentry"
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.isConnected && dialog.current.showModal()}
    >
      <Entrance session={session} isReentry />
    </dialog>
  );
}
