/** Reads the form-encoded responses of NMI's Payment API. */
import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import type { ChargeOutcome, ExpectedCharge, RefundOutcome } from "../card-processor.ts";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import { reasonOf } from "../kit/reasons.ts";
import { nmiFacts, type RawFacts } from "./nmi-facts.ts";
import { chargedNothing, isAboutKey, isDuplicate, unsupportedCard } from "./response-codes.ts";

/** A response of `transact.php`. Missing fields are empty. */
interface PaymentResponse {
  /** 1 approved, 2 declined, 3 error. */
  readonly response: "1" | "2" | "3";
  readonly code: string;
  readonly text: string;
  readonly transactionId: string;
  readonly orderId: string;
  /** `sale`, `void` or `refund`. */
  readonly type: string;
  /** Only some processors report it; less than requested if they approve a part. */
  readonly authorised: string;
  readonly facts: RawFacts;
}

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** The fields of a response of `transact.php`; null for anything else. */
export function paymentResponseOf(raw: OutgoingResponse): PaymentResponse | null {
  if (raw.statusCode !== 200 || raw.text.length > 16_384) return null;
  const form = new URLSearchParams(raw.text.trim());
  const value = (name: string) => {
    const values = form.getAll(name);
    return values.length > 1 ? null : (values[0] ?? "");
  };
  const response = value("response");
  if (response !== "1" && response !== "2" && response !== "3") return null;
  const code = value("response_code");
  const [text, transactionId, orderId, type, authorised] = [
    value("responsetext"),
    value("transactionid"),
    value("orderid"),
    value("type"),
    value("amount_authorized"),
  ];
  if (code === null || text === null || transactionId === null) return null;
  if (orderId === null || type === null || authorised === null) return null;
  const facts = {
    authCode: value("authcode") ?? undefined,
    avs: value("avsresponse") ?? undefined,
    cvc: value("cvvresponse") ?? undefined,
  };
  return { response, code, text, transactionId, orderId, type, authorised, facts };
}

/**
 * Reads the response to a charge. An approval or decline must be of our order. After the errors in
 * {@link chargedNothing} nothing was charged; a duplicate may be our own charge, so it is looked up.
 */
export function readChargeResponse(
  raw: OutgoingResponse,
  key: string,
  expected: ExpectedCharge,
): ChargeOutcome {
  const found = paymentResponseOf(raw);
  if (!found) return unreadable(raw);
  const { response, code, text, transactionId, orderId, authorised } = found;
  if (response === "3") {
    if (isDuplicate(text)) return { type: "unknown", reason: "duplicate" };
    if (code === unsupportedCard) return declineOf(found, key);
    return chargedNothing.has(code)
      ? { type: "rejected", reason: `code_${code}` }
      : { type: "unknown", reason: codeName(code) };
  }
  if (orderId !== key) return { type: "unknown", reason: "another_order" };
  if (response === "2") return declineOf(found, key);
  if (code !== "100" || !isId(transactionId)) return { type: "unknown", reason: codeName(code) };
  const { amountMinor, currency } = expected;
  const isOther = authorised !== "" && minorOfDecimal(authorised, currency) !== amountMinor;
  return isOther
    ? { type: "mismatch", chargeId: transactionId, charged: true }
    : { type: "approved", chargeId: transactionId, ...nmiFacts(found.facts) };
}

function declineOf({ code, transactionId, facts }: PaymentResponse, key: string): ChargeOutcome {
  // Without a transaction (0), our key is the id: it cannot be another payment's.
  const chargeId = isId(transactionId) ? transactionId : key;
  return { type: "declined", chargeId, ...reasonOf("nmi", code), ...nmiFacts(facts, code) };
}

/** Reads the response to a refund or void. Only an approval has the new transaction's id. */
export function readRefundResponse(
  raw: OutgoingResponse,
  kind: "void" | "refund",
  refundId: string | null,
): RefundOutcome {
  const found = paymentResponseOf(raw);
  if (!found) return unreadable(raw);
  const { response, code, text, transactionId } = found;
  if (response === "1") {
    return isDone(found, kind)
      ? { type: "success", refundId: refundId ?? transactionId, kind, arn: null }
      : { type: "unknown", reason: codeName(code) };
  }
  if (response === "2") return { type: "rejected", code: "refund_declined" };
  if (isDuplicate(text)) return { type: "unknown", reason: "duplicate" };
  if (isAboutKey(text)) return { type: "credentials_refused", reason: `code_${code}` };
  return chargedNothing.has(code)
    ? { type: "rejected", code: "refund_refused" }
    : { type: "unknown", reason: codeName(code) };
}

export function isDone(found: PaymentResponse, kind: "void" | "refund"): boolean {
  const { response, code, type, transactionId } = found;
  return response === "1" && code === "100" && type === kind && isId(transactionId);
}

/** Whether a text is a transaction's id; 0 means none. */
export function isId(text: string): boolean {
  return idPattern.test(text) && !/^0+$/.test(text);
}

function codeName(code: string): string {
  return /^\d{1,4}$/.test(code) ? `code_${code}` : "malformed";
}

function unreadable({ statusCode }: OutgoingResponse) {
  const reason = statusCode === 200 ? "malformed" : `status_${statusCode}`;
  return { type: "unknown", reason } as const;
}
