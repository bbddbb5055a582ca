import { evidenceSubmission } from "#contract/connectors/processor";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import {
  type Call,
  type Exchange,
  outcomeWithoutResponse,
  problemOf,
  type VendorResponse,
} from "../../kit/exchange.ts";
import type {
  AnswerOutcome,
  ChallengeEnd,
  ChargeOutcome,
  ExpectedCharge,
  PrepareOutcome,
  RefundOutcome,
  ReversalOutcome,
} from "../card-processor.ts";
import { type CardConnector, type Deadlines, healthDeadlineMs } from "../kit/card-connector.ts";
import { takesAmount } from "./amounts.ts";
import {
  answerKeyName,
  fileUpload,
  placesOf,
  readFoundAnswer,
  readSentAnswer,
  readUpload,
  textsOf,
} from "./dispute-answers.ts";
import { type FormValue, formOf } from "./form.ts";
import { cardForm, confirmForm, intentForm, keyName } from "./payment-forms.ts";
import { stripeNotices } from "./read-notice.ts";
import {
  cancellationReasons,
  declineOf,
  readConfirmed,
  readEnded,
  readIntent,
  readPrepared,
  refusalOf,
} from "./read-payment.ts";
import { readRefundResponse, refundOutcomeOf } from "./read-refund.ts";
import { errorObject, paymentMethod, refundPage, type StripeRefund } from "./stripe-objects.ts";
import { apiUrl, type StripeSettings, stripeCapabilities } from "./stripe-settings.ts";

/** The API's version that this connector is written for. */
const apiVersion = "2026-10-28.endive";

/** The pause before a request is sent again because Stripe was too busy. */
const againAfterMs = 500;

/** The two reasons of Stripe's refunds that fit. A third, `fraudulent`, would also block the card and the customer. */
const refundReasons: ReadonlySet<string> = new Set(["duplicate", "requested_by_customer"]);

/** Maximum number of pages of one charge's refunds. */
const maxPages = 3;

/**
 * Stripe: payment intents for charges, refunds, and signed webhooks. docs/connectors/stripe.md says what is proven.
 *
 * A payment intent is made and its id stored; then it is confirmed. A look-up reads it by its id, so it is exact at any
 * time. A payment intent that was never confirmed never charges.
 */
