import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { parseJson } from "../../connector-responses.ts";
import type { NoticeContent, ReceivedNotice } from "../kit/notices.ts";
import { chargebacksOf } from "./chargebacks.ts";

/** NMI's event. `order_id` is our key; others' transactions may have none. */
const event = z.object({
  event_id: z.catch(z.optional(z.string()), undefined),
  event_type: z.string(),
  event_body: z.looseObject({ order_id: z.optional(z.nullable(z.string())) }),
});

const chargebackEvent = "chargeback.batch.complete";

/**
 * Reads a notice of NMI: `Webhook-Signature: t=<nonce>,s=<hex>` with HMAC-SHA256 of the nonce, a dot and the body. The
 * nonce is not a time, so an old notice can come again: it only makes a look-up due, and chargebacks are stored once.
 */
export function readNotice(
  signingKey: string,
  chargebackCurrency: string,
  { rawBody, headers }: ReceivedNotice,
): NoticeContent {
  if (!isGenuine(signingKey, String(headers["webhook-signature"] ?? ""), rawBody)) {
    return { type: "forged" };
  }
  const parsed = event.safeParse(parseJson(rawBody.toString()));
  if (!parsed.success) {
    return { type: "malformed", paths: parsed.error.issues.map(({ path }) => path.join(".")) };
  }
  if (parsed.data.event_type === chargebackEvent) {
    const { event_id: id, event_body: body } = parsed.data;
    if (id === undefined) return { type: "malformed", paths: ["event_id"] };
    const { reports, unread } = chargebacksOf(id, body, chargebackCurrency);
    return { type: "valid", changes: [], reports, ...(unread.length > 0 && { unread }) };
  }
  const key = parsed.data.event_body.order_id;
  const type = parsed.data.event_type.startsWith("transaction.refund.") ? "refund" : "charge";
  const isOurs = key && parsed.data.event_type.startsWith("transaction.");
  return { type: "valid", changes: isOurs ? [{ type, key }] : [], reports: [] };
}

function isGenuine(key: string, header: string, rawBody: Buffer): boolean {
  const [, nonce, hex] = /^\s*t=([^,\s]{1,200})\s*,\s*s=([0-9a-f]{64})\s*$/i.exec(header) ?? [];
  if (nonce === undefined || hex === undefined) return false;
  const right = createHmac("sha256", key).update(`${nonce}.`).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(hex, "hex"), right);
}
