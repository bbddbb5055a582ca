const css = `
dialog{box-sizing:border-box;width:min(100% - 32px,var(--w));height:min(100dvh - 32px,var(--h));max-width:none;max-height:none;margin:auto;padding:0;border:0;border-radius:12px;overflow:hidden;background:canvas;box-shadow:0 24px 64px rgb(15 23 42/.32)}
dialog::backdrop{background:rgb(15 23 42/.56)}
iframe{display:block!important;width:100%!important;height:100%!important;border:0}
@media(max-width:640px){dialog{width:100%;height:100dvh;border-radius:0}}
@media(forced-colors:active){dialog{border:1px solid}}`;

export interface Dialog {
  /** The parent for a frame, which loads before the dialog is shown. */
  readonly element: HTMLDialogElement;
  /** `onCancel` runs on Escape or the back gesture. `asker` is the frame that requested the dialog, if any. */
  show(onCancel: () => void, asker?: HTMLElement): void;
  /** The dialog never exceeds the viewport. */
  resize(heightPx: number): void;
  /** Removes the dialog and restores the focus. */
  remove(): void;
}

/** Whether a popover is open. Browsers without popovers do not know the selector. */
const isOpen = (popover: HTMLElement | null | undefined) =>
  popover?.showPopover && popover.matches(":popover-open");

/**
 * Creates a modal `<dialog>` for a frame: above a modal dialog of the operator, overlays and popovers are inert. A
 * shadow root isolates it from the page's styles; its constructed style sheet passes a strict CSP. Screen readers read
 * `title`.
 */
export const createDialog = (title: string, widthPx: number, heightPx: number): Dialog => {
  let focused: HTMLElement | null = null;
  let popover: HTMLElement | null | undefined;
  const host = document.createElement("div");
  host.style.cssText =
    "all:initial!important;color-scheme:inherit!important;display:contents!important";
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const element = document.createElement("dialog");
  const resize = (toPx: number) => element.style.setProperty("--h", `${toPx}px`);
  element.style.setProperty("--w", `${widthPx}px`);
  resize(heightPx);
  element.setAttribute("aria-label", title);
  root.appendChild(element);
  document.body.appendChild(host);
  return {
    element,
    resize,
    show(onCancel, asker) {
      focused = document.activeElement as HTMLElement | null;
      // While the focus is in a frame, Safari reports the page's last focused element.
      if (asker && focused !== document.body && !focused?.matches(":focus-within")) focused = asker;
      // A modal dialog closes the page's popovers. One that contains the frame must open again.
      popover = asker?.closest<HTMLElement>("[popover]");
      if (!isOpen(popover)) popover = null;
      element.addEventListener("cancel", (event) => {
        event.preventDefault();
        onCancel();
      });
      element.showModal();
    },
    remove() {
      if (element.open) element.close();
      host.remove();
      if (popover?.isConnected && !isOpen(popover)) popover.showPopover();
      // The dialog itself restores the focus, except to a nested frame.
      focused?.focus({ preventScroll: true });
    },
  };
};
