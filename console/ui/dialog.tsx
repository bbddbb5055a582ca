import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../widgets/ui/button.tsx";
import { texts } from "../i18n/current-texts.ts";
import { Glyph } from "./glyph.tsx";
import { focusFirst, focusPlaces } from "./keep-focus.ts";

interface DialogProps {
  readonly title: string;
  readonly testId: string;
  readonly onClose: () => void;
  /** Ends the call under way and closes, for calls that can take a long time. */
  readonly onInterrupt?: () => void;
  readonly children: ComponentChildren;
  /** Shown at the inline end of the screen and as high as the screen: for content beside a list. */
  readonly isDrawer?: boolean;
}

/** Whether a button of the dialog around `element` waits for a call. */
const isWaiting = (element: Element | null): boolean =>
  element?.closest("dialog")?.querySelector("[data-busy]") != null;

/**
 * The browser's modal `<dialog>` keeps the focus, returns it, and closes on Escape or a press outside. It stays open
 * while one of its calls is under way: a failure, or a secret that is shown once, would have nowhere else to appear.
 */
export function Dialog(props: DialogProps) {
  const { title, testId, onClose, onInterrupt, children, isDrawer = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const id = useId();
  const close = () => (isWaiting(dialog.current) ? onInterrupt?.() : onClose());
  // Before the next key arrives, which the page behind the dialog would otherwise receive.
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    // A reload behind the dialog can remove the control that opened it.
    const places = opener instanceof HTMLElement ? [opener, ...focusPlaces(opener)] : [];
    const show = () => element?.showModal();
    show();
    // Browsers close it on a second Escape even if the owner kept it open at the first.
    element?.addEventListener("close", show);
    return () => {
      element?.removeEventListener("close", show);
      element?.close();
      // The browser cannot return the focus, because the dialog has already left the page.
      focusFirst(places);
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes it on Escape
    <dialog
      ref={dialog}
      class={isDrawer ? "dialog dialog-drawer" : "dialog"}
      aria-labelledby={id}
      data-testid={testId}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // A text selection may end outside. Its click targets the dialog too, but the press began inside.
      onMouseDown={({ target }) => {
        isPressedOutside.current = target === dialog.current;
      }}
      onClick={({ target }) => target === dialog.current && isPressedOutside.current && close()}
    >
      <div class="dialog-inner">
        <header class="dialog-head">
          <h2 class="dialog-title" id={id}>
            {title}
          </h2>
          <button type="button" class="icon-button" aria-label={texts.value.close} onClick={close}>
            <Glyph name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface DialogActionsProps {
  /** Test ids of the cancel button and of the one that sends. */
  readonly testIds: readonly [cancel: string, send: string];
  readonly isBusy?: boolean;
  /** The form's action cannot be undone. */
  readonly isDanger?: boolean;
  readonly onCancel: () => void;
  /** As in {@link Dialog}. */
  readonly onInterrupt?: () => void;
  /** The text of the button that sends. */
  readonly children: ComponentChildren;
}

/** The buttons at the end of a dialog's form. */
export function DialogActions(props: DialogActionsProps) {
  const { testIds, isBusy = false, isDanger = false, onCancel, onInterrupt, children } = props;
  const actions = useRef<HTMLDivElement>(null);
  const cancel = () => (isWaiting(actions.current) ? onInterrupt?.() : onCancel());
  return (
    <div ref={actions} class="dialog-actions" data-danger={isDanger ? "" : undefined}>
      <Button quiet testId={testIds[0]} waits={isBusy && !onInterrupt} onPress={cancel}>
        {texts.value.cancel}
      </Button>
      <Button type="submit" busy={isBusy} testId={testIds[1]}>
        {children}
      </Button>
    </div>
  );
}