export function stripeConnector(
  settings: StripeSettings,
  {
    chargeDeadlineMs,
    lookUpDeadlineMs,
    filesUrl,
    url = apiUrl,
  }: Deadlines & {
    /** The address for uploads. */
    readonly filesUrl: string;
    /** Absent: Stripe's own address. */
    readonly url?: string;
  },
): CardConnector {
  const headers = {
    authorization: `Bearer ${settings.secretKey}`,
    accept: "application/json",
    "stripe-version": apiVersion,
  };
  const get = (path: string, deadlineMs = lookUpDeadlineMs): Call => ({
    method: "GET",
    path,
    headers,
    deadlineMs,
  });
  const post = (
    path: string,
    parameters: { readonly [name: string]: FormValue },
    key: string | null,
    deadlineMs = chargeDeadlineMs,
  ): Call => ({
    method: "POST",
    path,
    headers: {
      ...headers,
      "content-type": "application/x-www-form-urlencoded",
      ...(key !== null && { "idempotency-key": key }),
    },
    body: formOf(parameters),
    deadlineMs,
  });

  function* refundsOf(chargeId: string): Exchange<readonly StripeRefund[] | { reason: string }> {
    const found: StripeRefund[] = [];
    for (let page = 0; page < maxPages; page += 1) {
      const last = found.at(-1);
      const after = last ? `&starting_after=${encodeURIComponent(last.id)}` : "";
      const path = `/v1/refunds?charge=${encodeURIComponent(chargeId)}&limit=100${after}`;
      const response = yield get(path);
      const parsed = refundPage.safeParse(bodyOf(response));
      if (!parsed.success) return { reason: problemOf(response) };
      found.push(...parsed.data.data);
      if (!parsed.data.has_more) return found;
    }
    return { reason: "too_many_refunds" };
  }

  const capabilities = stripeCapabilities(settings);
  const pathOf = (reference: string) => `/v1/payment_intents/${encodeURIComponent(reference)}`;

  function* lookUp(
    key: string,
    expected: ExpectedCharge,
    read = readIntent,
  ): Exchange<ChargeOutcome> {
    const { reference } = expected;
    // The confirmation is sent only after the reference was stored.
    if (!reference) return { type: "not_found" };
    const response = yield get(`${pathOf(reference)}?expand[]=latest_charge`);
    if (response instanceof OutgoingCallFailed) return { type: "unknown", reason: response.code };
    return read(response, { key, reference, expected, url });
  }

  /** Cancels the payment intent: the customer can no longer confirm it. No effect after it has charged. */
  function* endChallenge(
    key: string,
    expected: ExpectedCharge,
    why: ChallengeEnd,
  ): Exchange<ChargeOutcome> {
    const { reference } = expected;
    if (!reference) return { type: "not_found" };
    // No idempotency key: canceling twice is safe, and Stripe would return the same error for 24 hours.
    const form = { cancellation_reason: cancellationReasons[why] };
    yield post(`${pathOf(reference)}/cancel`, form, null, lookUpDeadlineMs);
    return yield* lookUp(key, expected, readEnded);
  }

  return {
    capabilities,
    // Needed even with an external 3DS server: a challenge may be open from before the setting changed.
    endChallenge,
    lookUp: (key, expected) => lookUp(key, expected),
    readNotice: stripeNotices(settings.webhookSecret),

    *prepare(request, key): Exchange<PrepareOutcome> {
      if (!takesAmount(request)) return { type: "rejected", reason: "amount_not_supported" };
      const call = post("/v1/payment_intents", intentForm(request, key, settings), `${key}-intent`);
      const first = yield call;
      const response = isBusy(first) ? yield { ...call, afterMs: againAfterMs } : first;
      if (response instanceof OutgoingCallFailed) return { type: "unreached" };
      return readPrepared(response, key, request);
    },

    *charge(order, key): Exchange<ChargeOutcome> {
      const { reference } = order;
      if (!reference) return { type: "rejected", reason: "not_prepared" };
      if (!takesAmount(order)) return { type: "rejected", reason: "amount_not_supported" };
      const card = yield post("/v1/payment_methods", cardForm(order), `${key}-card`);
      const made = readCard(card, reference);
      if (typeof made !== "string") return made;
      const response = yield post(`${pathOf(reference)}/confirm`, confirmForm(order, made), key);
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readConfirmed(response, { key, reference, expected: order, url });
    },

    *reverse(chargeId, key): Exchange<ReversalOutcome> {
      const found = yield* refundsOf(chargeId);
      if ("reason" in found) return { type: "unknown", reason: found.reason };
      const own = found.filter(({ metadata }) => metadata?.[keyName] === key);
      const ownRefund = own.find(({ status }) => !isFailed(status));
      if (ownRefund) return reversalOf(ownRefund);
      // Stripe answers a repeat with its first response, so a failed reversal needs a new key.
      const number = own.length === 0 ? "" : `-${own.length + 1}`;
      const response = yield post(
        "/v1/refunds",
        { charge: chargeId, metadata: { [keyName]: key } },
        `${key}${number}`,
        lookUpDeadlineMs,
      );
      // Somebody refunded everything at Stripe: nothing is left to reverse.
      if (isAllReturned(response)) return { type: "reversed", reversalId: chargeId };
      const parsed = refundPage.safeParse({ data: [bodyOf(response)], has_more: false });
      const [refund] = parsed.success ? parsed.data.data : [];
      return refund?.charge === chargeId
        ? reversalOf(refund)
        : { type: "unknown", reason: problemOf(response) };
    },

    *refund(order, key): Exchange<RefundOutcome> {
      const { chargeId, amountMinor, reason } = order;
      if (!takesAmount(order)) return { type: "rejected", code: "amount_not_supported" };
      const response = yield post(
        "/v1/refunds",
        {
          charge: chargeId,
          amount: amountMinor,
          reason: refundReasons.has(reason) ? reason : undefined,
          metadata: { [keyName]: key },
        },
        key,
      );
      if (response instanceof OutgoingCallFailed) return outcomeWithoutResponse(response);
      return readRefundResponse(response, key, order);
    },

    *lookUpRefund(key, expected): Exchange<RefundOutcome> {
      const found = yield* refundsOf(expected.chargeId);
      if ("reason" in found) return { type: "unknown", reason: found.reason };
      const [refund, ...others] = found.filter(({ metadata }) => metadata?.[keyName] === key);
      if (!refund) return { type: "not_found" };
      if (others.length > 0) return { type: "unknown", reason: "several_refunds" };
      return refundOutcomeOf(refund, expected);
    },

    *answerDispute({ disputeId, kind, body }, key): Exchange<AnswerOutcome> {
      const path = `/v1/disputes/${encodeURIComponent(disputeId)}`;
      if (kind === "acceptance")
        return readSentAnswer(yield post(`${path}/close`, {}, key), disputeId);
      const evidence = evidenceSubmission.safeParse(body);
      if (!evidence.success) return { type: "rejected", code: "evidence_invalid" };
      const places = placesOf(evidence.data.files);
      if (places === null) return { type: "rejected", code: "evidence_invalid" };
      const uploaded: Record<string, string> = {};
      for (const [place, file] of places) {
        const upload = fileUpload(file, key);
        const id = readUpload(
          yield {
            method: "POST",
            path: "/v1/files",
            at: filesUrl,
            headers: {
              ...headers,
              "content-type": upload.contentType,
              "idempotency-key": `${key}-${place}`,
            },
            bytes: upload.bytes,
            deadlineMs: chargeDeadlineMs,
          },
        );
        if (typeof id !== "string") return id;
        uploaded[place] = id;
      }
      const form = {
        evidence: { ...textsOf(evidence.data.fields), ...uploaded },
        metadata: { [answerKeyName]: key },
        submit: true,
      };
      return readSentAnswer(yield post(path, form, key), disputeId);
    },

    *lookUpAnswer(key, { disputeId, kind }): Exchange<AnswerOutcome> {
      const response = yield get(`/v1/disputes/${encodeURIComponent(disputeId)}`);
      return readFoundAnswer(response, { key, disputeId, kind });
    },

    /** A list of one payment intent shows that the API is up and the key may read what look-ups need. */
    *isHealthy() {
      const response = yield get("/v1/payment_intents?limit=1", healthDeadlineMs);
      return !(response instanceof OutgoingCallFailed) && response.statusCode === 200;
    },
  };
}

