import { createHmac } from "node:crypto";
import type { ReceivedNotice } from "../../kit/notices.ts";
import { chargeKey, exampleCharge, exampleRefund, refundKey } from "../../testing/conformance.ts";

/** A key made for tests. */
export const hmacKey = "9D3FA7C2E1B048565A1E77C3D2F8096B4C5D6E7F8091A2B3C4D5E6F708192A3B";
export const merchantAccount = "ShopUS";
export const settings = { apiKey: "AQE_test_key_4711", merchantAccount, hmacKey };

export const chargePsp = "WNS7WQ756L2GWR82";
export const refundPsp = "Q4QZ8KDN3L9JTH65";

/** An event, by default the authorization of the example charge. */
export function eventOf(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    eventCode: "AUTHORISATION",
    success: "true",
    pspReference: chargePsp,
    merchantAccountCode: merchantAccount,
    merchantReference: chargeKey,
    amount: { currency: exampleCharge.currency, value: exampleCharge.amountMinor },
    eventDate: "2026-11-20T10:00:00+01:00",
    paymentMethod: "visa",
    reason: "",
    ...fields,
  };
}

export const refundEvent = (fields: Readonly<Record<string, unknown>> = {}) =>
  eventOf({
    eventCode: "REFUND",
    pspReference: refundPsp,
    originalReference: chargePsp,
    merchantReference: refundKey,
    amount: { currency: exampleRefund.currency, value: exampleRefund.amountMinor },
    ...fields,
  });

/** The events as a signed request. */
export function noticeOf(
  events: readonly Readonly<Record<string, unknown>>[],
  { key = hmacKey, headers = {} }: { key?: string; headers?: ReceivedNotice["headers"] } = {},
): ReceivedNotice {
  const notificationItems = events.map((event) => {
    const amount = event["amount"] as { value: number; currency: string };
    const signed = [
      event["pspReference"],
      event["originalReference"] ?? "",
      event["merchantAccountCode"],
      event["merchantReference"],
      amount.value,
      amount.currency,
      event["eventCode"],
      event["success"],
    ].join(":");
    const hmacSignature = createHmac("sha256", Buffer.from(key, "hex"))
      .update(signed)
      .digest("base64");
    const additionalData = { ...(event["additionalData"] as object), hmacSignature };
    return { NotificationRequestItem: { ...event, additionalData } };
  });
  const rawBody = Buffer.from(JSON.stringify({ live: "false", notificationItems }));
  return { rawBody, headers, nowMs: 0 };
}
