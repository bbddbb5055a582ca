import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { ProcessorChange } from "#contract/connectors/processor";
import { parseJson } from "../../connector-responses.ts";
import type { NoticeContent, ReceivedNotice } from "../kit/notices.ts";
import { isDispute, reportOf } from "./dispute-notices.ts";

/** The parts of every event that we read. */
export const worldpayEvent = z.object({
  eventId: z.string(),
  eventTimestamp: z.string(),
  eventDetails: z.object({
    classification: z.string(),
    type: z.string(),
    transactionReference: z.optional(z.string()),
    /** Our reference, for a partial refund. */
    reference: z.optional(z.string()),
    amount: z.optional(z.object({ value: z.int(), currencyCode: z.string() })),
  }),
});
export type WorldpayEvent = z.infer<typeof worldpayEvent>;

const refundEvents: ReadonlySet<string> = new Set(["sentForRefund", "refunded", "refundFailed"]);

/** The entity can have payments that we did not make. */
const ourKeys = /^[\x21-\x7e]{1,128}$/;

/**
 * Reads an event signed with `Event-Signature: <key id>/SHA256/<hex>`, the HMAC-SHA256 of the body. During a rotation
 * of the secret the header has several signatures. The key ids are unknown to us, so one match is enough. The signature
 * has no timestamp, and Worldpay repeats an event for a week, so an event only makes a look-up due.
 */
export function readNotice(secret: string, { rawBody, headers }: ReceivedNotice): NoticeContent {
  if (!isGenuine(secret, String(headers["event-signature"] ?? ""), rawBody)) {
    return { type: "forged" };
  }
  const parsed = worldpayEvent.safeParse(parseJson(rawBody.toString()));
  if (!parsed.success) {
    return { type: "malformed", paths: parsed.error.issues.map(({ path }) => path.join(".")) };
  }
  if (isDispute(parsed.data)) {
    const report = reportOf(parsed.data);
    if ("paths" in report) return { type: "malformed", paths: report.paths };
    return { type: "valid", changes: [], reports: [report] };
  }
  const change = changeOf(parsed.data);
  return { type: "valid", changes: change ? [change] : [], reports: [] };
}

/** What to look up. A full refund has no reference, so it is looked up through its charge. */
function changeOf({ eventDetails }: WorldpayEvent): ProcessorChange | undefined {
  const { classification, type, transactionReference: charge = "", reference = "" } = eventDetails;
  if (classification !== "payment") return undefined;
  if (refundEvents.has(type) && ourKeys.test(reference)) return { type: "refund", key: reference };
  return ourKeys.test(charge) ? { type: "charge", key: charge } : undefined;
}

/** One per valid secret. */
const maxSignatures = 4;

function isGenuine(secret: string, header: string, rawBody: Buffer): boolean {
  const expected = createHmac("sha256", secret).update(rawBody).digest();
  return header
    .slice(0, 1_000)
    .split(",", maxSignatures)
    .map((part) => /^\s*\d{1,9}\/SHA-?256\/([0-9a-f]{64})\s*$/i.exec(part)?.[1])
    .map((hex) => hex !== undefined && timingSafeEqual(Buffer.from(hex, "hex"), expected))
    .includes(true);
}
