import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { ClientPayment, CryptoDepositAction } from "#contract/client/payments";
import type { Quote } from "#contract/client/session";
import { createSandbox, type Sandbox } from "../../../sandbox/create-sandbox.ts";
import type { AuditActor } from "../../operators/audit/index.ts";
import { createTestClock } from "../../testing/test-clock.ts";
import {
  approveDestination,
  declineDestination,
} from "../refunds/destination/decide-destination.ts";
import { findRefund } from "../refunds/read-refunds.ts";
import { browser, createPaymentWorld, type PaymentWorld } from "./payment-world.ts";

/** A payout in the books of the sandbox's processor. */
interface SeenPayout {
  readonly status: string;
  readonly assetAmount?: string;
  readonly requests: number;
}

/** Customers pay on the sandbox's chain. The watcher runs only in {@link CryptoWorld.round}. */
export interface CryptoWorld extends Omit<PaymentWorld, "pay"> {
  readonly sandbox: Sandbox;
  /** Moves the clock, runs the watcher, and reports to the payments. */
  round(ms?: number): Promise<void>;
  /** The customer sees a deposit address for USDC. */
  begin(customer?: string): Promise<{ intent: CreatedPaymentIntent; action: CryptoDepositAction }>;
  /** Pays to the deposit address. */
  pay(action: CryptoDepositAction, order?: object): Promise<void>;
  /** Pays an intent until it is confirmed. */
  paid(
    customer?: string,
    order?: object,
  ): Promise<{ intent: CreatedPaymentIntent; action: CryptoDepositAction }>;
  /** Sets the price in dollars. */
  setRate(asset: string, price: string): Promise<void>;
  payoutsOf(refundId: string): Promise<SeenPayout[]>;
  /** Approves the current destination as staff without a limit. */
  approve(refundId: string, actor?: AuditActor): Promise<void>;
  decline(refundId: string): Promise<void>;
}

/** `isScreened`: with the sandbox's sanctions list, which the test refreshes. Close it in `afterAll`. */
export async function createCryptoWorld({ isScreened = false } = {}): Promise<CryptoWorld> {
  const clock = createTestClock(Date.now());
  const sandbox = await createSandbox({ port: 0, deps: { now: () => clock.nowMs() } });
  const service = await createPaymentWorld({
    clock,
    settings: { paymentMethodTypes: ["card", "crypto"] },
    env: {
      SANDBOX_URL: sandbox.url,
      ...(isScreened && { SANCTIONS_LIST: `${sandbox.url}/sanctions/sdn.xml` }),
    },
  });
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${sandbox.url}/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  await call("PUT", "chain/mining", { automatic: false });
  const client = async <Body>(intent: CreatedPaymentIntent, path: string, body: object) => {
    const url = `/v1/client/${path}`;
    const response = await service.callAsClient("POST", url, intent.clientSecretKey, { body });
    return response.json() as Body;
  };
  const usdc = { type: "crypto", asset: "USDC", network: "ethereum" } as const;
  const decisionOf = async (refundId: string) => {
    const { operatorId } = service.operator;
    const refund = await findRefund(service.service.deps.database.kysely, operatorId, refundId);
    return {
      operatorId,
      refundId,
      actor: { kind: "command" } as const,
      seenVersion: refund?.version ?? 0,
      limitMinor: () => null,
    };
  };
  const world: CryptoWorld = {
    ...service,
    sandbox,
    async round(ms = 1_000) {
      service.clock.advance(ms);
      await service.runJob("crypto.watch.ethereum");
      await service.runJob("crypto.report_deposits");
    },
    async begin(customer = "ada") {
      await world.round();
      await service.call("POST", "/v1/customers", {
        body: { externalCustomerId: customer, data: { email: `${customer}@example.com` } },
      });
      const intent = await service.createIntent({ externalCustomerId: customer });
      const { crypto } = await client<Quote>(intent, "quote", usdc);
      const { nextAction } = await client<ClientPayment>(intent, "payments", {
        ...usdc,
        quoteId: crypto?.quoteId,
        total: intent.amount,
        browser,
      });
      return { intent, action: nextAction as CryptoDepositAction };
    },
    async pay(action, order = {}) {
      await call("POST", "chain/payments", { to: action.uri, ...order });
    },
    async paid(customer, order = {}) {
      const begun = await world.begin(customer);
      await world.pay(begun.action, { mine: 3, ...order });
      await world.round();
      await world.round();
      return begun;
    },
    async setRate(asset, price) {
      await call("POST", "admin/rates", { currency: "USD", asset, price });
    },
    async payoutsOf(refundId) {
      const text = await call("GET", `admin/payouts?merchantReference=${refundId}`);
      return (JSON.parse(text) as { data: SeenPayout[] }).data;
    },
    async approve(refundId, actor) {
      const decision = await decisionOf(refundId);
      const decider = actor?.kind === "staff" ? { decider: actor } : {};
      await approveDestination(service.service.payments, {
        ...decision,
        ...(actor && { actor }),
        ...decider,
      });
    },
    async decline(refundId) {
      await declineDestination(service.service.payments, await decisionOf(refundId));
    },
    async close() {
      await service.close();
      await sandbox.close();
    },
  };
  return world;
}
