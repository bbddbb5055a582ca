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

/** How often it is looked whether the payment frame is still in the page. */
const lookEveryMs = 1000;

/**
 * With the bar, the dialog's height until the bank's page says how tall it is, as few do. Fits what banks
 * show in a flat window, too. The dialog never exceeds the viewport: see dialog.ts.
 */
const leastHeightPx = 760 - challengeBarPx;

/** Passkeys and payment confirmations of the bank's page, which has an origin of its own. */
const allow = "payment *; publickey-credentials-get *";

/** What the challenge's dialog shows and whom it tells. */
export interface ChallengeOptions {
  /** Read out as the dialog's name. */
  readonly title: string;
  readonly windowSize: ChallengeWindowSize;
  /** The payment frame's port; handed over unread. */
  readonly port: object;
  /** The payment frame. */
  readonly asker: HTMLElement | undefined;
  /** The customer left by Escape or the back gesture; the dialog is closed already. */
  readonly onCanceled: () => void;
  /** The challenge's frame has the port. */
  readonly onOpened: () => void;
  /** It could not be opened; the dialog is closed already. */
  readonly onFailed: (error: TesseraError) => void;
}

/**
 * Shows the challenge's frame in a modal dialog of the page. Gives the function that closes it and
 * returns the focus to where it was.
 */
export const openChallengeDialog = (
  settings: Settings,
  { title, windowSize, port, asker, onCanceled, onOpened, onFailed }: ChallengeOptions,
): (() => void) => {
  const [widthPx, heightPx] = challengeWindowSizes[windowSize] ?? [9999, 9999];
  // The size is what the bank's page is made for; many are longer.
  const dialog = createDialog(title, widthPx, Math.max(heightPx, leastHeightPx) + challengeBarPx);

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
            // The bank was told that it has the whole screen.
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
    clearInterval(looking);
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
  // A page that goes on to another view may take the payment frame along without a word. Nobody would then hear
  // how the challenge ends, and the dialog would stay above all else.
  const looking = setInterval(() => {
    if (asker?.isConnected === false) leave();
  }, lookEveryMs);
  return close;
};
