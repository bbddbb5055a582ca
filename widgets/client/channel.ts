import type { ChallengeWindowSize } from "../../contract/channel/challenge.ts";
import { ChannelError } from "../../contract/channel/channel-error.ts";
import {
  type FrameMessage,
  frameCalls,
  type frameMessages,
  type PageMessage,
  type PaymentResult,
  pageCalls,
  pageMessages,
} from "../../contract/channel/messages.ts";
import { createPeer, type Peer } from "../../contract/channel/peer.ts";
import { meetPage } from "./channel-handshake.ts";

/** The payment frame's side of the channel to the operator's page. */
export interface PageChannel {
  /** False where the frame was not opened by the SDK: nothing will ever arrive. */
  readonly embedded: boolean;
  /** Tells the page something; kept and sent in order until the page is there. */
  send(message: FrameMessage): void;
  /**
   * Asks the operator for a fresh intent's secret. Rejects with a ChannelError:
   * `fetch_client_secret_key_missing` where the operator gave no such function.
   */
  fetchClientSecretKey(): Promise<string>;
  /**
   * Opens the challenge's frame in the page and hands `port` over to it. Resolves when it has the
   * port; rejects with a ChannelError (`challenge_blocked`) where it could not be opened.
   */
  openChallenge(
    request: { title: string; windowSize: ChallengeWindowSize },
    port: MessagePort,
  ): Promise<void>;
}

/** What the payment frame does for the page. */
export interface PageChannelOptions {
  /** `init` comes first, and only once. */
  readonly onMessage: (message: PageMessage) => void;
  /** Answers `confirm()`; throw a ChannelError (`incomplete`, …) for what is no PaymentResult. */
  readonly confirm: () => Promise<PaymentResult>;
  /** The frame's window; passed by tests. */
  readonly frame?: Window;
}

/** The operator's own server is asked by `fetchClientSecretKey`; the SDK gives up sooner than this. */
const fetchSecretDeadlineMs = 40_000;
/** The page loads a frame for it. */
const openChallengeDeadlineMs = 30_000;

/** Says `here` to the page at once and connects as soon as it answers. */
export const openPageChannel = ({
  onMessage,
  confirm,
  frame = window,
}: PageChannelOptions): PageChannel => {
  let peer: Peer<typeof frameMessages, typeof frameCalls> | null = null;
  let kept: FrameMessage[] = [];
  let initialised = false;

  const send = (message: FrameMessage) => {
    if (peer) peer.send(message);
    else kept.push(message);
  };
  const connected = () => {
    if (peer) return peer;
    throw new ChannelError({
      code: "channel_closed",
      party: "integrator",
      message: "No page is connected to this frame.",
    });
  };

  const embedded = meetPage(frame, {
    onIgnored: ({ reason, origin }) =>
      send({ type: "trace", name: "handshake_ignored", reason, origin }),
    onPort(port) {
      peer = createPeer({
        port,
        calls: frameCalls,
        receives: pageMessages,
        answered: pageCalls,
        answers: { confirm },
        after: (ms, run) => {
          const timer = frame.setTimeout(run, ms);
          return () => frame.clearTimeout(timer);
        },
        onMessage(message) {
          if (message.type === "init" && initialised)
            return send({ type: "trace", name: "message_dropped", reason: "second_init" });
          initialised ||= message.type === "init";
          onMessage(message);
        },
        onDropped: (reason) => send({ type: "trace", name: "message_dropped", reason }),
      });
      for (const message of kept) peer.send(message);
      kept = [];
    },
  });

  return {
    embedded,
    send,
    fetchClientSecretKey: async () => {
      const answer = await connected().call(
        "fetchClientSecretKey",
        {},
        { deadlineMs: fetchSecretDeadlineMs },
      );
      return answer.clientSecretKey;
    },
    openChallenge: async (request, port) => {
      await connected().call("openChallenge", request, {
        deadlineMs: openChallengeDeadlineMs,
        transfer: [port],
      });
    },
  };
};
