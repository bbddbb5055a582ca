import type { Port } from "./port.ts";

interface Arrival {
  readonly data: unknown;
  readonly ports: readonly object[];
}

/** The part of MessagePort that the channel uses; browsers and Node both have it. */
export interface MessagePortLike {
  postMessage(data: unknown, transfer: never[]): void;
  addEventListener(type: "message", listener: (event: Arrival) => void): void;
  start(): void;
  close(): void;
}

export const fromMessagePort = (port: MessagePortLike): Port => ({
  post: (data, transfer = []) => port.postMessage(data, [...transfer] as never[]),
  listen(receive) {
    port.addEventListener("message", (event) => receive(event.data, event.ports));
    port.start();
  },
  close: () => port.close(),
});
