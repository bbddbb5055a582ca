import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { parseJson } from "../../connector-answers.ts";
import type { NoticeContent, ReceivedNotice } from "../kit/notices.ts";

/** NMI's event. `order_id` is our key; events of transactions that others made may have none. */
const event = z.object({
  event_type: z.string(),
  event_body: z.object({ order_id: z.optional(z.nullable(z.string())) }),
});

/**
 * Reads a notice of NMI: `Webhook-Signature: t=<nonce>,s=<hex>` with HMAC-SHA256 of the nonce, a dot and the body. The
 * nonce is no time, so an old notice can come again; it only makes a look-up due.
 */
export function readNotice(
  signingKey: string,
  { rawBody, headers }: ReceivedNotice,
): NoticeContent {
  if (!isGenuine(signingKey, String(headers["webhook-signature"] ?? ""), rawBody)) {
    return { type: "forged" };
  }
  const parsed = event.safeParse(parseJson(rawBody.toString()));
  if (!parsed.success) {
    return { type: "malformed", paths: parsed.error.issues.map(({ path }) => path.join(".")) };
  }
  const key = parsed.data.event_body.order_id;
  const type = parsed.data.event_type.startsWith("transaction.refund.") ? "refund" : "charge";
  const isOurs = key && parsed.data.event_type.startsWith("transaction.");
  return { type: "heard", changes: isOurs ? [{ type, key }] : [], reports: [] };
}

function isGenuine(key: string, header: string, rawBody: Buffer): boolean {
  const [, nonce, hex] = /^\s*t=([^,\s]{1,200})\s*,\s*s=([0-9a-f]{64})\s*$/i.exec(header) ?? [];
  if (nonce === undefined || hex === undefined) return false;
  const right = createHmac("sha256", key).update(`${nonce}.`).update(rawBody).digest();
  return timingSafeEqual(Buffer.from(hex, "hex"), right);
}
