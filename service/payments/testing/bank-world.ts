import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";
import type { ClientPayment } from "#contract/client/payments";
import type { Quote } from "#contract/client/session";
import { sandboxRoutingNumber } from "../../../sandbox/catalogue/bank-accounts.ts";
import { ReceivingBank } from "../../../sandbox/receiving-bank/receiving-bank.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { browser, createPaymentWorld, type PaymentWorld } from "./payment-world.ts";

type Options = NonNullable<Parameters<typeof createPaymentWorld>[0]>;

/** The bank posts every entry to this account. */
export const goodAccount: BankAccountInput = {
  routingNumber: sandboxRoutingNumber,
  accountNumber: "000123456789",
  accountType: "checking",
  holderName: "Ada Lovelace",
};

let fresh = 0;

/** An unused account. The bank treats it like `likeAccount`, because it starts with the same digits. */
export function freshAccount(likeAccount = "12345678"): { accountNumber: string } {
  fresh += 1;
  return { accountNumber: `${likeAccount}${String(fresh).padStart(3, "0")}` };
}

export interface BankResponse {
  statusCode: number;
  replayed: boolean;
  body: ClientPayment & { errorCode?: string; errors?: { path: string }[] };
}

/** Customers pay by ACH debit, with the sandbox's bank on the other side. */
export interface BankWorld extends PaymentWorld {
  bank: ReceivingBank;
  quote(intent: CreatedPaymentIntent, body: object): Promise<Quote & { errorCode?: string }>;
  /** The version of the mandate that a quote shows now. */
  versionShown(intent: CreatedPaymentIntent, locale?: "en" | "es"): Promise<string>;
  /** `version`: of a mandate shown earlier. `at`: another service on the same database. */
  payByDebit(
    intent: CreatedPaymentIntent,
    options?: {
      account?: Partial<BankAccountInput>;
      /** A bank login, instead of an account. */
      bankLoginId?: string;
      save?: boolean;
      key?: string;
      version?: string;
      locale?: "en" | "es";
      at?: TestService;
    },
  ): Promise<BankResponse>;
  /** The bank collects the waiting file and answers at once, then our jobs run. */
  bankTakesFile(afterMs?: number): Promise<void>;
  /** Advances the clock until every entry without a return is settled, over weekends and holidays. */
  windowPasses(): Promise<void>;
  sendBack(accountNumber: string, code: string): Promise<void>;
  /** A payment's entries, whatever their outcome. */
  entriesOf(paymentId: string): Promise<{ amount_minor: number; status: string }[]>;
}

/** Creates the world. Close it in `afterAll`. */
export async function createBankWorld(options: Options = {}): Promise<BankWorld> {
  const world = await createPaymentWorld({
    ...options,
    settings: { paymentMethodTypes: ["card", "bank"], ...options.settings },
  });
  const { deps } = world.service;
  const bank = new ReceivingBank(deps.config.ach.folder);
  const bankTakesFile = async (afterMs = 60_000) => {
    world.clock.advance(afterMs);
    await deps.ach.closeFile();
    await bank.collect();
    for (const name of ["ach.returns", "ach.settle", "ach.report_outcomes"])
      await world.runJob(name);
  };
  const quote: BankWorld["quote"] = async (intent, body) => {
    const url = "/v1/client/quote";
    return (await world.callAsClient("POST", url, intent.clientSecretKey, { body })).json();
  };
  const versionShown: BankWorld["versionShown"] = async (intent, locale = "en") => {
    const { mandate } = await quote(intent, { type: "bank", locale });
    return mandate?.version ?? "none was shown";
  };
  return {
    ...world,
    bank,
    quote,
    versionShown,
    async payByDebit(
      intent,
      { account = {}, bankLoginId, save, key, version, locale = "en", at = world } = {},
    ) {
      const shown = version ?? (await versionShown(intent, locale));
      const response = await at.callAsClient(
        "POST",
        "/v1/client/payments",
        intent.clientSecretKey,
        {
          publishableKey: world.operator.publishableKey,
          headers: key ? { "idempotency-key": key } : {},
          body: {
            type: "bank",
            ...(bankLoginId ? { bankLoginId } : { bankAccount: { ...goodAccount, ...account } }),
            ...(save && { save }),
            mandate: { version: shown, locale },
            total: intent.breakdown.total,
            browser,
          },
        },
      );
      const replayed = response.headers["idempotent-replayed"] === "true";
      return { statusCode: response.statusCode, replayed, body: response.json() };
    },
    bankTakesFile,
    windowPasses: () => bankTakesFile(12 * 24 * 60 * 60_000),
    async sendBack(accountNumber, code) {
      const entry = bank.files
        .flatMap(({ entries }) => entries)
        .find((entry) => entry.accountNumber === accountNumber);
      if (!(await bank.returnEntry(entry?.traceNumber ?? "", code))) {
        throw new Error(`the bank has no entry to return to ${accountNumber}`);
      }
    },
    entriesOf: (paymentId) =>
      deps.database.kysely
        .selectFrom("ach_entries")
        .select(["amount_minor", "status"])
        .where("entry_key", "=", paymentId)
        .execute(),
  };
}
