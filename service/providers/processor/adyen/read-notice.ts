import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import type { ProcessorChange, ProcessorNotice } from "#contract/connectors/processor";
import { parseJson } from "../../connector-responses.ts";
import type { NoticeReader, OutcomeNotice, ReceivedNotice } from "../kit/notices.ts";
import { type AdyenEvent, adyenEvent, notification } from "./adyen-event.ts";
import { factsOfData } from "./adyen-facts.ts";
import type { AdyenSettings } from "./adyen-settings.ts";
import { isReport, reportOf } from "./dispute-notices.ts";

const kind = z.object({ eventCode: z.string() });

/** The signature covers these fields of an event. */
const signedFields = z.object({
  eventCode: z.string(),
  success: z.union([z.boolean(), z.string()]),
  pspReference: z.string(),
  originalReference: z.optional(z.nullable(z.string())),
  merchantAccountCode: z.string(),
  merchantReference: z.optional(z.nullable(z.string())),
  amount: z.object({ currency: z.string(), value: z.int() }),
  additionalData: z.object({ hmacSignature: z.string() }),
});

const ofCharge: ReadonlySet<string> = new Set([
  "AUTHORISATION",
  "CANCELLATION",
  "CANCEL_OR_REFUND",
  "TECHNICAL_CANCEL",
  "CAPTURE_FAILED",
  "EXPIRE",
]);
const ofRefund: ReadonlySet<string> = new Set(["REFUND", "REFUND_FAILED", "REFUNDED_REVERSED"]);

/** References that the service could have assigned. */
const ourKeys = /^[\x21-\x7e]{1,128}$/;

/**
 * Reads Adyen's standard webhooks. Each event has its own signature. It has no timestamp, so an old event looks like a
 * new one: each counts once.
 *
 * Adyen repeats a refused webhook for 30 days, and later ones wait behind it. So events of other kinds and of other
 * merchant accounts are accepted and ignored. Some kinds have no signature and other fields: the `pspReference` of a
 * `REPORT_AVAILABLE` is a file name.
 */
export function adyenNotices(settings: AdyenSettings): NoticeReader {
  const key = Buffer.from(settings.hmacKey, "hex");
  return (received) => {
    if (!isLoggedIn(settings, received)) return { type: "forged" };
    const parsed = notification.safeParse(parseJson(received.rawBody.toString()));
    if (!parsed.success) return { type: "forged" };
    const items = parsed.data.notificationItems.map(
      (notificationItem) => notificationItem.NotificationRequestItem,
    );
    if (!items.every((item) => kind.safeParse(item).success)) return { type: "forged" };
    const used = items.filter(isOfInterest);
    if (!used.every((each) => isSigned(key, each))) return { type: "forged" };
    const outcomes: OutcomeNotice[] = [];
    const reports: ProcessorNotice[] = [];
    const unread: string[] = [];
    for (const each of used) {
      const event = adyenEvent.safeParse(each);
      if (!event.success) {
        unread.push(...event.error.issues.map(({ path }) => path.join(".")));
        continue;
      }
      if (event.data.merchantAccountCode !== settings.merchantAccount) continue;
      const outcome = outcomeOf(event.data);
      if (outcome) outcomes.push(outcome);
      const report = reportOf(event.data);
      if (report && "paths" in report) unread.push(...report.paths);
      else if (report) reports.push(report);
    }
    const changes = outcomes.map(changeOf);
    return { type: "valid", outcomes, changes, reports, ...(unread.length > 0 && { unread }) };
  };
}

function isOfInterest(item: unknown): boolean {
  const { eventCode } = kind.parse(item);
  return ofCharge.has(eventCode) || ofRefund.has(eventCode) || isReport(eventCode);
}

function isLoggedIn(
  { webhookUser, webhookPassword }: AdyenSettings,
  { headers }: ReceivedNotice,
): boolean {
  if (webhookUser === undefined && webhookPassword === undefined) return true;
  const login = Buffer.from(`${webhookUser ?? ""}:${webhookPassword ?? ""}`).toString("base64");
  return isSame(Buffer.from(String(headers["authorization"] ?? "")), Buffer.from(`Basic ${login}`));
}

/** HMAC-SHA256 over eight fields joined by colons. Adyen's own libraries differ in whether they escape. */
function isSigned(key: Buffer, value: unknown): boolean {
  const parsed = signedFields.safeParse(value);
  if (!parsed.success) return false;
  const { pspReference, originalReference, merchantAccountCode, merchantReference } = parsed.data;
  const { amount, eventCode, success, additionalData } = parsed.data;
  const fields = [
    pspReference,
    originalReference ?? "",
    merchantAccountCode,
    merchantReference ?? "",
    String(amount.value),
    amount.currency,
    eventCode,
    String(success),
  ];
  const escaped = fields.map((field) => field.replace(/[\\:]/g, "\\$&"));
  const signature = Buffer.from(additionalData.hmacSignature, "base64");
  const isSignatureOf = (signed: readonly string[]) =>
    isSame(signature, createHmac("sha256", key).update(signed.join(":")).digest());
  return isSignatureOf(fields) || isSignatureOf(escaped);
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** What an event says about a charge, refund or reversal, if anything. */
function outcomeOf(event: AdyenEvent): OutcomeNotice | undefined {
  const { eventCode, pspReference, originalReference, merchantReference: key, amount } = event;
  if (!ofCharge.has(eventCode) && !ofRefund.has(eventCode)) return undefined;
  if (!ourKeys.test(key)) return undefined;
  const succeeded = String(event.success) === "true";
  const arn = event.additionalData?.["arn"];
  return {
    noticeId: `${eventCode}-${pspReference}-${succeeded}`,
    key,
    reference: pspReference,
    chargeId: originalReference || null,
    event: eventCode,
    succeeded,
    // A success has the card's last digits and its expiry there.
    reason: succeeded ? null : (event.reason?.replace(/\p{Cc}/gu, " ").slice(0, 200) ?? null),
    amountMinor: amount.value,
    currency: amount.currency,
    at: event.eventDate,
    facts: factsOfData(event.additionalData) ?? null,
    arn: typeof arn === "string" && /^[A-Za-z0-9]{1,40}$/.test(arn) ? arn : null,
  };
}

/** What to look up. A reversal is looked up with its charge, even if it was a refund that came back. */
function changeOf({ event, key }: OutcomeNotice): ProcessorChange {
  const isOfCharge = ofCharge.has(event) || key.endsWith("-reversal");
  return isOfCharge
    ? { type: "charge", key: key.replace(/-reversal$/, "") }
    : { type: "refund", key };
}
