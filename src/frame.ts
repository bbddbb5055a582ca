import {
  createNonce,
  frameAddress,
  handshakeMessage,
  judgeHandshake,
  protocolVersion,
} from "../contract/channel/handshake.ts";
import { fromMessagePort } from "../contract/channel/message-port.ts";
import type { Port } from "../contract/channel/port.ts";
import type { Trace } from "./trace.ts";

/** What a frame of the service needs. */
export interface FrameOptions {
  /** Its address, without a fragment. */
  readonly url: string;
  /** Named to screen readers. */
  readonly title: string;
  /** Permissions policy of the frame. */
  readonly allow: string;
  /** Where it goes; a frame of that address that is in there already is used. */
  readonly parent: Element;
  /** The frame said `here` and has its port; called again if the frame is loaded again. */
  readonly onConnect: (port: Port) => void;
  readonly trace: Trace;
}

/** A frame in the page. */
export interface Frame {
  readonly element: HTMLIFrameElement;
  /** It stood in the page before and has been loaded, or blocked, by now. */
  readonly loaded: boolean;
  /** Takes the frame out of the page; a second call does nothing. */
  remove(): void;
}

interface Listening {
  readonly frame: HTMLIFrameElement;
  receive(event: MessageEvent): void;
  readonly trace: Trace;
}

/** One listener on the page's window serves all frames, and is gone with the last of them. */
const listening = new Set<Listening>();

const receive = (event: MessageEvent) => {
  for (const each of listening)
    if (each.frame.contentWindow === event.source) return each.receive(event);
  if (event.data?.tessera === protocolVersion)
    for (const { trace } of listening)
      trace({ name: "ignored", reason: "wrong_source", origin: event.origin });
};

/**
 * A frame of that address that stands in the operator's HTML and can be used as it is. One in another
 * language, or one that an isolated page has refused (see below), is taken out.
 */
const findFrame = (parent: Element, url: string): HTMLIFrameElement | null => {
  const frame = parent.querySelector<HTMLIFrameElement>(":scope>iframe");
  const [anyLanguage, locale] = url.split("&locale=");
  const [address, given = encodeURIComponent(navigator.language)] =
    frame?.src.split("&locale=") ?? [];
  if (!frame || address !== anyLanguage) return null;
  // Where its address names no language, the service chose the browser's.
  if (given === locale && !window.crossOriginIsolated) return frame;
  frame.remove();
  return null;
};

/**
 * Puts a frame into the page and does the page's half of the handshake
 * (contract/channel/handshake.ts). Its looks are set through the CSSOM, which a strict CSP allows.
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
    // Not the location's, which a page in a `srcdoc` frame has none of.
    frame.src = frameAddress(url, nonce, self.origin);
    frame.allow = options.allow;
    frame.referrerPolicy = "strict-origin";
    // A cross-origin isolated page takes frames only if they and all frames in them (the bank's!) send
    // COEP, or if they have no credentials; ours need none. Elsewhere it would only hinder autofill.
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
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow?.postMessage(handshakeMessage("hello", given), origin, [port2]);
      options.onConnect(fromMessagePort(port1));
    },
  };
  if (listening.size === 0) addEventListener("message", receive);
  listening.add(entry);
  // Until a frame's document is there, the empty one that it begins with can be read.
  const loaded = found !== null && frame.contentDocument === null;
  if (!found) parent.appendChild(frame);
  else if (loaded) frame.contentWindow?.postMessage(handshakeMessage("knock", ""), origin);

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
