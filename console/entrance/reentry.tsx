import { useEffect, useRef } from "preact/hooks";
import type { ConsoleSession } from "#contract/console/session";
import { Entrance } from "./entrance.tsx";

/**
 * The way in on top of a page whose session has ended. Modal, so that a dialog that was open underneath does
 * not hold the focus; what had the focus gets it back.
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
      // Once the page is to be seen again.
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
