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
import type { Settings } from "./settings.ts";
import type { TesseraError } from "./tessera-error.ts";

const checkIntervalMs = 1000;

/** The height until the issuer's page reports its own, which few do. Also fits what issuers show in a flat window. */
const minHeightPx = 760 - challengeBarPx;

/** Allows passkeys and payment confirmation on the issuer's page, which has another origin. */
const allow = "payment *; publickey-credentials-get *";

export interface ChallengeOptions {
  /** The title, for screen readers. */
  readonly title: string;
  readonly windowSize: ChallengeWindowSize;
  /** The payment frame's port, passed on unread. */
  readonly port: object;
  readonly asker: HTMLElement | undefined;
  /** Called when the customer left with Escape or the back gesture. The dialog is closed by then. */
  readonly onCanceled: () => void;
  readonly onOpened: () => void;
  /** Called when the challenge failed. The dialog is closed by then. */
  readonly onFailed: (error: TesseraError) => void;
}

/** Shows the challenge's frame in a modal dialog. Returns a function that closes it and restores the focus. */
export const openChallengeDialog = (
  settings: Settings,
  { title, windowSize, port, asker, onCanceled, onOpened, onFailed }: ChallengeOptions,
): (() => void) => {
  const [widthPx, heightPx] = challengeWindowSizes[windowSize] ?? [9999, 9999];
  // Issuers design for this size, but many pages are longer.
  const dialog = createDialog(title, widthPx, Math.max(heightPx, minHeightPx) + challengeBarPx);

  let peer: { close(): void } | null = null;
  const frame = openFrame({
    settings,
    name: "challenge",
    title,
    allow,
    parent: dialog.element,
    onConnect(framePort) {
      if (peer) return; // reloaded: the payment frame's port is used up, and that frame will time out
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
  // A page that switches views may remove the payment frame without unmounting. The dialog would then stay on top
  // forever.
  const presenceTimer = setInterval(() => {
    if (asker?.isConnected === false) leave();
  }, checkIntervalMs);
  return close;
};
