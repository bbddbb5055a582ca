import { ChannelError, type ErrorReport } from "../contract/channel/channel-error.ts";
import type { ChannelTables, frameMessages, MessageOf } from "../contract/channel/messages.ts";
import { type Answers, createPeer, type Peer } from "../contract/channel/peer.ts";
import type { Port } from "../contract/channel/port.ts";
import { after } from "./after.ts";
import { matchScheme, openFrame, type ReadyFields, setStyle } from "./frame.ts";
import { watchLoad } from "./load-watch.ts";
import type { FrameName, Settings } from "./settings.ts";
import { TesseraError } from "./tessera-error.ts";

/** A widget type, with the messages and calls of its channel. */
export interface FrameKind<T extends ChannelTables> {
  readonly name: FrameName;
  /** The title for screen readers, until the frame names itself in the customer's language. */
  readonly title: string;
  readonly allow: string;
  /**
   * The first screen's height on a phone with default settings, which the page reserves against layout shift until the
   * frame reports its own. A frame in the page's HTML sets it with its `height` attribute.
   */
  readonly initialHeightPx: number;
  readonly pageCalls: T["pageCalls"];
  readonly frameMessages: T["frameMessages"];
  readonly frameCalls: T["frameCalls"];
}

/** The calls a frame can make on the page, other than for a client secret. */
export interface FrameServices<T extends ChannelTables> {
  readonly answers: Omit<Answers<T["frameCalls"]>, "fetchClientSecretKey">;
  /** Returns true if it handled the message. */
  readonly handle: (message: MessageOf<T["frameMessages"]>) => boolean;
  /** Closes everything open: the frame was removed or reloaded. */
  readonly end: () => void;
}

export interface ElementFrameOptions<T extends ChannelTables> {
  readonly kind: FrameKind<T>;
  readonly settings: Settings;
  readonly target: Element;
  /** Called at each connection, because options may have changed. */
  readonly init: () => MessageOf<T["pageMessages"]>;
  readonly fetchClientSecretKey: () => Promise<string>;
  readonly services?: FrameServices<T> | undefined;
  readonly onMessage: (message: MessageOf<T["frameMessages"]>) => void;
  readonly onLoadError: (error: TesseraError) => void;
}

export type ElementPeer<T extends ChannelTables> = Peer<T["pageMessages"], T["pageCalls"]>;

/** A widget's frame in the page, from mount to unmount. */
export interface ElementFrame<T extends ChannelTables> {
  readonly element: HTMLIFrameElement;
  /** Rejects with the TesseraError that prevented it. */
  ready(): Promise<ElementPeer<T>>;
  /** Sends the message if the frame is connected, otherwise drops it: `init` includes every earlier option. */
  send(message: MessageOf<T["pageMessages"]>): void;
  /** Rejects all waiting calls with `reason`. */
  remove(reason: ErrorReport): void;
}

const deferred = <T>() => {
  let resolve!: (value: T) => void;
  let reject!: (error: TesseraError) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => {}); // Only waiting callers need the rejection.
  return { promise, resolve, reject };
};

const reloaded: ErrorReport = {
  code: "frame_reloaded",
  party: "us",
  message: "The frame reloaded.",
};
/** The pause between pings while the page is visible. */
const pingIntervalMs = 10_000;
/** After this many missed pings the frame counts as dead. Browsers report no crashed process of a cross-site frame. */
const maxMissedPings = 2;

/** Scrolls the page and all scroll containers until a part of the frame is visible. */
const reveal = (element: HTMLElement, topPx: number, bottomPx: number) => {
  const setMargin = (margin: string) => setStyle(element, "scroll-margin", margin);
  setMargin(`${-topPx}px 0 ${bottomPx - element.offsetHeight}px`);
  element.scrollIntoView({ block: "nearest" });
  setMargin("16px");
};

export const openElementFrame = <T extends ChannelTables>(
  options: ElementFrameOptions<T>,
): ElementFrame<T> => {
  const { kind, settings, services, onMessage, onLoadError } = options;
  const { trace } = settings;
  let peer: ElementPeer<T> | null = null;
  let ready = deferred<ElementPeer<T>>();
  let settled = false;
  /** Pings since the frame's last response; NaN until this document has answered a ping. */
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
        message: "The page's fetchClientSecretKey function failed.",
      });
    }
  };

  const receive = (given: MessageOf<T["frameMessages"]>, connected: ElementPeer<T>) => {
    // Every widget's table includes these messages. A widget's own fall through.
    const message = given as MessageOf<typeof frameMessages>;
    if (message.type === "pong") {
      missed = 0;
      return;
    }
    if (message.type === "trace") {
      const { type: _type, name, ...who } = message;
      return trace({ name: name === "message_dropped" ? "dropped" : "ignored", ...who });
    }
    trace({ name: "received", type: message.type });
    if ("heightPx" in message) setStyle(frame.element, "height", `${message.heightPx}px`);
    if (message.type === "reveal") reveal(frame.element, message.topPx, message.bottomPx);
    if (message.type === "ready") {
      watch.stop();
      frame.element.title = message.title ?? kind.title;
      if (settled) ready = deferred(); // it was reported as failed too early
      settled = true;
      ready.resolve(connected);
    }
    if (message.type === "loaderror") {
      watch.stop();
      return fail(new TesseraError(message.error));
    }
    if (!services?.handle(given)) onMessage(given);
  };

  const restart = () => {
    peer?.close(reloaded);
    peer = null;
    missed = Number.NaN;
    services?.end();
    // Callers that still wait for the first document get the second one.
    if (settled) ready = deferred();
    settled = false;
    watch.stop();
    watch = watchLoad(frame.element, settings, fail);
  };

  // Before the connection, `watch` monitors the frame. After sleep a device misses one ping, never two.
  const pingTimer = setInterval(() => {
    if (!peer || document.hidden || !frame.element.isConnected) return;
    if (missed === maxMissedPings) {
      restart();
      const { src } = frame.element;
      frame.element.src = src;
    } else {
      missed += 1;
      peer.send({ type: "ping" } as never);
    }
  }, pingIntervalMs);

  const connect = (port: Port, known: ReadyFields | null) => {
    if (peer) restart();
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
    if (known) receive({ type: "ready", ...known } as never, connected);
  };

  const fail = (error: TesseraError) => {
    settled = true;
    ready.reject(error);
    trace({ name: "loaderror", reason: error.code });
    console.error(`Tessera: ${error.message}`);
    onLoadError(error);
  };

  const frame = openFrame({
    settings,
    name: kind.name,
    title: kind.title,
    allow: kind.allow,
    parent: options.target,
    heightPx: kind.initialHeightPx,
    onConnect: connect,
  });
  // Pages switch their scheme with an attribute of their root.
  const observer = new MutationObserver(() => matchScheme(frame.element));
  observer.observe(document.documentElement, { attributes: true });
  let watch = watchLoad(frame.element, settings, fail, frame.loaded);

  return {
    element: frame.element,
    ready: () => ready.promise,
    send: (message) => peer?.send(message),
    remove(reason) {
      clearInterval(pingTimer);
      observer.disconnect();
      watch.stop();
      services?.end();
      frame.remove();
      peer?.close(reason);
      ready.reject(new TesseraError(reason));
    },
  };
};
