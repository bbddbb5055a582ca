import {
  checkHandshake,
  createNonce,
  frameAddress,
  handshakeMessage,
  protocolVersion,
} from "../contract/channel/handshake.ts";
import { fromMessagePort } from "../contract/channel/message-port.ts";
import { frameMessages, type MessageOf } from "../contract/channel/messages.ts";
import type { Port } from "../contract/channel/port.ts";
import { readOrNull } from "../contract/channel/readers.ts";
import { type FrameName, frameUrl, type Settings } from "./settings.ts";
import type { Trace } from "./trace.ts";

export interface FrameOptions {
  readonly settings: Settings;
  readonly name: FrameName;
  /** The frame's title for screen readers. */
  readonly title: string;
  readonly allow: string;
  /** The frame's parent. A frame with this address that is already in it is reused. */
  readonly parent: Element;
  /** Height of a frame without a `height` attribute. Default: the parent's styles decide. */
  readonly heightPx?: number;
  /** Called again when the frame reloads. `ready` is what `here` said about the first screen, or null. */
  readonly onConnect: (port: Port, ready: ReadyFields | null) => void;
}

export type ReadyFields = Omit<MessageOf<Pick<typeof frameMessages, "ready">>, "type">;

export interface Frame {
  readonly element: HTMLIFrameElement;
  /** Whether the frame was in the page before, and has loaded or was blocked. */
  readonly loaded: boolean;
  /** A second call does nothing. */
  remove(): void;
}

interface Listening {
  readonly frame: HTMLIFrameElement;
  receive(event: MessageEvent): void;
  readonly trace: Trace;
}

/** One listener on the window serves all frames and is removed with the last. */
const listening = new Set<Listening>();

const receive = (event: MessageEvent) => {
  for (const each of listening)
    if (each.frame.contentWindow === event.source) return each.receive(event);
  if (event.data?.tessera === protocolVersion)
    for (const { trace } of listening)
      trace({ name: "ignored", reason: "wrong_source", origin: event.origin });
};

/**
 * Finds a usable frame in the operator's HTML. Removes one in another language, and one that an isolated page has
 * refused (see below).
 */
const findFrame = (parent: Element, url: string): HTMLIFrameElement | null => {
  const frame = parent.querySelector<HTMLIFrameElement>(":scope>iframe");
  const [anyLanguage, locale] = url.split("&locale=");
  const [address, given = encodeURIComponent(navigator.language)] =
    frame?.src.split("&locale=") ?? [];
  if (!frame || address !== anyLanguage) return null;
  // For an address without a locale the service used the browser's language.
  if (given === locale && !window.crossOriginIsolated) return frame;
  frame.remove();
  return null;
};

/** Overrides the `iframe { height: auto !important }` of themes and, in Chromium, the frame's own important `all`. */
export const setStyle = (frame: HTMLElement, name: string, value: string) =>
  frame.style.setProperty(name, value, "important");

/**
 * Gives a frame the color scheme of its place in the page, right before the next paint, when the browser computes
 * styles anyway. A page without a scheme is light, even on a dark device, where the browser would choose dark.
 */
export const matchScheme = (frame: HTMLElement) =>
  requestAnimationFrame(() =>
    setStyle(frame, "color-scheme", schemeOf(frame.parentElement ?? frame)),
  );

const schemeOf = (element: Element) => {
  const { colorScheme } = getComputedStyle(element);
  // A detached element has no scheme.
  return colorScheme.replace("normal", "") || "light";
};

/** The page's scheme now, for a window that it opens: a window inherits none. */
export const shownScheme = (): "light" | "dark" => {
  const scheme = schemeOf(document.documentElement);
  const isDark = !scheme.includes("light") || matchMedia("(prefers-color-scheme:dark)").matches;
  return scheme.includes("dark") && isDark ? "dark" : "light";
};

/**
 * Puts a frame into the page and runs the page's side of the handshake (contract/channel/handshake.ts). Sets styles
 * through the CSSOM, which a strict CSP allows.
 */
export const openFrame = (options: FrameOptions): Frame => {
  const { settings, parent } = options;
  const { trace, apiUrl: origin } = settings;
  const url = frameUrl(settings, options.name);
  const existing = findFrame(parent, url);
  const frame = existing ?? document.createElement("iframe");
  let nonce: string | null = null;
  frame.title = options.title;
  if (!existing) {
    // Browsers have random ids ready, but only for secure pages. The first `getRandomValues` takes almost a
    // millisecond.
    nonce =
      crypto.randomUUID?.().replaceAll("-", "") ??
      createNonce(crypto.getRandomValues(new Uint8Array(16)));
    // After the back button Safari gives a frame without its own name the address, and so the nonce, of the last one.
    frame.name = nonce;
    // Not `location.origin`: it is "null" in a `srcdoc` frame.
    frame.src = frameAddress(url, nonce, self.origin);
    frame.allow = options.allow;
    frame.referrerPolicy = "strict-origin";
    // A cross-origin isolated page accepts a frame only if it and all frames in it (the bank's too) send COEP, or if it
    // has no credentials. Our frames need none. On other pages the attribute would only prevent autofill.
    if (window.crossOriginIsolated) frame.setAttribute("credentialless", "");
  }
  let answered = "";

  const entry: Listening = {
    frame,
    trace,
    receive(event) {
      const verdict = checkHandshake(event, {
        type: "here",
        source: frame.contentWindow,
        origin,
        nonce,
      });
      if (!verdict) return;
      if (verdict !== "accepted")
        return trace({ name: "ignored", reason: verdict, origin: event.origin });
      const given = String(event.data.nonce);
      if (existing && given === answered) return;
      answered = given;
      const ready = readOrNull(frameMessages.ready, event.data.ready);
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow?.postMessage(handshakeMessage("hello", given, !!ready), origin, [port2]);
      options.onConnect(fromMessagePort(port1), ready);
    },
  };
  if (options.heightPx !== undefined) {
    frame.style.cssText =
      "all:initial!important;color-scheme:light!important;display:block!important;width:100%!important;scroll-margin:16px!important";
    setStyle(frame, "height", `${Number(frame.height) || options.heightPx}px`);
  }
  if (listening.size === 0) addEventListener("message", receive);
  listening.add(entry);
  // Until a frame's document has loaded, its initial empty document is readable.
  const loaded = existing !== null && frame.contentDocument === null;
  if (!existing) parent.appendChild(frame);
  else if (loaded) frame.contentWindow?.postMessage(handshakeMessage("knock", ""), origin);
  matchScheme(frame);

  return {
    element: frame,
    loaded,
    remove() {
      frame.remove();
      listening.delete(entry);
      if (listening.size === 0) removeEventListener("message", receive);
    },
  };
};
