/** Shapes of Authorize.Net's responses, and what a response to a transaction says. */
import * as z from "zod/mini";
import type { ChargeFacts } from "#contract/connectors/charge-facts";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import { problemOf, type VendorResponse } from "../../kit/exchange.ts";
import type { ChargeOutcome, ExpectedCharge } from "../card-processor.ts";
import { type AvsResult, avsResultOf, cvcResultOf } from "../kit/card-checks.ts";
import { factsOf } from "../kit/charge-facts.ts";
import { minorOfDecimal } from "../kit/decimal-amount.ts";
import { reasonOf } from "../kit/reasons.ts";
import { aboutCard, chargedNothing, isRefusal } from "./reason-codes.ts";

/** A code or amount, which comes as text or number. */
export const code = z.pipe(
  z.union([z.string().check(z.maxLength(32)), z.number()]),
  z.transform((value) => String(value)),
);
export const amount = z.union([z.string().check(z.maxLength(32)), z.number()]);

export const messages = z.object({
  resultCode: z.enum(["Ok", "Error"]),
  message: z.array(z.object({ code })).check(z.minLength(1)),
});

const transactionResponse = z.object({
  /** Missing if the request did not become a transaction. */
  responseCode: z.optional(code),
  transId: z.optional(code),
  testRequest: z.optional(code),
  cvvResultCode: z.optional(z.unknown()),
  avsResultCode: z.optional(z.unknown()),
  authCode: z.optional(z.unknown()),
  networkTransId: z.optional(z.unknown()),
  messages: z.optional(z.array(z.object({ code }))),
  errors: z.optional(z.array(z.object({ errorCode: code }))),
  /** Present only for a card that covers a part. */
  prePaidCard: z.optional(z.object({ approvedAmount: z.optional(amount) })),
});

const transactionReply = z.object({
  transactionResponse: z.optional(transactionResponse),
  refId: z.optional(code),
  messages,
});

const summary = z.object({
  transId: code,
  transactionStatus: z.string(),
  invoiceNumber: z.optional(z.string()),
  accountNumber: z.optional(z.string()),
  settleAmount: z.optional(amount),
  submitTimeUTC: z.optional(z.string()),
});
export type Summary = z.infer<typeof summary>;

export const listResponse = z.object({
  messages,
  transactions: z.optional(z.array(summary)),
  totalNumInResultSet: z.optional(z.int()),
});

export const batchesResponse = z.object({
  messages,
  batchList: z.optional(z.array(z.object({ batchId: code }))),
});

export const detailsResponse = z.object({
  messages,
  transaction: z.object({
    transId: code,
    refTransId: z.optional(code),
    transactionType: z.string(),
    transactionStatus: z.string(),
    responseReasonCode: z.optional(code),
    authCode: z.optional(z.unknown()),
    AVSResponse: z.optional(z.unknown()),
    cardCodeResponse: z.optional(z.unknown()),
    networkTransId: z.optional(z.unknown()),
    order: z.optional(z.object({ invoiceNumber: z.optional(z.string()) })),
    authAmount: amount,
    settleAmount: amount,
    payment: z.optional(z.object({ creditCard: z.optional(z.object({ cardNumber: z.string() })) })),
  }),
});
export type Details = z.infer<typeof detailsResponse>["transaction"];

export const plainResponse = z.object({ messages });

/** A response's JSON, which begins with a byte order mark; undefined if it cannot be used. */
export function bodyOf(response: VendorResponse): unknown {
  if (response instanceof OutgoingCallFailed || response.statusCode !== 200) return undefined;
  return parseJson(response.text.replace(/^\uFEFF/, ""));
}

/** What a response to any transaction says. */
export type TransactionReply =
  | {
      readonly type: "approved" | "held" | "declined" | "error";
      readonly transId: string | null;
      /** Response reason code. */
      readonly reason: string;
      readonly refId: string | null;
      readonly isTest: boolean;
      readonly facts: RawFacts;
      readonly approvedAmount: string | number | null;
    }
  /** The API refused the request: there is no transaction. */
  | { readonly type: "refused"; readonly code: string }
  | { readonly type: "unknown"; readonly reason: string };

const kinds = { "1": "approved", "2": "declined", "3": "error", "4": "held" } as const;