/** The card's id at Stripe, or what its refusal means. Nothing is charged before this. */
function readCard(response: VendorResponse, reference: string): string | ChargeOutcome {
  if (response instanceof OutgoingCallFailed) return { type: "unreached" };
  const result = paymentMethod.safeParse(bodyOf(response));
  if (result.success) return result.data.id;
  const failed = errorObject.safeParse(parseJson(response.text));
  const isDecline = failed.success && failed.data.error.type === "card_error";
  if (isDecline && response.statusCode === 402) return declineOf(failed.data.error, reference);
  const refusal = refusalOf(response);
  if (refusal !== null) return { type: "rejected", reason: refusal };
  // Another request with this key may be at the same place, or beyond it.
  return { type: "unknown", reason: problemOf(response) };
}

function reversalOf({ id, status }: StripeRefund): ReversalOutcome {
  if (status === "succeeded") return { type: "reversed", reversalId: id };
  if (isFailed(status)) return { type: "unknown", reason: "refund_failed" };
  return { type: "pending" };
}

function isAllReturned(response: VendorResponse): boolean {
  if (response instanceof OutgoingCallFailed) return false;
  return refusalOf(response) === "charge_already_refunded";
}

function isFailed(status: string | null | undefined): boolean {
  return status === "failed" || status === "canceled";
}

/** Whether Stripe did nothing with a request, or cannot say what: with the same key it can be sent again. */
function isBusy(response: VendorResponse): boolean {
  if (response instanceof OutgoingCallFailed) return false;
  return response.statusCode === 409 || response.statusCode === 429 || response.statusCode >= 500;
}

function bodyOf(response: VendorResponse): unknown {
  if (response instanceof OutgoingCallFailed || response.statusCode !== 200) return undefined;
  return parseJson(response.text);
}
