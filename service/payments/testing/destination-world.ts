import {
  type StandInPayouts,
  startStandInPayouts,
} from "../../payouts/testing/stand-in-payouts.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { insertWaitingRefund } from "../../testing/insert-waiting-refund.ts";
import { approveDestination } from "../refunds/destination/decide-destination.ts";
import { findRefund } from "../refunds/read-refunds.ts";
import { createCustomer, generousTimes } from "./payment-world.ts";

/** Refunds wait for an account, and a payout processor has scripted behavior. */
export interface DestinationWorld extends TestService {
  readonly payouts: StandInPayouts;
  /** A refund of $5.00 with its link's secret. */
  newRefund(): Promise<{ refundId: string; secret: string }>;
}

/** An account that any processor pays. */
export const account = {
  routingNumber: "110000000",
  accountNumber: "000123456789",
  accountType: "checking",
  holderName: "Ada Lovelace",
};

/** Options of another process on the same store. */
export const sameParties = (world: DestinationWorld) => ({
  clock: world.clock,
  paymentTimes: generousTimes,
  env: { SANDBOX_URL: world.payouts.url },
});

let serial = 0;

/** Creates the world. Close it in `afterAll`. */
export async function createDestinationWorld(): Promise<DestinationWorld> {
  const payouts = await startStandInPayouts();
  const service = await createTestService({
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: payouts.url },
  });
  await createCustomer(service);
  return {
    ...service,
    payouts,
    async newRefund() {
      serial += 1;
      const intent = await service.call("POST", "/v1/payment-intents", {
        body: {
          externalPaymentIntentId: `destination-${serial}`,
          amount: 5,
          currency: "USD",
          externalCustomerId: "ada",
        },
      });
      const { paymentIntentId } = intent.json();
      const of = { paymentIntentId, externalCustomerId: "ada" };
      const secret = await insertWaitingRefund(service, of);
      return { refundId: secret.split("_secret_")[0] ?? "", secret };
    },
    async close() {
      await service.close();
      await payouts.close();
    },
  };
}

/** Names the account through the link, at any process. */
export function nameAt(service: TestService, secret: string, key?: string) {
  return service.call("POST", "/v1/client/refund/destination", {
    token: secret,
    headers: key === undefined ? {} : { "idempotency-key": key },
    body: { type: "bank", bank: account },
  });
}

/** Approves the current destination as staff, at any process. */
export async function approveAt(
  { service }: TestService,
  operatorId: string,
  refundId: string,
): Promise<void> {
  const refund = await findRefund(service.deps.database.kysely, operatorId, refundId);
  await approveDestination(service.payments, {
    operatorId,
    refundId,
    actor: { kind: "command" },
    seenVersion: refund?.version ?? 0,
    limitMinor: () => null,
  });
}
