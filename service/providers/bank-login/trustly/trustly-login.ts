import type { SharedAccount } from "#contract/connectors/bank-login";
import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import type { BegunRedirect } from "../../kit/customer-redirect.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import {
  beginVisit,
  hasLeft,
  provenRefusalOf,
  readAccounts,
  readTrustly,
  singleTransaction,
  status,
  type TrustlyParty,
  type TrustlySettings,
  trustlyCalls,
} from "../../trustly/index.ts";
import type { BankLoginOutcome, BankLoginProvider, LoginPayer } from "../bank-login-provider.ts";
import { isRead, sharedAccountIn } from "./trustly-account.ts";

const callDeadlineMs = 10_000;
/** How long to wait before each question for what Trustly has not read completely. */
const pausesMs = [0, 1_500, 3_000] as const;

/**
 * A login at Trustly: the customer logs in on Trustly's own page and chooses an account, without a payment. The service
 * then reads the account's numbers. With a payer, a login for a payout is a consent to payouts by Trustly
 * (`Disbursement`); others only retrieve data. docs/connectors/trustly.md says what is proven.
 *
 * It must guarantee that
 * - only the transaction of our own visit counts, whatever the address that the customer returns with says;
 * - the authorisation is canceled once the account is read, or cannot be read, except if its numbers stand for the
 *   account, because canceling can end them, and if it is a consent to payouts, which the caller must end;
 * - a visit that the service could not look up, or whose customer never returned, is canceled by `abandon`.
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
        return await run(finishTrustlyLogin(party, proof));
      } catch {
        return failed("visit", "connector_fault");
      }
    },
    abandon: (proof) => run(abandonTrustlyLogin(party, proof)),
  };
}

/**
 * Cancels a transaction that nobody came back from. One that the customer never authorised has nothing to cancel, and
 * Trustly's refusal says so. Throws if Trustly cannot be asked.
 */
export function* abandonTrustlyLogin(settings: TrustlySettings, proof: string): Exchange<void> {
  const [transactionId = "", merchantReference = ""] = proof.split(" ");
  const { postForm } = trustlyCalls(settings);
  const path = `/transactions/${encodeURIComponent(transactionId)}/cancel`;
  const answer = yield postForm(path, { merchantReference }, callDeadlineMs);
  if (provenRefusalOf(answer)) return;
  const ended = readTrustly(answer, singleTransaction);
  if ("trouble" in ended) throw new Error(ended.trouble);
}

/** The last word of a proof of a login that is a consent to payouts. */
const paysOut = "payout";

/**
 * Creates a transaction that only retrieves data, or a consent to payouts of any amount. Throws `VisitNotBegun`. `proof`
 * is its id, its reference, and what it is.
 */
export function* beginTrustlyLogin(
  party: TrustlyParty,
  { reference, purpose, ...visit }: Parameters<BankLoginProvider["begin"]>[0],
  payer: Pick<LoginPayer, "notificationUrl"> | null,
): Exchange<BegunRedirect> {
  const isConsent = payer !== null && purpose === "payout";
  // Trustly may accept a reference only once.
  const merchantReference = `${reference}-${visit.state.slice(0, 6)}`;
  const begun = yield* beginVisit(party, visit, {
    currency: "USD",
    amount: "0.00",
    merchantReference,
    ...(isConsent
      ? { paymentType: "Disbursement", notificationUrl: payer.notificationUrl }
      : { paymentType: "Retrieval" }),
  });
  const proof = [begun.proof, merchantReference, ...(isConsent ? [paysOut] : [])].join(" ");
  return { ...begun, proof };
}

/** Reads the account that the customer shared in the transaction of this proof. */
export function* finishTrustlyLogin(
  settings: TrustlySettings,
  proof: string,
): Exchange<BankLoginOutcome> {
  const [transactionId = "", merchantReference, kind] = proof.split(" ");
  const path = `/transactions/${encodeURIComponent(transactionId)}`;
  const { get, postForm } = trustlyCalls(settings);
  let bankName: string | null | undefined;
  let paymentId = "";
  for (const afterMs of pausesMs.slice(0, 2)) {
    const call = { ...get(path, callDeadlineMs), afterMs };
    const read = readTrustly(yield call, singleTransaction);
    if ("trouble" in read) return failed("visit", read.trouble);
    const { payment, status: found, ...transaction } = read.data;
    const isOurs =
      transaction.transactionId === transactionId &&
      payment.merchantReference === merchantReference;
    if (!isOurs) return failed("visit", "of_another");
    if (found === status.canceled) return { type: "refused" };
    if (found === status.authorised) {
      bankName = payment.paymentProvider?.name ?? null;
      paymentId = payment.paymentId;
      break;
    }
    // The customer can be back before Trustly has recorded what they did.
    const isOpen = found === status.new || found === status.pending;
    if (!isOpen) return failed("visit", `status_${found.slice(0, 4)}`);
  }
  if (bankName === undefined) return failed("visit", "not_finished");

  const outcome = yield* readAccount(settings, path, bankName);
  if (outcome.type === "confirmed" && kind === paysOut) {
    const consent = { transactionId, paymentId, reference: merchantReference ?? "" };
    return { ...outcome, consent };
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

/** Asks again while Trustly has not read an account completely: it reports that with an event, or not at all. */
function* readAccount(
  settings: TrustlySettings,
  path: string,
  bankName: string | null,
): Exchange<BankLoginOutcome> {
  const call = trustlyCalls(settings).get(
    `${path}/payment/paymentProvider/accounts`,
    callDeadlineMs,
  );
  let account: SharedAccount | undefined;
  for (const afterMs of pausesMs) {
    const read = readTrustly(yield { ...call, afterMs }, readAccounts);
    if ("trouble" in read) return failed("accounts", read.trouble);
    const { accounts } = read.data;
    account = sharedAccountIn(accounts, bankName);
    // The chosen account comes first: another one does not count before that one has been read.
    if (account && accounts.every(isRead)) break;
  }
  return account ? { type: "confirmed", account } : failed("accounts", "no_usable_account");
}

function failed(step: string, trouble: string) {
  return { type: "failed", reason: `${step}: ${trouble}` } as const;
}
