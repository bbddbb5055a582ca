import { randomToken } from "../../platform/randomness.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { isSameBrowser, newBrowserToken } from "../bank-redirect/index.ts";
import {
  type BankPayment,
  bankOf,
  changeBankPayment,
  findBankPayment,
  moveBankPayment,
  type OpenBankingDeps,
  orderOf,
  placeOf,
} from "./bank-payment.ts";
import { awaitsCustomer } from "./bank-payment-states.ts";
import { isGoodLink } from "./begin-bank-payment.ts";
import { orderPayment } from "./order-payment.ts";
import { type Leases, releaseLeaseOnOutage } from "./release-lease.ts";
import { reportUpdate } from "./report-update.ts";

export const returnPath = "/v1/bank-payments/return";

export type BankRedirect =
  | { readonly type: "redirect"; readonly bankUrl: string; readonly browserToken: string }
  /** The link is unknown, too old, or was opened before. */
  | { readonly type: "link_unusable" }
  /** The bank cannot be reached. The link still works. */
  | { readonly type: "bank_unavailable"; readonly returnTo: ReturnTarget };

/** The address where a customer goes after our pages. */
export interface ReturnTarget {
  readonly way: BankPayment["way"];
  /** The operator's page, with the intent's id; null if it cannot be decrypted. */
  readonly url: string | null;
}

export type CustomerReturn =
  | ({ readonly type: "returned" } & ReturnTarget)
  /** Another browser went to the bank. Its redirect no longer counts. */
  | { readonly type: "other_browser" }
  /** No payment has this state. */
  | { readonly type: "unknown" };

/** Announces the payment at the bank and ties it to this browser. */
export async function redirectToBank(
  deps: OpenBankingDeps,
  opened: {
    readonly paymentId: string;
    readonly link: string;
    readonly way?: BankPayment["way"];
    /** BCP 47 language tag. */
    readonly language: string;
  },
): Promise<BankRedirect> {
  const { random, keyring, clock, config, log } = deps;
  const row = await findBankPayment(deps, opened.paymentId);
  if (!row || !awaitsCustomer(row.status)) return { type: "link_unusable" };
  await keyring.load(row.operator_id);
  if (!isGoodLink(deps, row, opened.link)) return { type: "link_unusable" };
  const way = opened.way ?? row.way;
  const state = randomToken(random, 32);
  const { operator_id: operatorId, payment_intent_id: paymentIntentId } = row;
  const customer = await deps.payer.current?.({ operatorId, paymentIntentId });
  const redirect = await bankOf(deps, row)
    ?.begin({
      state,
      returnUrl: `${config.publicUrl}${returnPath}`,
      language: opened.language,
      order: orderOf(row),
      ...(customer && { customer }),
    })
    .catch((error: unknown) => {
      log.warn("a payment could not be announced to the bank", {
        paymentId: row.payment_id,
        error,
      });
    });
  if (!redirect)
    return { type: "bank_unavailable", returnTo: returnTargetOf(deps, { ...row, way }) };
  const browser = newBrowserToken(random);
  const left = await moveBankPayment(deps, row, "opened", {
    way,
    opened_at: new Date(clock.nowMs()),
    state_hash: hashSecret(state),
    browser_hash: browser.hash,
    verifier_sealed: keyring.encryptField(placeOf(row, "verifier_sealed"), redirect.proof),
  });
  return left
    ? { type: "redirect", bankUrl: redirect.authorizationUrl, browserToken: browser.token }
    : { type: "link_unusable" };
}

/**
 * Handles a customer's return. Only the first return counts, and only in the browser that left; later ones just send
 * the customer on. The bank gets the order first, and the customer waits a moment for it.
 *
 * `browserTokenOf` returns the browser's cookie for that payment.
 */
