import { toDecimalText } from "#contract/money";
import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import type { PreparedRedirect } from "../../kit/customer-redirect.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import {
  establish,
  hasLeft,
  readTrustly,
  readTrustlyNotice,
  returnProblem,
  singleTransaction,
  status,
  type TrustlyParty,
  type TrustlySettings,
  transactionType,
  trustlyCalls,
} from "../../trustly/index.ts";
import type {
  BankNotice,
  BankOrder,
  ConsentOutcome,
  OpenBankingProvider,
} from "../open-banking-provider.ts";
import { capture, lookUpCapture } from "./trustly-captures.ts";
import { isAmount } from "./trustly-outcomes.ts";
import {
  type Authorisation,
  authorisationOf,
  authorisationReference,
  paymentOfReference,
  textOf,
} from "./trustly-references.ts";
import { lookUpRefund, refund } from "./trustly-refunds.ts";

/** How long Trustly has to respond, and an address to which it can send events. */
export interface TrustlyContext {
  readonly payDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
  readonly notificationUrl: string;
}

/** A customer can be back before Trustly has recorded what they did. */
const pauseMs = 1_500;
const dayMs = 24 * 60 * 60_000;

/**
 * Trustly's US API with deferred payments: the customer authorizes the amount on Trustly's page, then the service
 * captures it. docs/connectors/trustly.md says what is proven.
 *
 * It must guarantee that
 * - nothing is captured before the customer has authorized exactly this amount in our transaction, and has returned
 *   with the address that Trustly signed: otherwise another person may have agreed;
 * - the capture's reference is our payment id. The authorization covers one payment's amount, so Trustly refuses a
 *   second capture, even if the account does not check for repeated references;
 * - only errors in a table prove that a request moved nothing.
 */
export function trustlyPayments(
  party: TrustlyParty,
  http: OutgoingHttp,
  context: TrustlyContext,
): OpenBankingProvider {
  const { payDeadlineMs, lookUpDeadlineMs } = context;
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, party.url, http);
  /** A fault of the connector proves nothing. */
  const believed = <Outcome>(exchange: Exchange<Outcome>) =>
    run(exchange).catch(() => ({ type: "unknown", reason: "connector_fault" }) as const);
  return {
    begin: (options) => run(beginTrustly(party, context, options)),
    async finish(returned) {
      try {
        return await run(finishTrustly(party, returned, lookUpDeadlineMs));
      } catch {
        return { type: "failed", reason: "connector_fault" };
      }
    },
    canPay: ({ accessToken, grants }) => splitTokenOf(accessToken, grants) !== null,
    async pay({ accessToken, key, order, grants = [] }) {
      const authorisation = authorisationOf(accessToken);
      const splitToken = splitTokenOf(accessToken, grants);
      if (!authorisation || !splitToken) return { type: "unknown", reason: "no_split_token" };
      return believed(capture(party, authorisation, { key, order, splitToken }, payDeadlineMs));
    },
    lookUp: (request) => believed(lookUpCapture(party, request, lookUpDeadlineMs)),
    refund: (request) => believed(refund(party, request, payDeadlineMs)),
    lookUpRefund: (request) => believed(lookUpRefund(party, request, lookUpDeadlineMs)),
    readNotice: (received) => toBankNotice(readTrustlyNotice(party, received)),
    repeats: { orderAfterMs: 60_000, refundAfterMs: 60 * 60_000 },
    // A consumer's bank can return a debit for 60 days after the statement.
    returnsForMs: 90 * dayMs,
  };
}

/** The split token that the authorization's event contained; null until the event has arrived. */
function splitTokenOf(
  accessToken: string,
  grants: readonly { readonly reference: string; readonly value: string }[],
): string | null {
  const transactionId = authorisationOf(accessToken)?.transactionId;
  return grants.find(({ reference }) => reference === transactionId)?.value ?? null;
}

