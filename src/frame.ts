import {
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
  readonly parent: Node;
  /** The frame said `here` and has its port; called again if the frame is loaded again. */
  readonly onConnect: (port: Port) => void;
  readonly trace: Trace;
}

/** A frame in the page. */
export interface Frame {
  readonly element: HTMLIFrameElement;
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

const createNonce = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/**
 * Puts a frame into the page and does the page's half of the handshake
 * (contract/channel/handshake.ts). Its looks are set through the CSSOM, which a strict CSP allows.
 */
export const openFrame = (options: FrameOptions): Frame => {
  const { url, parent, trace } = options;
  const origin = new URL(url).origin;
  const nonce = createNonce();
  const frame = document.createElement("iframe");
  frame.src = frameAddress(url, nonce, location.origin);
  frame.title = options.title;
  frame.allow = options.allow;
  frame.referrerPolicy = "strict-origin";
  // A cross-origin isolated page takes frames only if they and all frames in them (the bank's!) send
  // COEP, or if they have no credentials; ours need none. Elsewhere it would only hinder autofill.
  if (window.crossOriginIsolated) frame.setAttribute("credentialless", "");

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
      const { port1, port2 } = new MessageChannel();
      frame.contentWindow?.postMessage(handshakeMessage("hello", nonce), origin, [port2]);
      options.onConnect(fromMessagePort(port1));
    },
  };
  if (listening.size === 0) addEventListener("message", receive);
  listening.add(entry);
  parent.appendChild(frame);

  return {
    element: frame,
    remove() {
      frame.remove();
      listening.delete(entry);
      if (listening.size === 0) removeEventListener("message", receive);
    },
  };
};
