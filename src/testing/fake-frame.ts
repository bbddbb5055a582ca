import { handshakeMessage, readFrameAddress } from "../../contract/channel/handshake.ts";
import { fromMessagePort, type MessagePortLike } from "../../contract/channel/message-port.ts";
import type { MessageTable } from "../../contract/channel/messages.ts";
import {
  type PaymentFrameMessage,
  type PaymentPageMessage,
  type PaymentResult,
  paymentFrameCalls,
  paymentFrameMessages,
  paymentPageCalls,
  paymentPageMessages,
} from "../../contract/channel/payment-messages.ts";
import { createPeer, type Peer } from "../../contract/channel/peer.ts";
import { after } from "../after.ts";

export const serviceOrigin = "http://pay.localhost:4000";

/** Any frame could post this. */
export const postToPage = (message: { data: unknown; source: unknown; origin: string }): void => {
  const event = new Event("message");
  Object.assign(event, message, { ports: [] });
  window.dispatchEvent(event);
};

/**
 * Plays the payment frame (with `receives`, another widget's) behind an iframe of the page. The test DOM loads no
 * cross-site frames.
 */
export class FakeFrame {
  readonly received: PaymentPageMessage[] = [];
  readonly window = { postMessage: this.#onHello.bind(this) };
  readonly nonce: string;
  readonly pageOrigin: string;
  readonly src: URL;
  peer: Peer<typeof paymentFrameMessages, typeof paymentFrameCalls> | null = null;
  targetOrigin = "";
  /** What `hello` repeats of `here`. */
  isKnown: unknown;
  confirms = 0;
  confirm: () => Promise<PaymentResult> = () => new Promise(() => {});

  readonly #receives: typeof paymentPageMessages;

  constructor(element: HTMLIFrameElement, receives: MessageTable = paymentPageMessages) {
    this.#receives = receives as typeof paymentPageMessages;
    Object.defineProperty(element, "contentWindow", { value: this.window });
    this.src = new URL(element.src);
    const address = readFrameAddress(this.src.hash);
    if (!address) throw new Error(`not an address of the SDK: ${element.src}`);
    this.nonce = address.nonce;
    this.pageOrigin = address.pageOrigin;
  }

  /** The first message of the frame's script; `ready` is what it says about the first screen. */
  sayHere(ready?: unknown): void {
    postToPage({
      data: handshakeMessage("here", this.nonce, ready),
      source: this.window,
      origin: serviceOrigin,
    });
  }

  /** Runs all steps up to a usable form. */
  becomeReady(heightPx = 320): void {
    this.sayHere();
    this.send({ type: "ready", heightPx });
  }

  send(message: PaymentFrameMessage): void {
    if (!this.peer) throw new Error("no port yet");
    this.peer.send(message);
  }

  #onHello(data: { ready?: unknown }, targetOrigin: string, [port]: MessagePortLike[]): void {
    if (!port) throw new Error("hello without a port");
    this.isKnown = data.ready;
    this.targetOrigin = targetOrigin;
    this.peer = createPeer({
      port: fromMessagePort(port),
      sends: paymentFrameMessages,
      calls: paymentFrameCalls,
      receives: this.#receives,
      answered: paymentPageCalls,
      answers: {
        confirm: () => {
          this.confirms += 1;
          return this.confirm();
        },
      },
      after,
      onMessage: (message) => this.received.push(message),
    });
  }
}
