import type { SharedAccount } from "#contract/connectors/bank-login";
import type { OutgoingHttp } from "../../../platform/outgoing-http.ts";
import type { BegunRedirect } from "../../kit/customer-redirect.ts";
import { type Exchange, runExchange } from "../../kit/exchange.ts";
import {
  beginVisit,
  hasLeft,
  readAccounts,
  readTrustly,
  singleTransaction,
  status,
  type TrustlyParty,
  type TrustlySettings,
  trustlyCalls,
} from "../../trustly/index.ts";
import type { BankLoginOutcome, BankLoginProvider } from "../bank-login-provider.ts";
import { isRead, sharedAccountIn } from "./trustly-account.ts";

const callDeadlineMs = 10_000;
/** How long to wait before each question for what Trustly has not read completely. */
const pausesMs = [0, 1_500, 3_000] as const;

/**
 * Trustly's data retrieval: the customer logs in on Trustly's own page and chooses an account, without a payment. The
 * service then reads the account's numbers. docs/connectors/trustly.md says what is proven.
 *
 * It must guarantee that
 * - only the transaction of our own visit counts, whatever the address that the customer returns with says;
 * - the authorisation is canceled once the account is read, or cannot be read, except if its numbers stand for the
 *   account: canceling can end them.
 *
 * An authorisation whose visit the service cannot look up, or whose customer never returns, stays until the customer or
 * the operator ends it at Trustly. It allows reading, no payment.
 */
export function trustlyLogin(party: TrustlyParty, http: OutgoingHttp): BankLoginProvider {
  const run = <Outcome>(exchange: Exchange<Outcome>) => runExchange(exchange, party.url, http);
  return {
    begin: (options) => run(beginTrustlyLogin(party, options)),
    async finish({ callbackUrl, state, proof }) {
      if (callbackUrl.searchParams.get("state") !== state) return failed("visit", "wrong_state");
      if (hasLeft(callbackUrl)) return { type: "refused" };
      try {
        return await run(finishTrustlyLogin(party, proof));
      } catch {
        return failed("visit", "connector_fault");
      }
    },
  };
}

/** Creates a transaction that only retrieves data. Throws `VisitNotBegun`. `proof` is its id and its reference. */
export function* beginTrustlyLogin(
  party: TrustlyParty,
  { reference, ...visit }: Parameters<BankLoginProvider["begin"]>[0],
): Exchange<BegunRedirect> {
  // Trustly may accept a reference only once.
  const merchantReference = `${reference}-${visit.state.slice(0, 6)}`;
  const begun = yield* beginVisit(party, visit, {
    currency: "USD",
    amount: "0.00",
    merchantReference,
    paymentType: "Retrieval",
  });
  return { ...begun, proof: `${begun.proof} ${merchantReference}` };
}

/** Reads the account that the customer shared in the transaction of this proof. */
export function* finishTrustlyLogin(
  settings: TrustlySettings,
  proof: string,
): Exchange<BankLoginOutcome> {
  const [transactionId = "", merchantReference] = proof.split(" ");
  const path = `/transactions/${encodeURIComponent(transactionId)}`;
  const { get, postForm } = trustlyCalls(settings);
  let bankName: string | null | undefined;
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
      break;
    }
    // The customer can be back before Trustly has recorded what they did.
    const isOpen = found === status.new || found === status.pending;
    if (!isOpen) return failed("visit", `status_${found.slice(0, 4)}`);
  }
  if (bankName === undefined) return failed("visit", "not_finished");

  const outcome = yield* readAccount(settings, path, bankName);
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
