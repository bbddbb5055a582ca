import type {
  BankPaymentOutcome,
  ConsentOutcome,
  OpenBankingProvider,
} from "../../../providers/open-banking/index.ts";
import type { TestService } from "../../../testing/create-test-service.ts";
import type { BankPayment, BankPaymentNews, OpenBankingDeps } from "../bank-payment.ts";
import { findBankPayment } from "../bank-payment.ts";
import { beginBankPayment, linkToBank } from "../begin.ts";
import { createOpenBanking } from "../create-open-banking.ts";
import { leaveForBank } from "../visit.ts";

/** A call that never ends, as when the process dies under it. */
export const never = new Promise<never>(() => {});

/** A bank that does what a test says, and keeps books. */
export interface ScriptedBank {
  readonly provider: OpenBankingProvider;
  /** Keys of the payments that it has really taken. */
  readonly taken: Set<string>;
  /** Keys of every order, in order. */
  readonly orders: string[];
  trades: number;
  /** What the customer's return is traded for; default: leave to pay. */
  trade: () => Promise<ConsentOutcome>;
  /** How an order is answered once it is taken, or not; default: taken and settled. */
  pay: (take: () => BankPaymentOutcome) => Promise<BankPaymentOutcome>;
}

const account = { bankName: "Harbour Bank", accountType: "checking", last4: "6789" } as const;
const settledAs = (key: string): BankPaymentOutcome => ({
  type: "settled",
  bankPaymentId: `hb_${key}`,
  account,
});

/** Makes such a bank. */
export function createScriptedBank(): ScriptedBank {
  const bank: ScriptedBank = {
    taken: new Set(),
    orders: [],
    trades: 0,
    trade: async () => ({ type: "authorised", accessToken: "leave" }),
    pay: async (take) => take(),
    provider: {
      begin: async ({ state }) => ({
        authorizationUrl: `http://bank.test/?state=${state}`,
        codeVerifier: "verifier",
      }),
      finish() {
        bank.trades += 1;
        return bank.trade();
      },
      pay({ key }) {
        bank.orders.push(key);
        return bank.pay(() => {
          bank.taken.add(key);
          return settledAs(key);
        });
      },
      lookUp: async ({ key }) => (bank.taken.has(key) ? settledAs(key) : { type: "not_found" }),
    },
  };
  return bank;
}

/** A process of the service beside that bank. */
export interface BankProcess {
  readonly deps: OpenBankingDeps;
  readonly news: BankPaymentNews[];
}

/** Makes one; several may share a store. */
export function openBankProcess(service: TestService["service"], bank: ScriptedBank): BankProcess {
  const news: BankPaymentNews[] = [];
  const { deps } = createOpenBanking(service.deps);
  const listener = {
    current: async (told: BankPaymentNews) => {
      news.push(told);
    },
  };
  return { deps: { ...deps, provider: bank.provider, listener }, news };
}

let serial = 0;

/** A customer who is at the bank: how they come back, and how their payment stands. */
export async function customerAtBank({ deps }: BankProcess, operatorId: string) {
  serial += 1;
  const paymentId = `pay_${String(serial).padStart(24, "2")}`;
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
  const left = await leaveForBank(deps, { paymentId, link, language: "en" });
  if (left.type !== "leaves") throw new Error(left.type);
  const state = new URL(left.bankUrl).searchParams.get("state") ?? "";
  const callbackUrl = new URL(`http://pay.test/v1/bank-payments/return?code=1&state=${state}`);
  return {
    paymentId,
    callbackUrl,
    cookie: () => left.browserToken,
    async row(): Promise<BankPayment> {
      const found = await findBankPayment(deps, paymentId);
      if (!found) throw new Error("no such payment");
      return found;
    },
  };
}
