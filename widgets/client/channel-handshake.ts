import {
  createNonce,
  handshakeMessage,
  judgeHandshake,
  readFrameAddress,
} from "#contract/channel/handshake";
import { fromMessagePort } from "#contract/channel/message-port";
import type { Port } from "#contract/channel/port";

/** An ignored handshake message: who sent it and why, never its contents. */
export interface IgnoredHandshake {
  readonly reason: string;
  readonly origin: string;
}

/** Origin of the page around a frame inside its HTML; null if the browser does not say. */
const parentOrigin = (frame: Window): string | null => {
  const { ancestorOrigins } = frame.location;
  if (ancestorOrigins?.[0]) return ancestorOrigins[0];
  const { referrer } = frame.document;
  return referrer ? new URL(referrer).origin : null;
};

/** What the page gets to know with `here`. */
export interface ReadyFields {
  readonly heightPx: number;
  readonly title: string;
}

/**
 * The frame's half of the handshake (contract/channel/handshake.ts). Sends `here` to the page around it and
 * passes the port of its `hello` to `onPort`, once. `ready` returns what `here` says about the first screen; the
 * second argument of `onPort` is what the page knows of it. Returns false without a page: the frame's address was
 * opened in a tab.
 */
export const meetPage = (
  frame: Window,
  on: {
    ready?: (() => ReadyFields) | undefined;
    onPort(port: Port, known: ReadyFields | undefined): void;
    onIgnored(ignored: IgnoredHandshake): void;
  },
): boolean => {
  if (frame.parent === frame) return false;
  const { nonce, pageOrigin } = readFrameAddress(frame.location.hash) ?? {
    nonce: createNonce(crypto.getRandomValues(new Uint8Array(16))),
    pageOrigin: parentOrigin(frame),
  };
  let met = false;
  let said: ReadyFields | undefined;
  const sayHere = () => {
    said = on.ready?.();
    frame.parent.postMessage(handshakeMessage("here", nonce, said), pageOrigin ?? "*");
  };

  frame.addEventListener("message", (event) => {
    const expected = { source: frame.parent, origin: pageOrigin ?? event.origin };
    if (judgeHandshake(event, { ...expected, type: "knock", nonce: null }) === "accepted")
      return met || sayHere();
    const verdict = judgeHandshake(event, { ...expected, type: "hello", nonce });
    if (!verdict) return;
    const port = event.ports[0];
    if (verdict === "accepted" && !met && port) {
      met = true;
      on.onPort(fromMessagePort(port), event.data.ready ? said : undefined);
    } else {
      on.onIgnored({ reason: verdict === "accepted" ? "replayed" : verdict, origin: event.origin });
    }
  });
  try {
    sayHere();
    return true;
  } catch {
    return false; // the address names no origin to send a message to
  }
};
