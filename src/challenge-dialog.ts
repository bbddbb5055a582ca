import {
  type ChallengeWindowSize,
  challengeBarPx,
  challengeFrameMessages,
  type challengePageMessages,
  challengeWindowSizes,
} from "../contract/channel/challenge.ts";
import { createPeer, type Peer } from "../contract/channel/peer.ts";
import { after } from "./after.ts";
import { createDialog } from "./dialog.ts";
import { openFrame } from "./frame.ts";
import { watchLoad } from "./load-watch.ts";
import { frameUrl, type Settings } from "./settings.ts";
import type { TesseraError } from "./tessera-error.ts";

/** How often the page checks that the payment frame is still in it. */
const checkIntervalMs = 1000;

/**
 * The dialog's height with the bar, until the issuer's page reports its own, which few do. It also fits what issuers
 * show in a flat window. The dialog never exceeds the viewport: see dialog.ts.
 */
const minHeightPx = 760 - challengeBarPx;

/** Passkeys and payment confirmation for the issuer's page, which has its own origin. */
const allow = "payment *; publickey-credentials-get *";

/** Options and callbacks of the challenge's dialog. */
export interface ChallengeOptions {
  /** The dialog's name for screen readers. */
  readonly title: string;
  readonly windowSize: ChallengeWindowSize;
  /** The payment frame's port, passed on unread. */
  readonly port: object;
  /** The payment frame. */
  readonly asker: HTMLElement | undefined;
  /** The customer left with Escape or the back gesture. The dialog is closed. */
  readonly onCanceled: () => void;
  /** The challenge's frame has received the port. */
  readonly onOpened: () => void;
  /** The challenge could not be opened. The dialog is closed. */
  readonly onFailed: (error: TesseraError) => void;
}

/**
 * Shows the challenge's frame in a modal dialog of the page. Returns a function that closes it and moves the focus back
 * to where it was.
 */
export const openChallengeDialog = (
  settings: Settings,
  { title, windowSize, port, asker, onCanceled, onOpened, onFailed }: ChallengeOptions,
): (() => void) => {
  const [widthPx, heightPx] = challengeWindowSizes[windowSize] ?? [9999, 9999];
  // The issuer's page is made for this size, but many are longer.
  const dialog = createDialog(title, widthPx, Math.max(heightPx, minHeightPx) + challengeBarPx);

  let peer: { close(): void } | null = null;
  const frame = openFrame({
    url: frameUrl(settings, "challenge"),
    title,
    allow,
    parent: dialog.element,
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
        onMessage(message) {
          if (message.type === "resize") {
            // The issuer expects a full screen.
            if (windowSize !== "05") dialog.resize(message.heightPx + challengeBarPx);
            return;
          }
          watch.stop();
          onOpened();
        },
      });
      peer = connected;
      connected.send({ type: "init", locale: settings.locale }, [port]);
    },
  });
  const close = () => {
    clearInterval(presenceTimer);
    watch.stop();
    peer?.close();
    frame.remove();
    dialog.remove();
  };
  const watch = watchLoad(frame.element, settings, (error) => {
    close();
    onFailed(error);
  });
  const leave = () => {
    close();
    onCanceled();
  };
  dialog.show(leave, asker);
  // A page that switches to another view may remove the payment frame without unmounting. The dialog would then stay
  // on top of everything, although nobody learns how the challenge ends.
  const presenceTimer = setInterval(() => {
    if (asker?.isConnected === false) leave();
  }, checkIntervalMs);
  return close;
};
