import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SmsMessage } from "#contract/connectors/sms-carrier";

/** A carrier over real HTTP. */
export interface StandInCarrier {
  /** The setting for the service: `{ SANDBOX_URL: carrier.url }`. */
  url: string;
  /** Received messages, oldest first. */
  messages: SmsMessage[];
  /** The status of the next responses; default 201. */
  status: number;
  /** What happens between a message and its response; null: nothing. */
  beforeResponse: (() => Promise<unknown>) | null;
  newestCode(): string;
  close(): Promise<void>;
}

export async function startStandInCarrier(): Promise<StandInCarrier> {
  const messages: SmsMessage[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { status } = carrier;
    await carrier.beforeResponse?.();
    response.writeHead(status, { "content-type": "application/json" });
    if (status !== 201) return void response.end("{}");
    const message = JSON.parse(text) as SmsMessage;
    messages.push(message);
    const sentAt = "2026-03-10T12:00:00.000Z";
    response.end(JSON.stringify({ messageId: `msg_${messages.length}`, ...message, sentAt }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const carrier: StandInCarrier = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    status: 201,
    beforeResponse: null,
    newestCode: () => messages.at(-1)?.body.slice(0, 6) ?? "",
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return carrier;
}
