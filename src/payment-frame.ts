import { ChannelError, type ErrorReport } from "../contract/channel/channel-error.ts";
import {
  type FrameMessage,
  frameCalls,
  frameMessages,
  type MessageOf,
  pageCalls,
  type pageMessages,
} from "../contract/channel/messages.ts";
import { createPeer, type Peer } from "../contract/channel/peer.ts";
import type { Port } from "../contract/channel/port.ts";
import { after } from "./after.ts";
import { openChallengeDialog } from "./challenge-dialog.ts";
import { openFrame } from "./frame.ts";
import { watchLoad } from "./load-watch.ts";
import { frameUrl, type Settings } from "./settings.ts";
import { TesseraError } from "./tessera-error.ts";

/** Height of the first screen, kept free until the frame tells its own: the page doesn't jump. */
const initialHeightPx = 589;

/** A page's side of the channel to a payment frame. */
export type PaymentPeer = Peer<typeof pageMessages, typeof pageCalls>;

/** What the element that owns the frame is told, and asked for. */
export interface PaymentFrameOptions {
  readonly settings: Settings;
  readonly target: Element;
  /** Read at each connection: options may have changed meanwhile. */
  readonly init: () => MessageOf<typeof pageMessages> & { type: "init" };
  readonly fetchClientSecretKey: () => Promise<string>;
  readonly onMessage: (message: FrameMessage) => void;
  readonly onLoadError: (error: TesseraError) => void;
}

/** A payment frame in the page, from mount to unmount. */
export interface PaymentFrame {
  readonly element: HTMLIFrameElement;
  /** The peer, once the frame is ready; rejects with the TesseraError that kept it from it. */
  ready(): Promise<PaymentPeer>;
  /** Sends now, or not at all: what comes before the connection is part of `init`. */
  send(message: MessageOf<typeof pageMessages>): void;
  /** Takes it away with all that belongs to it; everything that waits rejects with `reason`. */
  remove(reason: ErrorReport): void;
}

const deferred = <T>() => {
  let resolve!: (value: T) => void;
  let reject!: (error: TesseraError) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => {}); // whoever waits has the rejection; nobody waiting is no error
  return { promise, resolve, reject };
};

const reloaded: ErrorReport = {
  code: "frame_reloaded",
  party: "us",
  message: "The frame was loaded again while it was being asked.",
};

const frameTitle = (locale: string) =>
  locale.startsWith("es") ? "Pago seguro con tarjeta" : "Secure card payment";

/** Puts a payment frame into `target` and serves it. */
export const openPaymentFrame = (options: PaymentFrameOptions): PaymentFrame => {
  const { settings, onMessage, onLoadError } = options;
  const { trace } = settings;
  let peer: PaymentPeer | null = null;
  let ready = deferred<PaymentPeer>();
  let settled = false;
  let closeChallenge: (() => void) | null = null;

  const endChallenge = () => {
    closeChallenge?.();
    closeChallenge = null;
  };

  const openChallenge = (
    request: { title: string; windowSize: "01" | "02" | "03" | "04" | "05" },
    port: object | undefined,
  ) =>
    new Promise<object>((resolve, reject) => {
      endChallenge();
      const refuse = (message: string) =>
        reject(new ChannelError({ code: "challenge_blocked", party: "us", message }));
      if (!port) return refuse("No port was handed over.");
      closeChallenge = openChallengeDialog(settings, {
        ...request,
        port,
        onOpened: () => resolve({}),
        onFailed(error) {
          closeChallenge = null;
          refuse(error.message);
        },
        onCanceled() {
          closeChallenge = null;
          refuse("The customer left.");
          peer?.send({ type: "challengeCanceled" });
        },
      });
    });

  const fetchClientSecretKey = async () => {
    try {
      return { clientSecretKey: await options.fetchClientSecretKey() };
    } catch (thrown) {
      if (thrown instanceof ChannelError) throw thrown;
      trace({ name: "failed", type: "fetchClientSecretKey" });
      throw new ChannelError({
        code: "fetch_client_secret_key_failed",
        party: "integrator",
        message: "The page's fetchClientSecretKey threw.",
      });
    }
  };

  const connect = (port: Port) => {
    if (peer) {
      peer.close(reloaded);
      endChallenge();
      // Who still waits for the first document gets the second one.
      if (settled) ready = deferred();
      settled = false;
      watch.stop();
      watch = watchLoad(frame.element, settings, fail);
    }
    watch.connected();
    const connected: PaymentPeer = createPeer({
      port,
      calls: pageCalls,
      receives: frameMessages,
      answered: frameCalls,
      answers: {
        fetchClientSecretKey,
        openChallenge: (request, [challengePort]) => openChallenge(request, challengePort),
      },
      after,
      onDropped: (reason, type) =>
        trace(
          reason === "malformed" ? { name: "dropped", reason, type } : { name: "dropped", reason },
        ),
      onMessage(message) {
        if (message.type === "trace")
          return trace({
            name: message.name === "handshake_ignored" ? "ignored" : "dropped",
            ...(message.reason !== undefined && { reason: message.reason }),
            ...(message.origin !== undefined && { origin: message.origin }),
          });
        trace({ name: "received", type: message.type });
        if (message.type === "ready" || message.type === "resize")
          frame.element.style.height = `${message.heightPx}px`;
        if (message.type === "ready") {
          watch.stop();
          if (settled) ready = deferred(); // it was given up too early
          settled = true;
          ready.resolve(connected);
        }
        if (message.type === "loaderror") {
          watch.stop();
          return fail(new TesseraError(message.error));
        }
        if (message.type === "closeChallenge") return endChallenge();
        onMessage(message);
      },
    });
    peer = connected;
    trace({ name: "connected" });
    connected.send(options.init());
  };

  const fail = (error: TesseraError) => {
    settled = true;
    ready.reject(error);
    onLoadError(error);
  };

  const frame = openFrame({
    url: frameUrl(settings, "payment"),
    title: frameTitle(settings.locale),
    allow: "payment",
    parent: options.target,
    onConnect: connect,
    trace,
  });
  frame.element.style.cssText = `all:initial;display:block;width:100%;height:${initialHeightPx}px;color-scheme:light`;
  let watch = watchLoad(frame.element, settings, fail, frame.loaded);

  return {
    element: frame.element,
    ready: () => ready.promise,
    send: (message) => peer?.send(message),
    remove(reason) {
      watch.stop();
      endChallenge();
      frame.remove();
      peer?.close(reason);
      ready.reject(new TesseraError(reason));
    },
  };
};
