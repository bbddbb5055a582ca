import { findCard } from "../../../../sandbox/catalogue/cards.ts";
import { createSandbox } from "../../../../sandbox/create-sandbox.ts";
import type { PaymentTimes } from "../../../payments/index.ts";
import {
  createPaymentWorld,
  generousTimes,
  type PaymentWorld,
} from "../../../payments/testing/payment-world.ts";
import { createTestClock } from "../../../testing/test-clock.ts";

/** A charge in the books of one of the sandbox's processors. */
export interface SandboxCharge {
  readonly processor: string;
  readonly idempotencyKey: string;
  readonly merchantReference: string;
  readonly amountMinor: number;
  readonly status: string;
  readonly requests: number;
  readonly threeDSecure?: { readonly transStatus: string; readonly eci?: string };
  readonly reversal?: object;
}

/** A service whose processors the sandbox plays. */
export interface VendorWorld extends PaymentWorld {
  readonly sandboxUrl: string;
  /** Makes the next calls of this kind fail in this way. */
  fault(processor: string, call: string, kind: string, times?: number): Promise<unknown>;
  /** How many of the next calls of this kind will fail. */
  faultsLeft(call: string): Promise<number>;
  charges(processor: string): Promise<readonly SandboxCharge[]>;
  /** What the network and the processor said about a payment's charge. */
  factsOf(paymentId: string): Promise<unknown>;
  refunds(
    processor: string,
  ): Promise<readonly { readonly amountMinor: number; readonly kind: string }[]>;
  /** A payment intent's status once its payment is not pending, or after half an hour. */
  recovered(
    intent: Awaited<ReturnType<PaymentWorld["createIntent"]>>,
  ): Promise<Record<string, unknown>>;
}

/** A customer with everything that a charge can have. */
export const knownCustomer = {
  externalCustomerId: "lena",
  data: {
    email: "lena@example.com",
    phoneNumber: "+12125550123",
    address: {
      line1: "1 Main St",
      line2: "Apt 2",
      city: "Albany",
      state: "NY",
      postalCode: "12207-1234",
      country: "US",
    },
  },
} as const;

/** The number of this sandbox card, as a payment's card. */
export const sandboxCard = (name: string) => ({ number: findCard(name).number });

/**
 * Starts the sandbox and a service with these entries of `PROCESSORS` and `PAYOUT_PROCESSOR`; their addresses are paths
 * of the sandbox.
 */
export async function createVendorWorld(
  processors: readonly { readonly url: string; readonly [field: string]: unknown }[],
  env: Readonly<Record<string, string>> = {},
  payouts?: readonly { readonly url: string; readonly [field: string]: unknown }[],
  paymentTimes: PaymentTimes = { ...generousTimes, chargeDeadlineMs: 500 },
): Promise<VendorWorld> {
  const clock = createTestClock();
  const sandbox = await createSandbox({ port: 0, chainProgram: null, deps: { now: clock.nowMs } });
  const here = (parties: readonly { readonly url: string }[]) =>
    JSON.stringify(
      parties.map((party) => ({ ...party, url: new URL(party.url, sandbox.url).href })),
    );
  const world = await createPaymentWorld({
    clock,
    env: {
      PROCESSORS: here(processors),
      ...(payouts && { PAYOUT_PROCESSOR: here(payouts) }),
      ...env,
    },
    paymentTimes,
  });

  const admin = async <Body>(path: string, body?: object): Promise<Body> => {
    const post = { method: "POST", headers: { "content-type": "application/json" } };
    const response = await fetch(
      `${sandbox.url}/admin/${path}`,
      body ? { ...post, body: JSON.stringify(body) } : {},
    );
    return response.json() as Promise<Body>;
  };
  const ofProcessor = async <Booked extends { processor: string }>(path: string, name: string) => {
    const { data } = await admin<{ data: Booked[] }>(path);
    return data.filter(({ processor }) => processor === name);
  };
  return {
    ...world,
    sandboxUrl: sandbox.url,
    fault: (processor, call, kind, times = 1) =>
      admin("faults", { processor, call, fault: kind, times }),
    async faultsLeft(call) {
      const { data } = await admin<{ data: { call: string; times: number }[] }>("faults");
      return data.find((order) => order.call === call)?.times ?? 0;
    },
    charges: (name) => ofProcessor<SandboxCharge>("charges", name),
    async factsOf(paymentId) {
      const { detail } = await world.service.deps.database.kysely
        .selectFrom("payments")
        .select("detail")
        .where("payment_id", "=", paymentId)
        .executeTakeFirstOrThrow();
      return detail["facts"];
    },
    refunds: (name) =>
      ofProcessor<{ processor: string; amountMinor: number; kind: string }>("refunds", name),
    async recovered(intent) {
      for (let round = 0; round < 30; round += 1) {
        world.clock.advance(60_000);
        await world.runJob("payments.recover");
        const status = await world.statusOf(intent);
        if (status["status"] !== "pending") return status;
      }
      return world.statusOf(intent);
    },
    async close() {
      await world.close();
      await sandbox.close();
    },
  };
}
