import { createHmac } from "node:crypto";
import type { ReceivedNotice } from "../../kit/notices.ts";
import { chargeKey, exampleCharge } from "../../testing/conformance.ts";

/** An event; by default the example charge was sent for settlement. */
export function eventOf(details: Readonly<Record<string, unknown>> = {}): object {
  return {
    eventId: "bb55ca5a-e05c-47e1-8e94-e88bac1a0a17",
    eventTimestamp: "2026-11-20T14:18:13.407",
    eventDetails: {
      classification: "payment",
      downstreamReference: "3378792436",
      transactionReference: chargeKey,
      type: "sentForSettlement",
      date: "2026-11-20",
      amount: { value: exampleCharge.amountMinor, currencyCode: exampleCharge.currency },
      _links: { payment: { href: "" } },
      ...details,
    },
  };
}

export function signatureOf(secret: string, body: string | Buffer, keyId = 1): string {
  return `${keyId}/SHA256/${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** The event as a signed request. */
export function noticeOf(
  details: Readonly<Record<string, unknown>>,
  secret: string,
): ReceivedNotice {
  const rawBody = Buffer.from(JSON.stringify(eventOf(details)));
  return { rawBody, headers: { "event-signature": signatureOf(secret, rawBody) }, nowMs: 0 };
}
