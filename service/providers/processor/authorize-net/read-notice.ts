import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { parseJson } from "../../connector-responses.ts";
import type { NamedChange, NoticeContent, ReceivedNotice } from "../kit/notices.ts";
import { isId } from "./responses.ts";

const text = z.catch(z.optional(z.string()), undefined);

/**
 * The parts of an event that we read. `merchantReferenceId` is our `refId`, `invoiceNumber` our invoice number: both
 * are our short reference. Not every event has them.
 */
const event = z.object({
  eventType: z.string(),
  payload: z.object({
    id: z.optional(z.union([z.string(), z.int()])),
    entityName: text,
    merchantReferenceId: text,
    invoiceNumber: text,
  }),
});

const ofPayments = "net.authorize.payment.";
const ofRefund = `${ofPayments}refund.created`;

/**
 * Reads Authorize.Net's webhook: `X-ANET-Signature: sha512=<hex>` with HMAC-SHA512 of the body. The key is the
 * signature key's text, not the bytes that its digits represent: a published signed example agrees only with the text.
 * A signature has no timestamp, and Authorize.Net repeats an event for days, so an old one can come again; it only
 * makes a look-up due. A void names the charge, because it has no transaction of its own.
 */
export function readNotice(
  signatureKey: string,
  { rawBody, headers }: ReceivedNotice,
): NoticeContent {
  if (!isGenuine(signatureKey, String(headers["x-anet-signature"] ?? ""), rawBody)) {
    return { type: "forged" };
  }
  const parsed = event.safeParse(parseJson(rawBody.toString()));
  if (!parsed.success) {
    return { type: "malformed", paths: parsed.error.issues.map(({ path }) => path.join(".")) };
  }
  const change = changeOf(parsed.data);
  return { type: "valid", changes: [], named: change ? [change] : [], reports: [] };
}

/**
 * What an event says changed; undefined for events of customers, subscriptions and fraud filters without a transaction.
 */
function changeOf({ eventType, payload }: z.infer<typeof event>): NamedChange | undefined {
  const { entityName = "transaction", merchantReferenceId, invoiceNumber } = payload;
  if (!eventType.startsWith(ofPayments) || entityName !== "transaction") return undefined;
  const id = String(payload.id ?? "");
  const reference = merchantReferenceId || invoiceNumber || "";
  if (!isId(id) && !isOurs(reference)) return undefined;
  return {
    type: eventType === ofRefund ? "refund" : "charge",
    id: isId(id) ? id : null,
    reference: isOurs(reference) ? reference : null,
  };
}

function isOurs(reference: string): boolean {
  return /^[0-9a-z]{20}$/.test(reference);
}

function isGenuine(key: string, header: string, rawBody: Buffer): boolean {
  const [, hex] = /^sha512=([0-9a-f]{128})$/i.exec(header) ?? [];
  if (hex === undefined) return false;
  return timingSafeEqual(
    Buffer.from(hex, "hex"),
    createHmac("sha512", key).update(rawBody).digest(),
  );
}
