import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Delivery {
  eventId: string;
  type: string;
  status: string;
  sequence: number;
  paymentIntentId: string;
}

/** An operator's server that accepts and records every delivery, in order of arrival. */
export interface WebhookReceiver {
  url: string;
  deliveries: Delivery[];
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { eventId, type, status, sequence, data } = JSON.parse(
        Buffer.concat(chunks).toString(),
      );
      const { paymentIntentId } = data;
      deliveries.push({ eventId, type, status, sequence, paymentIntentId });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    deliveries,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
