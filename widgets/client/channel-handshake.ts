import {
  handshakeMessage,
  judgeHandshake,
  readFrameAddress,
} from "../../contract/channel/handshake.ts";
import { fromMessagePort } from "../../contract/channel/message-port.ts";
import type { Port } from "../../contract/channel/port.ts";

/** A handshake message that was ignored: who sent it and why; never its contents. */
export interface IgnoredHandshake {
  readonly reason: string;
  readonly origin: string;
}

/**
 * The frame's half of the handshake (contract/channel/handshake.ts): says `here` to the page that
 * opened this frame and gives the port of its `hello` to `onPort`, once. Returns false where there is
 * no such page: the frame's address was opened by hand.
 */
export const meetPage = (
  frame: Window,
  on: { onPort(port: Port): void; onIgnored(ignored: IgnoredHandshake): void },
): boolean => {
  const address = readFrameAddress(frame.location.hash);
  if (!address || frame.parent === frame) return false;
  const { nonce, pageOrigin } = address;
  let met = false;
  frame.addEventListener("message", (event) => {
    const verdict = judgeHandshake(event, {
      type: "hello",
      source: frame.parent,
      origin: pageOrigin,
      nonce,
    });
    if (!verdict) return;
    const port = event.ports[0];
    if (verdict === "accepted" && !met && port) {
      met = true;
      on.onPort(fromMessagePort(port));
    } else {
      on.onIgnored({ reason: verdict === "accepted" ? "replayed" : verdict, origin: event.origin });
    }
  });
  try {
    frame.parent.postMessage(handshakeMessage("here", nonce), pageOrigin);
    return true;
  } catch {
    return false; // the address names no origin that a message could be sent to
  }
};
