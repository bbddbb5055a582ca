import { ChannelError } from "#contract/channel/channel-error";
import type { ChannelTables, frameMessages, MessageOf } from "#contract/channel/messages";
import { type Answers, createPeer, type Peer } from "#contract/channel/peer";
import { meetPage } from "./channel-handshake.ts";

export interface PageChannel<T extends ChannelTables> {
  /** Whether the page knows from the handshake that the frame is ready. */
  isKnown(): boolean;
  /** Messages queue in order until the page connects. */
  send(message: MessageOf<T["frameMessages"]>): void;
  /** Rejects with a ChannelError; its code is `channel_closed` if no page is connected. */
  call: Peer<T["frameMessages"], T["frameCalls"]>["call"];
  /**
   * Rejects with a ChannelError: `fetch_client_secret_key_missing` if the operator gave no function for it,
   * `fetch_client_secret_key_failed` if it fails, returns the secret that it returned last, or is called for the
   * 51st time. Those secrets had expired, so a widget would ask for another one without end.
   */
  fetchClientSecretKey(): Promise<string>;
}

export interface PageChannelOptions<T extends ChannelTables> {
  readonly pageMessages: T["pageMessages"];
  readonly pageCalls: T["pageCalls"];
  readonly frameCalls: T["frameCalls"];
  /** `init` comes first, and only once. */
  readonly onMessage: (message: MessageOf<T["pageMessages"]>) => void;
  /** Names the first screen, if it is usable by now; see handshake.ts. */
  readonly ready?: { readonly title: string };
  /** Throw a ChannelError (`incomplete`, …) to refuse. */
  readonly answers: Answers<T["pageCalls"]>;
  readonly frame?: Window;
}

/** `fetchClientSecretKey` calls the operator's server; the SDK gives up sooner. */
const fetchSecretDeadlineMs = 40_000;
/** A secret lasts for two hours: a page that returns more in a form's life returns only expired ones. */
const maxFetches = 50;

/** Sends `here` to the page at once and connects when it answers. */
export const openPageChannel = <T extends ChannelTables>({
  pageMessages,
  pageCalls,
  frameCalls,
  onMessage,
  answers,
  ready,
  frame = window,
}: PageChannelOptions<T>): PageChannel<T> => {
  let peer: Peer<T["frameMessages"], T["frameCalls"]> | null = null;
  let kept: MessageOf<T["frameMessages"]>[] = [];
  let initialised = false;
  let isKnown = false;
  let fetched = "";
  let fetches = 0;

  const send = (message: MessageOf<T["frameMessages"]>) => {
    if (peer) peer.send(message);
    else kept.push(message);
  };
  // Every widget's table has this message.
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

  meetPage(frame, {
    ready,
    onIgnored: ({ reason, origin }) => trace({ name: "handshake_ignored", reason, origin }),
    onPort(port, known) {
      isKnown = known;
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
          if (message.type === "init") {
            if (initialised) return trace({ name: "message_dropped", reason: "second_init" });
            initialised = true;
          }
          onMessage(message);
        },
        onDropped: (reason) => trace({ name: "message_dropped", reason }),
      });
      for (const message of kept) peer.send(message);
      kept = [];
    },
  });

  return {
    isKnown: () => isKnown,
    send,
    call,
    async fetchClientSecretKey() {
      const answer = await call("fetchClientSecretKey", {} as never, {
        deadlineMs: fetchSecretDeadlineMs,
      });
      const { clientSecretKey } = answer as { clientSecretKey: string };
      if (clientSecretKey === fetched || ++fetches > maxFetches)
        throw new ChannelError({
          code: "fetch_client_secret_key_failed",
          party: "integrator",
          message: "The secret has expired.",
        });
      fetched = clientSecretKey;
      return fetched;
    },
  };
};