/** Reads the response to a `createTransactionRequest`. */
export function readTransaction(response: VendorResponse): TransactionReply {
  const parsed = transactionReply.safeParse(bodyOf(response));
  if (!parsed.success) return { type: "unknown", reason: problemOf(response) };
  const { transactionResponse: found, refId = null, messages: said } = parsed.data;
  const { responseCode } = found ?? {};
  if (!found || responseCode === undefined) {
    const first = said.message[0]?.code ?? "";
    if (said.resultCode === "Error" && isRefusal(first)) return { type: "refused", code: first };
    return { type: "unknown", reason: nameOf(first) };
  }
  if (!isKind(responseCode)) return { type: "unknown", reason: "unknown_response" };
  // An approval in a response that is an error contradicts itself.
  const isOk = said.resultCode === "Ok";
  if (responseCode === "1" && !isOk) return { type: "unknown", reason: "contradiction" };
  return {
    type: kinds[responseCode],
    transId: isId(found.transId) ? found.transId : null,
    reason: found.errors?.[0]?.errorCode ?? found.messages?.[0]?.code ?? "",
    refId,
    isTest: found.testRequest === "1",
    facts: {
      authCode: found.authCode,
      networkTransId: found.networkTransId,
      avs: found.avsResultCode,
      cvc: found.cvvResultCode,
    },
    approvedAmount: found.prePaidCard?.approvedAmount ?? null,
  };
}

/** Reads the response to a sale. An approval must have our reference. */
export function readSale(
  response: VendorResponse,
  reference: string,
  { amountMinor, currency }: ExpectedCharge,
): ChargeOutcome {
  const reply = readTransaction(response);
  if (reply.type === "refused") return { type: "rejected", reason: reply.code };
  if (reply.type === "unknown") return reply;
  const { transId, reason, refId } = reply;
  if (reply.type === "error") {
    if (aboutCard.has(reason)) return declineOf(transId ?? reference, reply);
    return chargedNothing.has(reason)
      ? { type: "rejected", reason: nameOf(reason) }
      : { type: "unknown", reason: nameOf(reason) };
  }
  if (refId !== reference) return { type: "unknown", reason: "another_reference" };
  // An account in test mode approves everything and charges nothing.
  if (reply.isTest) return { type: "rejected", reason: "account_in_test_mode" };
  if (reply.type === "declined") return declineOf(transId ?? reference, reply);
  if (transId === null) return { type: "unknown", reason: "malformed" };
  if (reply.type === "held") return { type: "pending", chargeId: transId };
  const { approvedAmount } = reply;
  const isPart =
    approvedAmount !== null && minorOfDecimal(approvedAmount, currency) !== amountMinor;
  return isPart
    ? { type: "mismatch", chargeId: transId, charged: true }
    : { type: "approved", chargeId: transId, ...approvalFacts(reply.facts) };
}

/** What a transaction has besides its outcome. It only informs, so it may be anything. */
interface RawFacts {
  readonly authCode: unknown;
  readonly networkTransId: unknown;
  readonly avs: unknown;
  readonly cvc: unknown;
}

/** Authorize.Net's own letters: no address was sent, or the check does not apply. */
const ownAvs: Readonly<Record<string, AvsResult>> = { B: "not_checked", P: "not_checked" };

const checksOf = ({ avs, cvc }: RawFacts) => ({
  avsResult: avsResultOf(avs, ownAvs),
  cvcResult: cvcResultOf(cvc),
});

/** Facts of a transaction's details. */
export function factsOfDetails(details: Details): RawFacts {
  const { authCode, networkTransId, AVSResponse: avs, cardCodeResponse: cvc } = details;
  return { authCode, networkTransId, avs, cvc };
}

/** Facts of an approval. */
export function approvalFacts(raw: RawFacts): { readonly facts?: ChargeFacts } {
  const { authCode: authorisationCode, networkTransId: networkTransactionId } = raw;
  const facts = factsOf({ authorisationCode, networkTransactionId, ...checksOf(raw) });
  return facts ? { facts } : {};
}

/** A decline without a reason is about the security code if that does not match. */
export function declineOf(
  chargeId: string,
  { reason, facts: raw }: { readonly reason: string; readonly facts: RawFacts },
): ChargeOutcome {
  const declineReason = reasonOf("authorizeNet", reason);
  const isAboutCvc = raw.cvc === "N" && declineReason.declineCode === "generic_decline";
  const facts = factsOf({ vendorCode: reason, ...checksOf(raw) });
  return {
    type: "declined",
    chargeId,
    ...(isAboutCvc ? { declineCode: "incorrect_cvc" } : declineReason),
    ...(facts && { facts }),
  };
}

/** Whether a text is a transaction's id; 0 means none. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z0-9_-]{1,64}$/.test(text) && !/^0+$/.test(text);
}

/** A code as an outcome's reason. */
export function nameOf(text: string): string {
  return /^[A-Z]?\d{1,6}$/.test(text) ? `code_${text}` : "malformed";
}

function isKind(text: string): text is keyof typeof kinds {
  return Object.hasOwn(kinds, text);
}
