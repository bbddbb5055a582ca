import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { createSandbox } from "../../../sandbox/create-sandbox.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import { type BankWorld, createBankWorld } from "./bank-world.ts";
import { runRefunds } from "./run-refunds.ts";

/** A document in the books of the sandbox's AvaTax. */
export interface SandboxTaxDocument {
  readonly companyCode: string;
  readonly type: string;
  readonly code: string;
  readonly status: string;
  readonly date: string;
  readonly totalAmount: number;
  readonly totalTax: number;
  readonly region: string;
  readonly postalCode: string;
  /** Number of requests to create it. */
  readonly requests: number;
}

/** Sales tax comes from the sandbox's AvaTax. */
export interface TaxWorld extends BankWorld {
  /** The value of `SALES_TAX`, for another service. */
  readonly salesTax: string;
  /** Makes the next calls of this kind fail in this way. */
  fault(call: string, kind: string, times?: number): Promise<unknown>;
  forgetFaults(): Promise<unknown>;
  /** Documents about a payment and its refunds, oldest first. */
  documents(...codes: readonly string[]): Promise<readonly SandboxTaxDocument[]>;
  /** Creates an intent for a new customer in Reno. */
  intentInReno(amount?: number): Promise<CreatedPaymentIntent>;
  paidInReno(amount?: number): Promise<{ intent: CreatedPaymentIntent; paymentId: string }>;
  /** Refunds a part of an intent, at once. */
  refund(intent: { paymentIntentId: string }, amount?: number): Promise<string>;
  /** Reports in several rounds with time between them. */
  report(rounds?: number): Promise<void>;
}

/** An address whose tax has two parts. */
export const reno = {
  line1: "1 Main St",
  city: "Reno",
  state: "NV",
  postalCode: "89501",
  country: "US",
} as const;

/** Starts the sandbox and a service; `given` replaces fields of `SALES_TAX`. */
export async function createTaxWorld(given: object = {}): Promise<TaxWorld> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ port: 0, chainProgram: null, deps: { now: clock.nowMs } });
  const salesTax = JSON.stringify({
    type: "avatax",
    url: `${sandbox.url}/vendors/avatax`,
    accountId: "tessera",
    licenseKey: sandboxCredentials.avatax,
    companyCode: "DEFAULT",
    quoteTimeoutMs: 10_000,
    ...given,
  });
  const world = await createBankWorld({
    clock,
    settings: { salesTax: "on" },
    env: { SALES_TAX: salesTax },
  });
  const admin = async (path: string, method = "GET", body?: object) => {
    const sent = body
      ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }
      : {};
    const response = await fetch(`${sandbox.url}/admin/${path}`, { method, ...sent });
    return response.status === 204 ? null : response.json();
  };
  let serial = 0;
  const taxed: TaxWorld = {
    ...world,
    salesTax,
    fault: (call, kind, times = 1) =>
      admin("faults", "POST", { processor: "avatax", call, fault: kind, times }),
    forgetFaults: () => admin("faults", "DELETE"),
    async documents(...codes) {
      const { data } = (await admin("tax-documents")) as { data: SandboxTaxDocument[] };
      return data.filter(({ code }) =>
        codes.some((each) => code === each || code.startsWith(`${each}-`)),
      );
    },
    async intentInReno(amount = 100) {
      serial += 1;
      const externalCustomerId = `taxed-${serial}`;
      const data = { email: `${externalCustomerId}@example.com`, address: reno };
      await world.call("POST", "/v1/customers", { body: { externalCustomerId, data } });
      return world.createIntent({ externalCustomerId, amount });
    },
    async paidInReno(amount) {
      const intent = await taxed.intentInReno(amount);
      const paid = await world.pay(intent, { total: intent.breakdown.total });
      if (paid.body.status !== "success") throw new Error(`not paid: ${JSON.stringify(paid)}`);
      return { intent, paymentId: paid.body.paymentId };
    },
    async refund({ paymentIntentId }, amount) {
      serial += 1;
      const response = await world.call("POST", `/v1/payment-intents/${paymentIntentId}/refunds`, {
        body: { externalRefundId: `tax-refund-${serial}`, ...(amount && { amount }) },
      });
      if (response.statusCode !== 201) throw new Error(`no refund: ${response.body}`);
      await runRefunds(world);
      return response.json().refundId;
    },
    async report(rounds = 1) {
      for (let round = 0; round < rounds; round += 1) {
        if (round > 0) clock.advance(7 * 60 * 60_000);
        await world.runJob("payments.sales_tax");
      }
    },
    async close() {
      await world.close();
      await sandbox.close();
    },
  };
  return taxed;
}