function toBankNotice(event: ReturnType<typeof readTrustlyNotice>): BankNotice {
  if (event === "forged") return { type: "forged" };
  if (event === "malformed") return { type: "malformed", paths: ["objectId"] };
  const paymentId = event === "of_another" ? null : paymentOfReference(event.merchantReference);
  if (event === "of_another" || paymentId === null) return { type: "valid", payments: [] };
  const { transactionId: reference, splitToken: value } = event;
  const grant = value === undefined ? {} : { grant: { reference, value } };
  return { type: "valid", payments: [{ endToEndId: paymentId, ...grant }] };
}

/** Creates an authorization for the customer. Throws `EstablishFailed`. */
export function* beginTrustly(
  party: TrustlyParty,
  { notificationUrl }: Pick<TrustlyContext, "notificationUrl">,
  { order, customer, ...redirect }: Parameters<OpenBankingProvider["begin"]>[0],
): Exchange<PreparedRedirect> {
  const { amountMinor, currency } = order;
  return yield* establish(party, redirect, {
    description: order.reference,
    currency,
    amount: toDecimalText(amountMinor, currency),
    merchantReference: authorisationReference(order.endToEndId, redirect.state),
    paymentType: "Deferred",
    ...(customer && { customer: customerOf(customer) }),
    notificationUrl,
  });
}

function customerOf(
  customer: NonNullable<Parameters<OpenBankingProvider["begin"]>[0]["customer"]>,
): object {
  const { id: externalId, name, phoneNumber: phone, email, address } = customer;
  return {
    externalId,
    ...(name !== undefined && { name }),
    ...(address && {
      address: {
        ...(address.line1 !== undefined && { address1: address.line1 }),
        ...(address.line2 !== undefined && { address2: address.line2 }),
        ...(address.city !== undefined && { city: address.city }),
        ...(address.state !== undefined && { state: address.state }),
        ...(address.postalCode !== undefined && { zip: address.postalCode }),
        country: address.country,
      },
    }),
    ...(phone !== undefined && { phone }),
    ...(email !== undefined && { email }),
  };
}

/** Asks Trustly what the customer authorized. The return address only proves that this browser authorized it. */
export function* finishTrustly(
  party: TrustlySettings,
  { callbackUrl, state, proof, order }: Parameters<OpenBankingProvider["finish"]>[0],
  deadlineMs: number,
): Exchange<ConsentOutcome> {
  if (callbackUrl.searchParams.get("state") !== state) {
    return { type: "failed", reason: "wrong_state" };
  }
  if (hasLeft(callbackUrl)) return { type: "refused" };
  const path = `/transactions/${encodeURIComponent(proof)}`;
  const call = trustlyCalls(party).get(path, deadlineMs);
  let found = consentIn(readTrustly(yield call, singleTransaction), { state, proof, order });
  if (found === "open") {
    const again = readTrustly(yield { ...call, afterMs: pauseMs }, singleTransaction);
    found = consentIn(again, { state, proof, order });
  }
  if (found === "open") return { type: "failed", reason: "not_finished" };
  if (found.type !== "authorised") return found;
  const expected = {
    transactionId: proof,
    merchantReference: authorisationReference(order.endToEndId, state),
  };
  const problem = returnProblem(party, callbackUrl, expected);
  return problem ? { type: "failed", reason: `return_${problem}` } : found;
}

function consentIn(
  read: ReturnType<typeof readTrustly<typeof singleTransaction>>,
  { state, proof, order }: { readonly state: string; readonly proof: string; order: BankOrder },
): ConsentOutcome | "open" {
  if ("problem" in read) return { type: "failed", reason: read.problem };
  const { transactionId, transactionType: type, payment, ...found } = read.data;
  const isOurs =
    transactionId === proof &&
    type === transactionType.authorisation &&
    payment.merchantReference === authorisationReference(order.endToEndId, state) &&
    found.currency === order.currency &&
    isAmount(payment.amount, order);
  if (!isOurs) return { type: "failed", reason: "another_payment_agreed" };
  switch (found.status) {
    case status.authorised: {
      const authorisation: Authorisation = { transactionId, paymentId: payment.paymentId };
      return { type: "authorised", accessToken: textOf(authorisation) };
    }
    case status.new:
    case status.pending:
      return "open";
    case status.canceled:
      return { type: "refused" };
    default:
      return { type: "failed", reason: `status_${found.status.slice(0, 4)}` };
  }
}
