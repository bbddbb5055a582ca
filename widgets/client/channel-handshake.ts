import {
  checkHandshake,
  createNonce,
  handshakeMessage,
  readFrameAddress,
} from "#contract/channel/handshake";
import { fromMessagePort } from "#contract/channel/message-port";
import type { Port } from "#contract/channel/port";

/** The sender of an ignored handshake message and the reason, never its contents. */
export interface IgnoredHandshake {
  readonly reason: string;
  readonly origin: string;
}

/** The host page's origin; null if the browser does not say. */
const parentOrigin = (frame: Window): string | null => {
  const { ancestorOrigins } = frame.location;
  if (ancestorOrigins?.[0]) return ancestorOrigins[0];
  const { referrer } = frame.document;
  return referrer ? new URL(referrer).origin : null;
};

/**
 * The frame's half of the handshake (contract/channel/handshake.ts). Sends `here` to the page and passes the port of
 * its `hello` to `onPort`, once, with whether the page knows that the frame is ready. `ready` is what `here` says about
 * the first screen. Does nothing if the frame's address was opened in a tab.
 */
export const meetPage = (
  frame: Window,
  on: {
    ready?: { readonly title: string } | undefined;
    onPort(port: Port, isKnown: boolean): void;
    onIgnored(ignored: IgnoredHandshake): void;
  },
): void => {
  if (frame.parent === frame) return;
  const { nonce, pageOrigin } = readFrameAddress(frame.location.hash) ?? {
    nonce: createNonce(crypto.getRandomValues(new Uint8Array(16))),
    pageOrigin: parentOrigin(frame),
  };
  let met = false;
  const sayHere = () =>
    frame.parent.postMessage(handshakeMessage("here", nonce, on.ready), pageOrigin ?? "*");

  frame.addEventListener("message", (event) => {
    const expected = { source: frame.parent, origin: pageOrigin ?? event.origin };
    if (checkHandshake(event, { ...expected, type: "knock", nonce: null }) === "accepted")
      return met || sayHere();
    const verdict = checkHandshake(event, { ...expected, type: "hello", nonce });
    if (!verdict) return;
    const port = event.ports[0];
    if (verdict === "accepted" && !met && port) {
      met = true;
      on.onPort(fromMessagePort(port), !!event.data.ready);
    } else {
      on.onIgnored({ reason: verdict === "accepted" ? "replayed" : verdict, origin: event.origin });
    }
  });
  try {
    sayHere();
  } catch {
    // The address names no origin.
  }
};
