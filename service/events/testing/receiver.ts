import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { VerifiedWebhookEvent } from "#contract/events/verify-webhook";

export interface ReceivedDelivery {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  event: VerifiedWebhookEvent;
}

/** `hang` never responds, `reset` breaks the connection. */
export type ReceiverResponse =
  | number
  | "hang"
  | "reset"
  | { statusCode: number; headers?: Record<string, string>; body?: string };

/** A receiver of webhooks on loopback. */
export interface Receiver {
  url: string;
  received: ReceivedDelivery[];
  close(): Promise<void>;
}

/** Records each delivery, then calls `respond`. */
export async function createReceiver(
  respond: (delivery: ReceivedDelivery) => ReceiverResponse = () => 200,
): Promise<Receiver> {
  const received: ReceivedDelivery[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const delivery = {
      path: request.url ?? "",
      headers: request.headers,
      body,
      event: JSON.parse(body) as VerifiedWebhookEvent,
    };
    received.push(delivery);
    const reply = respond(delivery);
    if (reply === "hang") return;
    if (reply === "reset") return void request.socket.destroy();
    const {
      statusCode,
      headers,
      body: text,
    } = typeof reply === "number" ? { statusCode: reply, headers: {}, body: "" } : reply;
    response.writeHead(statusCode, headers).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
