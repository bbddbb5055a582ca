import type { SharedAccount } from "#contract/connectors/bank-login";
import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import type { PreparedRedirect } from "../../kit/customer-redirect.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import type { LoginConsent } from "../../payout/index.ts";
import {
  establish,
  hasLeft,
  readAccounts,
  readTrustly,
  returnProblem,
  singleTransaction,
  status,
  type TrustlyAccount,
  type TrustlyParty,
  type TrustlySettings,
  type TrustlyTransaction,
  trustlyCalls,
} from "../../trustly/index.ts";
import type { BankLoginOutcome, BankLoginProvider, LoginPayer } from "../bank-login-provider.ts";
import { isRead, sharedAccountIn } from "./trustly-account.ts";

const callDeadlineMs = 10_000;
/** Pauses before each new request for an account that Trustly has not read completely. */
const pausesMs = [0, 1_500, 3_000] as const;

/**
 * A login at Trustly: the customer logs in on Trustly's page and chooses an account, without a payment. Then the
 * service reads the account's numbers. With a payer, a login for a payout is a consent to payouts by Trustly
 * (`Disbursement`); others only retrieve data. docs/connectors/trustly.md says what is proven.
 *
 * It must guarantee that
 * - only our own transaction counts, and only in the browser that Trustly sent back: it signs the address;
 * - a retrieval's authorization is canceled once the account is read, or cannot be read, unless its numbers represent
 *   the account: canceling can end them;
 * - the caller gets a consent to payouts. It knows from {@link consentOfProof} what the login asks for.
 */
export function trustlyLogin(
  party: TrustlyParty,
  http: OutgoingHttp,
  payer: LoginPayer | null,
): BankLoginProvider {
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, party.url, http);
  return {
    begin: (options) => run(beginTrustlyLogin(party, options, payer)),
    async finish({ callbackUrl, state, proof }) {
      if (callbackUrl.searchParams.get("state") !== state) return failed("visit", "wrong_state");
      if (hasLeft(callbackUrl)) return { type: "refused" };
      try {
        const [transactionId = "", merchantReference = ""] = proof.split(" ");
        const problem = returnProblem(party, callbackUrl, { transactionId, merchantReference });
        return await run(finishTrustlyLogin(party, proof, problem));
      } catch {
        return failed("visit", "connector_fault");
      }
    },
  };
}

/**
 * The consent that a customer may have given in this proof's login, although it failed; null if it asked for none.
 * The caller must end it. Its payment id is empty: Trustly tells it only after the customer has agreed, and ending the
 * consent does not need it.
 */
export function consentOfProof(proof: string): LoginConsent | null {
  const [transactionId = "", reference = "", payer] = proof.split(" ");
  return payer ? { payer, transactionId, reference, paymentId: "" } : null;
}

/**
 * Creates a transaction that only retrieves data, or a consent to payouts of any amount. Throws `EstablishFailed`.
 * `proof` is its id, its reference, and for a consent the processor that can use it.
 */
export function* beginTrustlyLogin(
  party: TrustlyParty,
  { reference, purpose, ...options }: Parameters<BankLoginProvider["begin"]>[0],
  payer: LoginPayer | null,
): Exchange<PreparedRedirect> {
  const consentPayer = purpose === "payout" ? payer : null;
  // Trustly may accept a reference only once.
  const merchantReference = `${reference}-${options.state.slice(0, 6)}`;
  const redirect = yield* establish(party, options, {
    currency: "USD",
    amount: "0.00",
    merchantReference,
    ...(consentPayer
      ? { paymentType: "Disbursement", notificationUrl: consentPayer.notificationUrl }
      : { paymentType: "Retrieval" }),
  });
  const proof = [
    redirect.proof,
    merchantReference,
    ...(consentPayer ? [consentPayer.name] : []),
  ].join(" ");
  return { ...redirect, proof };
}

/**
 * Reads the account that the customer shared in this proof's transaction. With a `problem` of the return another person
 * may have shared it: the account is not read, and a retrieval's authorization ends.
 */
export function* finishTrustlyLogin(
  settings: TrustlySettings,
  proof: string,
  problem: string | null,
): Exchange<BankLoginOutcome> {
  const [transactionId = "", merchantReference] = proof.split(" ");
  const consent = consentOfProof(proof);
  const path = `/transactions/${encodeURIComponent(transactionId)}`;
  const { get, postForm } = trustlyCalls(settings);
  let authorised: TrustlyTransaction["payment"] | undefined;
  for (const afterMs of pausesMs.slice(0, 2)) {
    const call = { ...get(path, callDeadlineMs), afterMs };
    const read = readTrustly(yield call, singleTransaction);
    if ("problem" in read) return failed("visit", read.problem);
    const { payment, status: found, ...transaction } = read.data;
    const isOurs =
      transaction.transactionId === transactionId &&
      payment.merchantReference === merchantReference;
    if (!isOurs) return failed("visit", "of_another");
    if (found === status.canceled) return { type: "refused" };
    if (found === status.authorised) {
      authorised = payment;
      break;
    }
    // The customer can be back before Trustly has recorded what they did.
    const isOpen = found === status.new || found === status.pending;
    if (!isOpen) return failed("visit", `status_${found.slice(0, 4)}`);
  }
  if (!authorised) return failed("visit", "not_finished");
  const { paymentId, account, paymentProvider } = authorised;

  // Trustly pays to the transaction's account, so no other may be shown, saved or paid.
  const lastFour = consent && account?.accountNumberLastFour?.slice(-4);
  const outcome = problem
    ? failed("return", problem)
    : yield* readAccount(settings, path, paymentProvider?.name, lastFour);
  if (consent) {
    return outcome.type === "confirmed"
      ? { ...outcome, consent: { ...consent, paymentId } }
      : outcome;
  }
  if (outcome.type === "confirmed" && outcome.account.isRevocable) return outcome;
  const fields = { merchantReference: merchantReference ?? "" };
  const ended = readTrustly(
    yield postForm(`${path}/cancel`, fields, callDeadlineMs),
    singleTransaction,
  );
  return "data" in ended || outcome.type !== "confirmed"
    ? outcome
    : { ...outcome, warning: "authorisation_not_canceled" };
}

/**
 * Asks again while Trustly has not read an account completely: it may not report that with an event. With `lastFour`,
 * only an account with these last digits counts.
 */
function* readAccount(
  settings: TrustlySettings,
  path: string,
  bankName: string | null | undefined,
  lastFour: string | null | undefined,
): Exchange<BankLoginOutcome> {
  const call = trustlyCalls(settings).get(
    `${path}/payment/paymentProvider/accounts`,
    callDeadlineMs,
  );
  let account: SharedAccount | undefined;
  for (const afterMs of pausesMs) {
    const read = readTrustly(yield { ...call, afterMs }, readAccounts);
    if ("problem" in read) return failed("accounts", read.problem);
    const { accounts } = read.data;
    const chosen = lastFour ? accounts.filter((account) => endsWith(account, lastFour)) : accounts;
    account = sharedAccountIn(chosen, bankName);
    // The chosen account comes first: no other counts before it is read.
    if (account && chosen.every(isRead)) break;
  }
  return account ? { type: "confirmed", account } : failed("accounts", "no_usable_account");
}

function endsWith(
  { accountNumberLastFour, accountNumber }: TrustlyAccount,
  lastFour: string,
): boolean {
  return [accountNumberLastFour, accountNumber].some((digits) => digits?.endsWith(lastFour));
}

function failed(step: string, problem: string) {
  return { type: "failed", reason: `${step}: ${problem}` } as const;
}
