import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { EvidenceField } from "#contract/api/disputes";
import type { EvidenceSubmission } from "#contract/connectors/processor";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import { outcomeWithoutResponse, problemOf, type VendorResponse } from "../../kit/exchange.ts";
import type { AnswerOutcome } from "../card-processor.ts";
import { refusalOf } from "./read-payment.ts";

type EvidenceFile = EvidenceSubmission["files"][number];

/** The key of our answer in a dispute's metadata at Stripe. */
export const answerKeyName = "tessera_answer";

/** Stripe's fields for our texts. The others share one text. */
const textFields: Readonly<Partial<Record<EvidenceField, string>>> = {
  customerName: "customer_name",
  customerEmail: "customer_email_address",
  customerIpAddress: "customer_purchase_ip",
  billingAddress: "billing_address",
  shippingAddress: "shipping_address",
  shippingCarrier: "shipping_carrier",
  shippingDate: "shipping_date",
  trackingNumber: "shipping_tracking_number",
  serviceDate: "service_date",
  productDescription: "product_description",
  accessActivityLog: "access_activity_log",
  refundPolicyDisclosure: "refund_policy_disclosure",
  refundRefusalExplanation: "refund_refusal_explanation",
  cancellationPolicyDisclosure: "cancellation_policy_disclosure",
  cancellationRebuttal: "cancellation_rebuttal",
  duplicateChargeExplanation: "duplicate_charge_explanation",
};

/** Start of the other texts. */
const headings: Readonly<Partial<Record<EvidenceField, string>>> = {
  explanation: "",
  threeDSecure: "3-D Secure: ",
  earlierPayments: "Earlier payments: ",
  deviceId: "Device: ",
  refundReference: "Refund reference: ",
  duplicateChargeId: "The other charge: ",
};

/** The evidence's texts as Stripe's parameters. */
export function textsOf(fields: EvidenceSubmission["fields"]): Record<string, string> {
  const texts: Record<string, string> = {};
  const others: string[] = [];
  for (const [name, text] of Object.entries(fields)) {
    const field = textFields[name as EvidenceField];
    if (field) texts[field] = text;
    else others.push(`${headings[name as EvidenceField] ?? `${name}: `}${text}`);
  }
  if (others.length > 0) texts["uncategorized_text"] = others.join("\n\n");
  return texts;
}

/** Stripe's places for our kinds of files: one file each. */
const filePlaces: Readonly<Record<string, string>> = {
  receipt: "receipt",
  customerCommunication: "customer_communication",
  shippingDocumentation: "shipping_documentation",
  serviceDocumentation: "service_documentation",
  refundPolicy: "refund_policy",
  cancellationPolicy: "cancellation_policy",
  customerSignature: "customer_signature",
  duplicateChargeDocumentation: "duplicate_charge_documentation",
  other: "uncategorized_file",
};
/** Places for files that have no place of their own, if these are free. */
const sparePlaces = ["uncategorized_file", "service_documentation", "customer_communication"];

/**
 * The place of each file. The summary repeats the texts, so it is left out if there is no place. Null if another file
 * has none.
 */
export function placesOf(
  files: readonly EvidenceFile[],
): readonly (readonly [place: string, file: EvidenceFile])[] | null {
  const places = new Map<string, EvidenceFile>();
  const rest: EvidenceFile[] = [];
  for (const file of files) {
    const place = Object.hasOwn(filePlaces, file.kind) ? filePlaces[file.kind] : undefined;
    if (place && !places.has(place)) places.set(place, file);
    else rest.push(file);
  }
  rest.sort((a, b) => Number(a.kind === "summary") - Number(b.kind === "summary"));
  for (const file of rest) {
    const place = sparePlaces.find((sparePlace) => !places.has(sparePlace));
    if (place) places.set(place, file);
    else if (file.kind !== "summary") return null;
  }
  return [...places];
}

/** A file as `multipart/form-data`. The same file under the same key is the same bytes. */
export function fileUpload(
  { kind, name, contentType, content }: EvidenceFile,
  key: string,
): { readonly contentType: string; readonly bytes: Uint8Array } {
  const digest = createHash("sha256").update(`${key} ${kind}`).update(content).digest("hex");
  const boundary = `tessera-${digest.slice(0, 40)}`;
  const filename = name.replace(/[^A-Za-z0-9._ -]+/g, "_").slice(0, 100) || kind;
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="purpose"',
    "",
    "dispute_evidence",
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${filename}"`,
    `Content-Type: ${contentType}`,
    "",
    "",
  ].join("\r\n");
  const bytes = Buffer.concat([
    Buffer.from(head),
    Buffer.from(content, "base64"),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes };
}

const file = z.object({ id: z.string().check(z.regex(/^file_[A-Za-z0-9_]{1,100}$/)) });

/** An uploaded file's id, or why there is none. Nothing was submitted yet. */
export function readUpload(response: VendorResponse): string | AnswerOutcome {
  if (response instanceof OutgoingCallFailed) return { type: "unreached" };
  const result = file.safeParse(bodyOf(response));
  if (result.success) return result.data.id;
  const refusal = refusalOf(response);
  if (response.statusCode === 413) return { type: "rejected", code: "evidence_invalid" };
  if (refusal === null) return { type: "unreached" };
  return isOurKey(response)
    ? { type: "credentials_refused", reason: refusal }
    : { type: "rejected", code: "evidence_invalid" };
}

const dispute = z.object({
  id: z.string(),
  status: z.string(),
  metadata: z.catch(z.nullish(z.record(z.string(), z.string())), undefined),
});

/** Reads the answer to a submission or an acceptance. */
export function readSentAnswer(response: VendorResponse, disputeId: string): AnswerOutcome {
  if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
  if (response.statusCode === 200) {
    const parsed = dispute.safeParse(bodyOf(response));
    return parsed.success && parsed.data.id === disputeId
      ? { type: "taken", answerId: disputeId }
      : { type: "unknown", reason: "malformed" };
  }
  const refusal = refusalOf(response);
  if (refusal === null) return { type: "unknown", reason: problemOf(response) };
  if (isOurKey(response)) return { type: "credentials_refused", reason: refusal };
  const code = response.statusCode === 404 ? "dispute_not_found" : "dispute_not_answerable";
  return { type: "rejected", code };
}

/**
 * Reads the dispute to find our answer. Evidence has our key. An acceptance has none, but it loses the dispute, and
 * after a loss an acceptance changes nothing.
 */
export function readFoundAnswer(
  response: VendorResponse,
  expected: {
    readonly key: string;
    readonly disputeId: string;
    readonly kind: "evidence" | "acceptance";
  },
): AnswerOutcome {
  const parsed = dispute.safeParse(bodyOf(response));
  if (!parsed.success || parsed.data.id !== expected.disputeId) {
    return { type: "unknown", reason: problemOf(response) };
  }
  const { status, metadata } = parsed.data;
  const isTaken =
    expected.kind === "evidence"
      ? metadata?.[answerKeyName] === expected.key
      : status === "lost" || status === "warning_closed";
  return isTaken ? { type: "taken", answerId: expected.disputeId } : { type: "not_found" };
}

function isOurKey({ statusCode }: { readonly statusCode: number }): boolean {
  return statusCode === 401 || statusCode === 403;
}

function bodyOf(response: VendorResponse): unknown {
  if (response instanceof OutgoingCallFailed || response.statusCode !== 200) return undefined;
  return parseJson(response.text);
}
