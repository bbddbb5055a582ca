import { randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { isSameBrowser, newBrowserToken } from "../bank-visits/index.ts";
import {
  type BankPayment,
  findBankPayment,
  moveBankPayment,
  type OpenBankingDeps,
  orderOf,
  placeOf,
} from "./bank-payment.ts";
import { awaitsCustomer } from "./bank-payment-states.ts";
import { isGoodLink } from "./begin.ts";
import { type Leases, letGoIfCutOff } from "./let-go.ts";
import { orderPayment } from "./order.ts";
import { tell } from "./tell.ts";

/** Where banks send customers back to. */
export const returnPath = "/v1/bank-payments/return";

/** What a customer who leaves for the bank gets. */
export type Departure =
  | { readonly type: "leaves"; readonly bankUrl: string; readonly browserToken: string }
  /** The link is nobody's, too old, or was opened before. */
  | { readonly type: "over" }
  /** The bank can't be reached; nothing is used up. */
  | { readonly type: "bank_away"; readonly backTo: Way };

/** How a customer gets from our pages to where they came from. */
export interface Way {
  readonly way: BankPayment["way"];
  /** The operator's page, with the intent's id. */
  readonly url: string;
}

/** What a customer who came back sees. */
export type Arrival =
  | ({ readonly type: "back" } & Way)
  /** It was another browser that left; nothing has happened. */
  | { readonly type: "other_browser" }
  /** The state is nobody's. */
  | { readonly type: "unknown" };

/** Opens a link to the bank: announces the payment there and ties it to this browser. */
export async function leaveForBank(
  deps: OpenBankingDeps,
  opened: {
    readonly paymentId: string;
    readonly link: string;
    readonly way?: BankPayment["way"];
    /** The customer's (BCP 47). */
    readonly language: string;
  },
): Promise<Departure> {
  const { provider, random, keyring, clock, config, log } = deps;
  const row = await findBankPayment(deps, opened.paymentId);
  if (!row || !provider || !awaitsCustomer(row.status)) return { type: "over" };
  await keyring.load(row.operator_id);
  if (!isGoodLink(deps, row, opened.link)) return { type: "over" };
  const way = opened.way ?? row.way;
  const state = randomToken(random, 32);
  const begun = await provider
    .begin({
      state,
      returnUrl: `${config.publicUrl}${returnPath}`,
      language: opened.language,
      order: orderOf(row),
    })
    .catch((error: unknown) => {
      log.warn("a payment could not be announced to the bank", {
        paymentId: row.payment_id,
        error,
      });
    });
  if (!begun) return { type: "bank_away", backTo: wayBack(deps, { ...row, way }) };
  const browser = newBrowserToken(random);
  const left = await moveBankPayment(deps, row, "opened", {
    way,
    opened_at: new Date(clock.nowMs()),
    state_hash: hashSecret(state),
    browser_hash: browser.hash,
    verifier_sealed: keyring.encryptField(placeOf(row, "verifier_sealed"), begun.codeVerifier),
  });
  return left
    ? { type: "leaves", bankUrl: begun.authorizationUrl, browserToken: browser.token }
    : { type: "over" };
}

/**
 * Takes up a customer who came back, once, in the browser that left; whoever opens the address again is
 * only sent on. The order is given before they are, as long as the bank takes it soon.
 *
 * `browserTokenOf`: the browser's cookie for that payment.
 */
export async function comeBack(
  deps: OpenBankingDeps,
  callbackUrl: URL,
  browserTokenOf: (paymentId: string) => string | undefined,
): Promise<Arrival> {
  const state = callbackUrl.searchParams.get("state");
  const row = state === null ? undefined : await findByState(deps, state);
  if (!row || state === null || !deps.provider) return { type: "unknown" };
  await deps.keyring.load(row.operator_id);
  if (!isSameBrowser(browserTokenOf(row.payment_id), row.browser_hash)) {
    deps.log.warn("a customer came back from the bank in another browser", {
      paymentId: row.payment_id,
    });
    return { type: "other_browser" };
  }
  const isInTime = deps.clock.nowMs() < row.expires_at.getTime();
  if (row.status === "at_bank" && isInTime) {
    const leases: Leases = [];
    await letGoIfCutOff(deps, row, leases, () =>
      tradeAndOrder(deps, row, { callbackUrl, state }, leases),
    );
  }
  return { type: "back", ...wayBack(deps, row) };
}

async function tradeAndOrder(
  deps: OpenBankingDeps,
  row: BankPayment,
  { callbackUrl, state }: { readonly callbackUrl: URL; readonly state: string },
  leases: Leases,
): Promise<void> {
  const { provider, keyring, clock, times } = deps;
  if (!provider || row.verifier_sealed === null) return;
  const leaseEnd = () => {
    const end = new Date(clock.nowMs() + times.leaseMs);
    leases.push(end);
    return end;
  };
  const codeVerifier = keyring.decryptField(placeOf(row, "verifier_sealed"), row.verifier_sealed);
  const taken = await moveBankPayment(deps, row, "came_back", { next_check_at: leaseEnd() });
  if (!taken) return;
  const [outcome] = await Promise.all([
    provider.finish({ callbackUrl, state, codeVerifier, order: orderOf(row) }),
    tell(deps, taken),
  ]);
  if (outcome.type !== "authorised") {
    if (outcome.type === "failed") {
      deps.log.warn("a customer's leave to pay could not be had", {
        paymentId: row.payment_id,
        reason: outcome.reason,
      });
    }
    const ended = await (outcome.type === "refused"
      ? moveBankPayment(deps, taken, "refused", { reason: "bank_access_denied" })
      : moveBankPayment(deps, taken, "exchange_failed", { reason: "bank_unavailable" }));
    if (ended) await tell(deps, ended);
    return;
  }
  const agreed = await moveBankPayment(deps, taken, "agreed", {
    token_sealed: keyring.encryptField(placeOf(row, "token_sealed"), outcome.accessToken),
    agreed_at: new Date(clock.nowMs()),
    next_check_at: leaseEnd(),
  });
  if (!agreed) return;
  await tell(deps, agreed);
  const ordered = letGoIfCutOff(deps, agreed, leases, () => orderPayment(deps, agreed));
  await waitFor(deps, ordered);
}

/** Waits for work a moment; it goes on by itself after that. */
async function waitFor(deps: OpenBankingDeps, work: Promise<unknown>): Promise<void> {
  const done = work
    .catch((error: unknown) => deps.log.error("an order at a bank broke off", { error }))
    .finally(() => deps.underWay.delete(done));
  deps.underWay.add(done);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, deps.times.returnWaitMs);
  });
  await Promise.race([done, late]);
  clearTimeout(timer);
}

function findByState(deps: OpenBankingDeps, state: string): Promise<BankPayment | undefined> {
  return deps.database.kysely
    .selectFrom("bank_payments")
    .selectAll()
    .where("state_hash", "=", hashSecret(state))
    .executeTakeFirst();
}

function wayBack(deps: OpenBankingDeps, row: BankPayment): Way {
  const place = placeOf(row, "return_url_sealed");
  const url = new URL(deps.keyring.decryptField(place, row.return_url_sealed));
  url.searchParams.set("payment_intent_id", row.payment_intent_id);
  return { way: row.way, url: url.href };
}
