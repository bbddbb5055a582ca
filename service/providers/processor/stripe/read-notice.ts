import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { ProcessorChange } from "#contract/connectors/processor";
import { parseJson } from "../../connector-responses.ts";
import type { NoticeReader, ReceivedNotice } from "../kit/notices.ts";
import { dispute, reportOf } from "./dispute-notices.ts";
import { keyName } from "./payment-forms.ts";

const stripeType = z.object({ type: z.string() });
const stripeEvent = z.object({
  id: z.string().check(z.regex(/^evt_[A-Za-z0-9_]{1,100}$/)),
  type: z.string(),
  created: z.int().check(z.gte(0)),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** How far a signature's time may be from ours, as in Stripe's own libraries. */
const toleranceSeconds = 300;

const ofCharge: ReadonlySet<string> = new Set([
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.processing",
  "payment_intent.canceled",
]);
const ofRefund: ReadonlySet<string> = new Set([
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.refund.updated",
]);

const ofDispute = "charge.dispute.";

const isRead = (type: string) =>
  ofCharge.has(type) || ofRefund.has(type) || type.startsWith(ofDispute);

const metadata = z.object({ metadata: z.nullish(z.record(z.string(), z.string())) });

/** Other payments of the account have no key of ours. */
const ourKeys = /^[\x21-\x7e]{1,128}$/;

/**
 * Reads Stripe's webhooks. A notice of a charge or refund makes its look-up due; a dispute's has the dispute as it was
 * then. Events of other kinds, and of payments that are not ours, are accepted and ignored.
 */
export function stripeNotices(secret: string): NoticeReader {
  return (received) => {
    if (!isGenuine(secret, received)) return { type: "forged" };
    const body = parseJson(received.rawBody.toString());
    const named = stripeType.safeParse(body);
    if (!named.success) return malformed(named.error);
    // Other events must not block the webhook, whatever they look like.
    if (!isRead(named.data.type)) return { type: "valid", changes: [], reports: [] };
    const parsed = stripeEvent.safeParse(body);
    if (!parsed.success) return malformed(parsed.error);
    const { id, type, created, data } = parsed.data;
    if (type.startsWith(ofDispute)) {
      const result = dispute.safeParse(data.object);
      if (!result.success) return malformed(result.error);
      const report = reportOf({ id, type, created }, result.data);
      if (report && "paths" in report) return { type: "malformed", paths: report.paths };
      return { type: "valid", changes: [], reports: report ? [report] : [] };
    }
    const change = changeOf(type, data.object);
    return { type: "valid", changes: change ? [change] : [], reports: [] };
  };
}

/** What to look up. A reversal is a refund at Stripe, and is looked up with its charge. */
function changeOf(type: string, object: unknown): ProcessorChange | undefined {
  const isRefund = ofRefund.has(type);
  if (!isRefund && !ofCharge.has(type)) return undefined;
  const parsed = metadata.safeParse(object);
  const key = parsed.success ? parsed.data.metadata?.[keyName] : undefined;
  if (key === undefined || !ourKeys.test(key)) return undefined;
  if (!isRefund) return { type: "charge", key };
  return key.endsWith("-reversal")
    ? { type: "charge", key: key.replace(/-reversal$/, "") }
    : { type: "refund", key };
}

/**
 * `Stripe-Signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 over the time, a dot and the body. While the endpoint's secret
 * is replaced, each secret has its `v1`.
 */
function isGenuine(secret: string, { rawBody, headers, nowMs }: ReceivedNotice): boolean {
  const header = String(headers["stripe-signature"] ?? "").slice(0, 2_000);
  const parts = header.split(",").map((part) => part.trim());
  const seconds = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  if (seconds === undefined) return false;
  if (Math.abs(nowMs / 1000 - Number(seconds)) > toleranceSeconds) return false;
  const right = createHmac("sha256", secret).update(`${seconds}.`).update(rawBody).digest();
  return parts
    .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
    .map((part) => timingSafeEqual(Buffer.from(part.slice(3), "hex"), right))
    .includes(true);
}

function malformed(error: z.core.$ZodError) {
  return {
    type: "malformed",
    paths: error.issues.map(({ path }) => path.join(".")),
  } as const;
}
