import { useLayoutEffect, useRef } from "preact/hooks";
import type { ConsoleSession } from "#contract/console/session";
import { Entrance } from "./entrance.tsx";

/**
 * A new sign-in on top of a page after its session has ended. It is modal, so that no dialog below keeps the focus, and
 * restores the focus and the title afterwards.
 */
export function Reentry({ session }: { session: ConsoleSession }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the entrance sets its title and takes the focus.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const { title } = document;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      document.title = title;
      // Waits until the page is visible again.
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
