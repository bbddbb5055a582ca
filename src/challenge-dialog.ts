import {
  type ChallengeWindowSize,
  challengeBarPx,
  challengeFrameMessages,
  type challengePageMessages,
  challengeWindowSizes,
} from "../contract/channel/challenge.ts";
import { createPeer, type Peer } from "../contract/channel/peer.ts";
import { after } from "./after.ts";
import { openFrame } from "./frame.ts";
import { watchLoad } from "./load-watch.ts";
import { frameUrl, type Settings } from "./settings.ts";
import type { TesseraError } from "./tessera-error.ts";

/** Passkeys and payment confirmations of the bank's page, which has an origin of its own. */
const allow = "payment *; publickey-credentials-get *";

const css = `
dialog{box-sizing:border-box;width:min(100vw - 32px,var(--w));height:min(100dvh - 32px,var(--h));max-width:none;max-height:none;margin:auto;padding:0;border:0;border-radius:12px;overflow:hidden;background:#fff;color-scheme:light;box-shadow:0 24px 64px rgb(15 23 42/.32)}
dialog::backdrop{background:rgb(15 23 42/.56)}
iframe{display:block;width:100%;height:100%;border:0;color-scheme:light}
@media(max-width:640px){dialog{width:100vw;height:100dvh;border-radius:0}}
@media(forced-colors:active){dialog{border:1px solid}}`;

/** What the challenge's dialog shows and whom it tells. */
export interface ChallengeOptions {
  /** Read out as the dialog's name. */
  readonly title: string;
  readonly windowSize: ChallengeWindowSize;
  /** The payment frame's port; handed over unread. */
  readonly port: object;
  /** The customer left by Escape or the back gesture; the dialog is closed already. */
  readonly onCanceled: () => void;
  /** The challenge's frame has the port. */
  readonly onOpened: () => void;
  /** It could not be opened; the dialog is closed already. */
  readonly onFailed: (error: TesseraError) => void;
}

/**
 * Shows the challenge's frame in a modal dialog of the page. Only a `<dialog>` opened last is on top
 * of, and can be used above, a modal dialog of the operator's; overlays and popovers are inert
 * there. It stands in a shadow root, out of the page's styles' reach, with a constructed style sheet,
 * which a strict CSP allows. Gives the function that closes it and returns the focus to where it was.
 */
export const openChallengeDialog = (
  settings: Settings,
  { title, windowSize, port, onCanceled, onOpened, onFailed }: ChallengeOptions,
): (() => void) => {
  const focused = document.activeElement as HTMLElement | null;
  const host = document.createElement("div");
  host.style.cssText = "all:initial!important;display:contents!important";
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const dialog = document.createElement("dialog");
  const [widthPx, heightPx] = challengeWindowSizes[windowSize] ?? [9999, 9999];
  dialog.style.setProperty("--w", `${widthPx}px`);
  dialog.style.setProperty("--h", `${heightPx + challengeBarPx}px`);
  dialog.setAttribute("aria-label", title);
  root.appendChild(dialog);
  document.body.appendChild(host);

  let peer: { close(): void } | null = null;
  const frame = openFrame({
    url: frameUrl(settings, "challenge"),
    title,
    allow,
    parent: dialog,
    trace: settings.trace,
    onConnect(framePort) {
      if (peer) return; // loaded again: the payment frame's port is spent, and it will time out
      watch.connected();
      const connected: Peer<typeof challengePageMessages, Record<string, never>> = createPeer({
        port: framePort,
        calls: {},
        receives: challengeFrameMessages,
        answered: {},
        answers: {},
        after,
        onMessage() {
          watch.stop();
          onOpened();
        },
      });
      peer = connected;
      connected.send({ type: "init", locale: settings.locale }, [port]);
    },
  });
  const close = () => {
    watch.stop();
    peer?.close();
    dialog.close();
    frame.remove();
    host.remove();
    // The dialog does this by itself, but not where the focus was in a frame inside a frame of it.
    focused?.focus({ preventScroll: true });
  };
  const watch = watchLoad(frame.element, settings, (error) => {
    close();
    onFailed(error);
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    close();
    onCanceled();
  });
  dialog.showModal();
  return close;
};
