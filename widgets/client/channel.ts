import { ChannelError } from "#contract/channel/channel-error";
import type { ChannelTables, frameMessages, MessageOf } from "#contract/channel/messages";
import { type Answers, createPeer, type Peer } from "#contract/channel/peer";
import { meetPage } from "./channel-handshake.ts";

/** What a widget tells the page and asks of it. */
export interface PageChannel<T extends ChannelTables> {
  /** False where the frame was not opened by the SDK: nothing will ever arrive. */
  readonly embedded: boolean;
  /** Tells the page something; kept and sent in order until the page is there. */
  send(message: MessageOf<T["frameMessages"]>): void;
  /** Asks the page; rejects with a ChannelError, `channel_closed` where no page is connected. */
  call: Peer<T["frameMessages"], T["frameCalls"]>["call"];
  /**
   * Asks the operator for a fresh secret. Rejects with a ChannelError:
   * `fetch_client_secret_key_missing` where the operator gave no function for it.
   */
  fetchClientSecretKey(): Promise<string>;
}

/** A widget's tables, and what it does for the page. */
export interface PageChannelOptions<T extends ChannelTables> {
  readonly pageMessages: T["pageMessages"];
  readonly pageCalls: T["pageCalls"];
  readonly frameCalls: T["frameCalls"];
  /** `init` comes first, and only once. */
  readonly onMessage: (message: MessageOf<T["pageMessages"]>) => void;
  /** Answers the page's calls; throw a ChannelError (`incomplete`, …) for a refusal. */
  readonly answers: Answers<T["pageCalls"]>;
  /** The frame's window; passed by tests. */
  readonly frame?: Window;
}

/** The operator's own server is asked by `fetchClientSecretKey`; the SDK gives up sooner than this. */
const fetchSecretDeadlineMs = 40_000;

/** Says `here` to the page at once and connects as soon as it answers. */
export const openPageChannel = <T extends ChannelTables>({
  pageMessages,
  pageCalls,
  frameCalls,
  onMessage,
  answers,
  frame = window,
}: PageChannelOptions<T>): PageChannel<T> => {
  let peer: Peer<T["frameMessages"], T["frameCalls"]> | null = null;
  let kept: MessageOf<T["frameMessages"]>[] = [];
  let initialised = false;

  const send = (message: MessageOf<T["frameMessages"]>) => {
    if (peer) peer.send(message);
    else kept.push(message);
  };
  // Every widget's table holds it.
  const trace = (fields: Omit<MessageOf<typeof frameMessages> & { type: "trace" }, "type">) =>
    send({ type: "trace", ...fields } as never);
  const call: PageChannel<T>["call"] = async (method, params, options) => {
    if (peer) return await peer.call(method, params, options);
    throw new ChannelError({
      code: "channel_closed",
      party: "integrator",
      message: "No page is connected to this frame.",
    });
  };

  const embedded = meetPage(frame, {
    onIgnored: ({ reason, origin }) => trace({ name: "handshake_ignored", reason, origin }),
    onPort(port) {
      peer = createPeer<T["frameMessages"], T["frameCalls"], T["pageMessages"], T["pageCalls"]>({
        port,
        calls: frameCalls,
        receives: pageMessages,
        answered: pageCalls,
        answers,
        after: (ms, run) => {
          const timer = frame.setTimeout(run, ms);
          return () => frame.clearTimeout(timer);
        },
        onMessage(message) {
          if (message.type === "ping") return send({ type: "pong" } as never);
          if (message.type === "init" && initialised)
            return trace({ name: "message_dropped", reason: "second_init" });
          initialised ||= message.type === "init";
          onMessage(message);
        },
        onDropped: (reason) => trace({ name: "message_dropped", reason }),
      });
      for (const message of kept) peer.send(message);
      kept = [];
    },
  });

  return {
    embedded,
    send,
    call,
    async fetchClientSecretKey() {
      const answer = await call("fetchClientSecretKey", {} as never, {
        deadlineMs: fetchSecretDeadlineMs,
      });
      return (answer as { clientSecretKey: string }).clientSecretKey;
    },
  };
};