export async function handleReturn(
  deps: OpenBankingDeps,
  callbackUrl: URL,
  browserTokenOf: (paymentId: string) => string | undefined,
): Promise<CustomerReturn> {
  const state = callbackUrl.searchParams.get("state");
  const row = state === null ? undefined : await findByState(deps, state);
  if (!row || state === null || !bankOf(deps, row)) return { type: "unknown" };
  await deps.keyring.load(row.operator_id);
  if (!isSameBrowser(browserTokenOf(row.payment_id), row.browser_hash)) {
    deps.log.warn("a customer came back from the bank in another browser", {
      paymentId: row.payment_id,
    });
    // Somebody else may have agreed, so the browser that left must not use this redirect. A new link starts another
    // one.
    if (row.status === "at_bank" && row.browser_hash !== null) {
      await changeBankPayment(deps, row, { browser_hash: null });
    }
    return { type: "other_browser" };
  }
  const isInTime = deps.clock.nowMs() < row.expires_at.getTime();
  if (row.status === "at_bank" && isInTime) {
    const leases: Leases = [];
    await releaseLeaseOnOutage(deps, row, leases, () =>
      exchangeAndOrder(deps, row, { callbackUrl, state }, leases),
    );
  }
  return { type: "returned", ...returnTargetOf(deps, row) };
}

async function exchangeAndOrder(
  deps: OpenBankingDeps,
  row: BankPayment,
  { callbackUrl, state }: { readonly callbackUrl: URL; readonly state: string },
  leases: Leases,
): Promise<void> {
  const { keyring, clock, times } = deps;
  const provider = bankOf(deps, row);
  const sealed = row.verifier_sealed;
  if (!provider || sealed === null) return;
  const leaseEnd = () => {
    const end = new Date(clock.nowMs() + times.leaseMs);
    leases.push(end);
    return end;
  };
  const proof = unlessBroken(() => keyring.decryptField(placeOf(row, "verifier_sealed"), sealed));
  const taken = await moveBankPayment(deps, row, "came_back", { next_check_at: leaseEnd() });
  if (!taken) return;
  const [outcome] = await Promise.all([
    proof === undefined
      ? ({ type: "failed", reason: "verifier_unreadable" } as const)
      : provider.finish({ callbackUrl, state, proof, order: orderOf(row) }),
    reportUpdate(deps, taken),
  ]);
  if (outcome.type !== "authorised") {
    if (outcome.type === "failed") {
      deps.log.warn("the bank's code could not be exchanged for an access token", {
        paymentId: row.payment_id,
        reason: outcome.reason,
      });
    }
    const ended = await (outcome.type === "refused"
      ? moveBankPayment(deps, taken, "refused", { reason: "bank_access_denied" })
      : moveBankPayment(deps, taken, "exchange_failed", { reason: "bank_unavailable" }));
    if (ended) await reportUpdate(deps, ended);
    return;
  }
  const agreed = await moveBankPayment(deps, taken, "agreed", {
    token_sealed: keyring.encryptField(placeOf(row, "token_sealed"), outcome.accessToken),
    agreed_at: new Date(clock.nowMs()),
    next_check_at: leaseEnd(),
  });
  if (!agreed) return;
  await reportUpdate(deps, agreed);
  const ordered = releaseLeaseOnOutage(deps, agreed, leases, () =>
    orderPayment(deps, agreed, leases),
  );
  await waitFor(deps, ordered);
}

/** Waits a moment for the work, which continues after that. */
async function waitFor(deps: OpenBankingDeps, work: Promise<unknown>): Promise<void> {
  const done = work
    .catch((error: unknown) => deps.log.error("an order at a bank was interrupted", { error }))
    .finally(() => deps.pendingWork.delete(done));
  deps.pendingWork.add(done);
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

function returnTargetOf(deps: OpenBankingDeps, row: BankPayment): ReturnTarget {
  const place = placeOf(row, "return_url_sealed");
  const opened = unlessBroken(() => deps.keyring.decryptField(place, row.return_url_sealed));
  if (opened === undefined) {
    const problem = "the return address of a payment by bank cannot be decrypted";
    deps.log.errorHourly(problem, { paymentId: row.payment_id });
    return { way: row.way, url: null };
  }
  const url = new URL(opened);
  url.searchParams.set("payment_intent_id", row.payment_intent_id);
  return { way: row.way, url: url.href };
}
