import { createFailurePauses } from "../../../platform/jobs/failure-pauses.ts";
import type {
  BankGrant,
  BankPaymentOutcome,
  BankRefundOutcome,
  ConsentOutcome,
  OpenBankingProvider,
} from "../../../providers/open-banking/index.ts";
import type { TestService } from "../../../testing/create-test-service.ts";
import type {
  BankPayment,
  BankPaymentUpdate,
  NamedBank,
  OpenBankingDeps,
} from "../bank-payment.ts";
import { findBankPayment } from "../bank-payment.ts";
import { beginBankPayment, linkToBank } from "../begin-bank-payment.ts";
import { createOpenBanking } from "../create-open-banking.ts";
import { recoverBankPayments, reportUnreported } from "../recover-bank-payments.ts";
import { redirectToBank } from "../redirect.ts";

/** A call that never ends, like one of a process that dies. */
export const never = new Promise<never>(() => {});

/** Responds as a test scripts it, and records its payments. */
export interface ScriptedBank {
  readonly provider: OpenBankingProvider;
  /** Keys of the payments that it took. */
  readonly taken: Set<string>;
  /** Keys of all orders, in sequence. */
  readonly orders: string[];
  exchanges: number;
  /** Result of the code exchange; default: an access token. */
  exchange: () => Promise<ConsentOutcome>;
  /** The grants with which the newest order was sent. */
  grants: readonly BankGrant[];
  /** Response to a look-up; default: what the bank took. */
  found: ((key: string) => BankPaymentOutcome) | null;
  /** Response to refunds and their look-ups; default: not offered, and not found. */
  refunds: BankRefundOutcome | null;
  /** Response to an order; calling `take` takes the payment. Default: taken and settled. */
  pay: (take: () => BankPaymentOutcome) => Promise<BankPaymentOutcome>;
}

const account = { bankName: "Harbour Bank", accountType: "checking", last4: "6789" } as const;
export const settledAs = (key: string): BankPaymentOutcome => ({
  type: "settled",
  bankPaymentId: `hb_${key}`,
  account,
});

/** The grant in the notice of a vendor's consent. */
export const grant: BankGrant = { reference: "consent-1", value: "half-of-a-token" };

/** `waits`: its orders need {@link grant}, and its settled payments can come back. */
export function createScriptedBank({ waits = false } = {}): ScriptedBank {
  const bank: ScriptedBank = {
    taken: new Set(),
    orders: [],
    grants: [],
    found: null,
    refunds: null,
    exchanges: 0,
    exchange: async () => ({ type: "authorised", accessToken: "token" }),
    pay: async (take) => take(),
    provider: {
      begin: async ({ state }) => ({
        authorizationUrl: `http://bank.test/?state=${state}`,
        proof: "verifier",
      }),
      finish() {
        bank.exchanges += 1;
        return bank.exchange();
      },
      ...(waits && {
        canPay: ({ grants }) => grants.some(({ reference }) => reference === grant.reference),
        repeats: { orderAfterMs: 60_000, refundAfterMs: 60 * 60_000 },
        returnsForMs: 90 * 24 * 60 * 60_000,
      }),
      pay({ key, grants = [] }) {
        bank.orders.push(key);
        bank.grants = grants;
        return bank.pay(() => {
          bank.taken.add(key);
          return settledAs(key);
        });
      },
      refund: async () => bank.refunds ?? { type: "not_offered" },
      lookUpRefund: async () => bank.refunds ?? { type: "not_found" },
      lookUp: async ({ key }) => {
        if (bank.found) return bank.found(key);
        return bank.taken.has(key) ? settledAs(key) : { type: "not_found" };
      },
    },
  };
  return bank;
}

/** A process of the service that uses the scripted bank. */
export interface BankProcess {
  readonly deps: OpenBankingDeps;
  readonly updates: BankPaymentUpdate[];
}

/** Opens a process. Several can share a store. The first bank takes new payments. */
export function openBankProcess(
  service: TestService["service"],
  bank: ScriptedBank,
  earlier: readonly NamedBank[] = [],
  name = "harbour",
): BankProcess {
  const updates: BankPaymentUpdate[] = [];
  const { deps } = createOpenBanking(service.deps);
  const listener = {
    current: async (update: BankPaymentUpdate) => {
      updates.push(update);
    },
  };
  const banks = [{ name, provider: bank.provider }, ...earlier];
  return { deps: { ...deps, banks, listener }, updates };
}

/** Runs the jobs of all banks once, as a new process would. */
export async function recoverAll(deps: OpenBankingDeps): Promise<void> {
  await recoverBankPayments(deps, { except: [] }, createFailurePauses());
  await reportUnreported(deps, new AbortController().signal);
}

let serial = 0;

/** A customer who is at the bank, with what the return needs. */
export async function customerAtBank({ deps }: BankProcess, operatorId: string) {
  serial += 1;
  const paymentId = `pay_${String(serial).padStart(24, "x")}`;
  await beginBankPayment(deps, {
    operatorId,
    paymentId,
    paymentIntentId: `pi_${serial}`,
    way: "redirect",
    order: { amountMinor: 5_240, currency: "USD", payee: "Lucky Duck", reference: "LUCKY" },
    returnUrl: "http://shop.test/",
    expiresAtMs: deps.clock.nowMs() + 15 * 60_000,
  });
  const url = new URL(linkToBank(deps, { operatorId, paymentId }));
  const link = url.searchParams.get("link") ?? "";
  const redirect = await redirectToBank(deps, { paymentId, link, language: "en" });
  if (redirect.type !== "redirect") throw new Error(redirect.type);
  const state = new URL(redirect.bankUrl).searchParams.get("state") ?? "";
  const callbackUrl = new URL(`http://pay.test/v1/bank-payments/return?code=1&state=${state}`);
  return {
    paymentId,
    callbackUrl,
    cookie: () => redirect.browserToken,
    async row(): Promise<BankPayment> {
      const found = await findBankPayment(deps, paymentId);
      if (!found) throw new Error("no such payment");
      return found;
    },
  };
}
