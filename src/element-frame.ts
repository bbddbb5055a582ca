import { ChannelError, type ErrorReport } from "../contract/channel/channel-error.ts";
import type { ChannelTables, frameMessages, MessageOf } from "../contract/channel/messages.ts";
import { type Answers, createPeer, type Peer } from "../contract/channel/peer.ts";
import type { Port } from "../contract/channel/port.ts";
import { after } from "./after.ts";
import { openFrame } from "./frame.ts";
import { watchLoad } from "./load-watch.ts";
import { type FrameName, frameUrl, type Settings } from "./settings.ts";
import { TesseraError } from "./tessera-error.ts";

/** What kind of widget a frame holds, and which messages and calls its channel has. */
export interface FrameKind<T extends ChannelTables> {
  readonly name: FrameName;
  /** Named to screen readers. */
  readonly title: (locale: string) => string;
  /** Permissions policy of the frame. */
  readonly allow: string;
  /**
   * Height of the first screen on a phone with an operator's first settings. It is kept free until the frame tells
   * its own, so that the page doesn't jump; a frame in the page's HTML says by its `height` what to keep.
   */
  readonly initialHeightPx: number;
  readonly pageCalls: T["pageCalls"];
  readonly frameMessages: T["frameMessages"];
  readonly frameCalls: T["frameCalls"];
}

/** What one frame may ask of the page beyond a secret. */
export interface FrameServices<T extends ChannelTables> {
  readonly answers: Omit<Answers<T["frameCalls"]>, "fetchClientSecretKey">;
  /** True where the message was meant for these services and is done with. */
  readonly take: (message: MessageOf<T["frameMessages"]>) => boolean;
  /** The frame is gone, or was loaded again: close what is open. */
  readonly end: () => void;
}

/** What the element that owns the frame is told, and asked for. */
export interface ElementFrameOptions<T extends ChannelTables> {
  readonly kind: FrameKind<T>;
  readonly settings: Settings;
  readonly target: Element;
  /** Read at each connection: options may have changed meanwhile. */
  readonly init: () => MessageOf<T["pageMessages"]>;
  readonly fetchClientSecretKey: () => Promise<string>;
  readonly services?: FrameServices<T> | undefined;
  readonly onMessage: (message: MessageOf<T["frameMessages"]>) => void;
  readonly onLoadError: (error: TesseraError) => void;
}

/** The page's side of the channel to a frame. */
export type ElementPeer<T extends ChannelTables> = Peer<T["pageMessages"], T["pageCalls"]>;

/** A widget's frame in the page, from mount to unmount. */
export interface ElementFrame<T extends ChannelTables> {
  readonly element: HTMLIFrameElement;
  /** The peer, once the frame is ready; rejects with the TesseraError that kept it from it. */
  ready(): Promise<ElementPeer<T>>;
  /** Sends now, or not at all: what comes before the connection is part of `init`. */
  send(message: MessageOf<T["pageMessages"]>): void;
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
  message: "The frame went away while it was being asked, and is loaded again.",
};
/** So often a frame is asked whether it is alive, while its page is looked at. */
const pulseMs = 10_000;
/** One that missed so many has died: the process of a frame of another site may, and no browser says so. */
const pulsesMissed = 2;

/**
 * Scrolls the page, and whatever scrolls around the frame, until a part of the frame is in view. What
 * is in view already moves nothing.
 */
const reveal = (element: HTMLElement, topPx: number, bottomPx: number) => {
  const { style } = element;
  style.scrollMargin = `${-topPx}px 0 ${bottomPx - element.offsetHeight}px`;
  element.scrollIntoView({ block: "nearest" });
  style.scrollMargin = "";
};

/** Puts a widget's frame into `target` and serves it. */
export const openElementFrame = <T extends ChannelTables>(
  options: ElementFrameOptions<T>,
): ElementFrame<T> => {
  const { kind, settings, services, onMessage, onLoadError } = options;
  const { trace } = settings;
  let peer: ElementPeer<T> | null = null;
  let ready = deferred<ElementPeer<T>>();
  let settled = false;
  /** Pings since the frame's last answer; not a number until this document has answered one. */
  let missed = Number.NaN;

  const fetchClientSecretKey = async () => {
    try {
      return { clientSecretKey: await options.fetchClientSecretKey() };
    } catch (thrown) {
      if (thrown instanceof ChannelError) throw thrown;
      trace({ name: "failed", type: "fetchClientSecretKey" });
      throw new ChannelError({
        code: "fetch_client_secret_key_failed",
        party: "integrator",
        message: "The page's function for a fresh client secret threw.",
      });
    }
  };

  const receive = (told: MessageOf<T["frameMessages"]>, connected: ElementPeer<T>) => {
    // Every widget's table holds these; what it adds falls through.
    const message = told as MessageOf<typeof frameMessages>;
    if (message.type === "pong") {
      missed = 0;
      return;
    }
    if (message.type === "trace")
      return trace({
        name: message.name === "handshake_ignored" ? "ignored" : "dropped",
        ...(message.reason !== undefined && { reason: message.reason }),
        ...(message.origin !== undefined && { origin: message.origin }),
      });
    trace({ name: "received", type: message.type });
    if (message.type === "ready" || message.type === "resize")
      frame.element.style.height = `${message.heightPx}px`;
    if (message.type === "reveal") reveal(frame.element, message.topPx, message.bottomPx);
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
    if (!services?.take(told)) onMessage(told);
  };

  const startAgain = () => {
    peer?.close(reloaded);
    peer = null;
    missed = Number.NaN;
    services?.end();
    // Who still waits for the first document gets the second one.
    if (settled) ready = deferred();
    settled = false;
    watch.stop();
    watch = watchLoad(frame.element, settings, fail);
  };

  // Before it is connected, `watch` cares. A device that slept misses one by its own clock, never two.
  const pulse = setInterval(() => {
    if (!peer || document.hidden || !frame.element.isConnected) return;
    if (missed === pulsesMissed) {
      startAgain();
      const { src } = frame.element;
      frame.element.src = src;
    } else {
      missed += 1;
      peer.send({ type: "ping" } as never);
    }
  }, pulseMs);

  const connect = (port: Port) => {
    if (peer) startAgain();
    watch.connected();
    const connected: ElementPeer<T> = createPeer<
      T["pageMessages"],
      T["pageCalls"],
      T["frameMessages"],
      T["frameCalls"]
    >({
      port,
      calls: kind.pageCalls,
      receives: kind.frameMessages,
      answered: kind.frameCalls,
      answers: { fetchClientSecretKey, ...services?.answers } as Answers<T["frameCalls"]>,
      after,
      onDropped: (reason, type) =>
        trace(
          reason === "malformed" ? { name: "dropped", reason, type } : { name: "dropped", reason },
        ),
      onMessage: (message) => receive(message, connected),
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
    url: frameUrl(settings, kind.name),
    title: kind.title(settings.locale),
    allow: kind.allow,
    parent: options.target,
    onConnect: connect,
    trace,
  });
  const heightPx = Number(frame.element.height) || kind.initialHeightPx;
  frame.element.style.cssText = `all:initial;display:block;width:100%;height:${heightPx}px;scroll-margin:16px;color-scheme:light`;
  let watch = watchLoad(frame.element, settings, fail, frame.loaded);

  return {
    element: frame.element,
    ready: () => ready.promise,
    send: (message) => peer?.send(message),
    remove(reason) {
      clearInterval(pulse);
      watch.stop();
      services?.end();
      frame.remove();
      peer?.close(reason);
      ready.reject(new TesseraError(reason));
    },
  };
};
