const css = `
dialog{box-sizing:border-box;width:min(100vw - 32px,var(--w));height:min(100dvh - 32px,var(--h));max-width:none;max-height:none;margin:auto;padding:0;border:0;border-radius:12px;overflow:hidden;background:#fff;color-scheme:light;box-shadow:0 24px 64px rgb(15 23 42/.32)}
dialog::backdrop{background:rgb(15 23 42/.56)}
iframe{display:block!important;width:100%!important;height:100%!important;border:0;color-scheme:light}
@media(max-width:640px){dialog{width:100vw;height:100dvh;border-radius:0}}
@media(forced-colors:active){dialog{border:1px solid}}`;

/** A dialog of the SDK in the page. */
export interface Dialog {
  /** Where a frame goes; it is there, and loads, also while the dialog is not shown. */
  readonly element: HTMLDialogElement;
  /**
   * Shows it above all else; `onCancel`: Escape, or the back gesture. `asker`: the frame that asked for it, if
   * one did.
   */
  show(onCancel: () => void, asker?: HTMLElement): void;
  /** Takes it away and returns the focus to where it was when it was shown. */
  remove(): void;
}

/** Browsers without popovers don't know the selector either. */
const isOpen = (popover: HTMLElement | null | undefined) =>
  popover?.showPopover && popover.matches(":popover-open");

/**
 * Makes a modal dialog for a frame. Only a `<dialog>` opened last is on top of, and can be used above, a
 * modal dialog of the operator's; overlays and popovers are inert there. It stands in a shadow root, out
 * of the page's styles' reach, with a constructed style sheet, which a strict CSP allows. `title` is read
 * out as its name.
 */
export const createDialog = (title: string, widthPx: number, heightPx: number): Dialog => {
  let focused: HTMLElement | null = null;
  let popover: HTMLElement | null | undefined;
  const host = document.createElement("div");
  host.style.cssText = "all:initial!important;display:contents!important";
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const element = document.createElement("dialog");
  element.style.setProperty("--w", `${widthPx}px`);
  element.style.setProperty("--h", `${heightPx}px`);
  element.setAttribute("aria-label", title);
  root.appendChild(element);
  document.body.appendChild(host);
  return {
    element,
    show(onCancel, asker) {
      focused = document.activeElement as HTMLElement | null;
      // Safari goes on naming what the page itself had focused while the focus is in a frame.
      if (asker && focused !== document.body && !focused?.matches(":focus-within")) focused = asker;
      // A modal dialog closes the page's popovers: one that holds the frame is to stand there again afterwards.
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
      // The dialog does this by itself, but not where the focus was in a frame inside a frame of it.
      focused?.focus({ preventScroll: true });
    },
  };
};
