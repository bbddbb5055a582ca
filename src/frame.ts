import {
  createNonce,
  frameAddress,
  handshakeMessage,
  judgeHandshake,
  protocolVersion,
} from "../contract/channel/handshake.ts";
import { fromMessagePort } from "../contract/channel/message-port.ts";
import { frameMessages, type MessageOf } from "../contract/channel/messages.ts";
import type { Port } from "../contract/channel/port.ts";
import { readOrNull } from "../contract/channel/readers.ts";
import type { Trace } from "./trace.ts";

/** Options of a frame. */
export interface FrameOptions {
  /** Its address, without a fragment. */
  readonly url: string;
  /** Title for screen readers. */
  readonly title: string;
  /** Permissions policy of the frame. */
  readonly allow: string;
  /** Parent of the frame. A frame with this address that is already in it is reused. */
  readonly parent: Element;
  /** Height of a frame without a `height` attribute; undefined: the parent's styles decide. */
  readonly heightPx?: number;
  /**
   * The frame posted `here` and has its port. Called again when the frame reloads. `ready` is what `here` said about
   * the first screen, or null.
   */
  readonly onConnect: (port: Port, ready: ReadyFields | null) => void;
  readonly trace: Trace;
}

/** The fields of the message `ready`. */
export type ReadyFields = Omit<MessageOf<Pick<typeof frameMessages, "ready">>, "type">;

/** A frame in the page. */
export interface Frame {
  readonly element: HTMLIFrameElement;
  /** The frame was in the page before, and has loaded or was blocked. */
  readonly loaded: boolean;
  /** Removes the frame from the page; a second call does nothing. */
  remove(): void;
}

interface Listening {
  readonly frame: HTMLIFrameElement;
  receive(event: MessageEvent): void;
  readonly trace: Trace;
}

/** One listener on the window serves all frames. It is removed with the last frame. */
const listening = new Set<Listening>();

const receive = (event: MessageEvent) => {
  for (const each of listening)
    if (each.frame.contentWindow === event.source) return each.receive(event);
  if (event.data?.tessera === protocolVersion)
    for (const { trace } of listening)
      trace({ name: "ignored", reason: "wrong_source", origin: event.origin });
};

/**
 * Finds a usable frame of that address in the operator's HTML. Removes one in another language, or
 * one that an isolated page has refused (see below).
 */
const findFrame = (parent: Element, url: string): HTMLIFrameElement | null => {
  const frame = parent.querySelector<HTMLIFrameElement>(":scope>iframe");
  const [anyLanguage, locale] = url.split("&locale=");
  const [address, given = encodeURIComponent(navigator.language)] =
    frame?.src.split("&locale=") ?? [];
  if (!frame || address !== anyLanguage) return null;
  // If the address has no locale, the service used the browser's language.
  if (given === locale && !window.crossOriginIsolated) return frame;
  frame.remove();
  return null;
};

/**
 * Sets a style of a frame. Themes have `iframe { height: auto !important }`, and in Chromium the frame's own important
 * `all` beats what is not important.
 */
export const setStyle = (frame: HTMLElement, name: string, value: string) =>
  frame.style.setProperty(name, value, "important");

/**
 * Gives a frame the color scheme of its place in the page, before the page is drawn next: then the browser computes
 * the styles anyway. A page that says nothing is a light page, also on a dark device; the browser would use the
 * device's scheme.
 */
export const matchScheme = (frame: HTMLElement) =>
  requestAnimationFrame(() =>
    setStyle(frame, "color-scheme", schemeOf(frame.parentElement ?? frame)),
  );

const schemeOf = (element: Element) => {
  const { colorScheme } = getComputedStyle(element);
  // A detached element has none.
  return colorScheme.replace("normal", "") || "light";
};

/** The scheme that the page has now, for a window that it opens: a window inherits none. */
export const shownScheme = (): "light" | "dark" => {
  const scheme = schemeOf(document.documentElement);
  const isDark = !scheme.includes("light") || matchMedia("(prefers-color-scheme:dark)").matches;
  return scheme.includes("dark") && isDark ? "dark" : "light";
};

/**
 * Puts a frame into the page and runs the page's side of the handshake
 * (contract/channel/handshake.ts). Styles are set through the CSSOM, which a strict CSP allows.
 */
export const openFrame = (options: FrameOptions): Frame => {
  const { url, parent, trace } = options;
  const origin = new URL(url).origin;
  const found = findFrame(parent, url);
  const frame = found ?? document.createElement("iframe");
  let nonce: string | null = null;
  frame.title = options.title;
  if (!found) {
    nonce = createNonce(crypto.getRandomValues(new Uint8Array(16)));
    // Not `location.origin`: it is "null" in a `srcdoc` frame.
    frame.src = frameAddress(url, nonce, self.origin);
    frame.allow = options.allow;
    frame.referrerPolicy = "strict-origin";
    // A cross-origin isolated page accepts a frame only if it and all its nested frames (the bank's
    // too) send COEP, or if it has no credentials. Our frames need none. On other pages the
    // attribute would only prevent autofill.
    if (window.crossOriginIsolated) frame.setAttribute("credentialless", "");
  }
  let answered = "";

  const entry: Listening = {
    frame,
    trace,
    receive(event) {
      const verdict = judgeHandshake(event, {
        type: "here",
        source: frame.contentWindow,
        origin,
        nonce,
      });
      if (!verdict) return;
      if (verdict !== "accepted")
        return trace({ name: "ignored", reason: verdict, origin: event.origin });
      const given = String(event.data.nonce);
      if (found && given === answered) return;
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
  const loaded = found !== null && frame.contentDocument === null;
  if (!found) parent.appendChild(frame);
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
