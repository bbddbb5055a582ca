/** A payout vendor that forbids polling sends the refunds. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import { sandboxCredentials, sandboxTabapay } from "#contract/connectors/sandbox-credentials";
import {
  type BankWorld,
  createBankWorld,
} from "../../../rails/open-banking/testing/pay-by-bank-world.ts";
import { damageValues } from "../../../testing/damage-values.ts";
import { runRefunds } from "../../testing/run-refunds.ts";
import { findRefund } from "../read-refunds.ts";
import { approveDestination } from "./decide-destination.ts";

const payoutProcessor = {
  name: "taba",
  type: "tabapay",
  url: "/vendors/tabapay",
  ...sandboxTabapay,
  token: sandboxCredentials.tabapay,
  requestsPerSecond: 5,
};

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld({}, undefined, { payoutProcessor });
});
afterAll(() => world.close());

const rowOf = async ({ refundId }: Refund) => {
  const { kysely } = world.service.deps.database;
  const refund = await findRefund(kysely, world.operator.operatorId, refundId);
  if (!refund) throw new Error("no refund");
  return refund;
};

async function follow(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await runRefunds(world);
    world.clock.advance(5_000);
  }
}

async function paid(): Promise<CreatedPaymentIntent> {
  const intent = await world.newIntent();
  await world.payAtBank(intent, { account: "trust" });
  for (let round = 0; round < 5; round += 1) {
    world.clock.advance(10_000);
    await world.runJob("open_banking.recover");
  }
  return intent;
}

/** Makes a refund that is approved and not sent yet. */
async function approvedRefund(externalRefundId: string): Promise<Refund> {
  const { paymentIntentId } = await paid();
  const url = `/v1/payment-intents/${paymentIntentId}/refunds`;
  const response = await world.call("POST", url, { body: { externalRefundId, amount: 20 } });
  const { refundId } = response.json<Refund>();
  await follow(6);
  const waiting = (await world.call("GET", `/v1/refunds/${refundId}`)).json<Refund>();
  const bank = {
    routingNumber: "110000000",
    accountNumber: "000123456789",
    accountType: "checking",
    holderName: "Ada Lovelace",
  };
  await world.call("POST", "/v1/client/refund/destination", {
    token: waiting.refundUrl?.split("#")[1] ?? "",
    body: { type: "bank", bank },
  });
  await approveDestination(world.service.payments, {
    operatorId: world.operator.operatorId,
    refundId,
    actor: { kind: "command" },
    seenVersion: (await rowOf(waiting)).version,
    limitMinor: () => null,
  });
  return waiting;
}

test("a pending refund is looked up after the vendor's pause, and never again after it was paid", async () => {
  const refund = await approvedRefund("vendor-1");
  await runRefunds(world);
  const accepted = await rowOf(refund);
  expect(accepted).toMatchObject({ step: "processing", transfer: { provider: "taba" } });
  await follow(17);
  const { step, checks } = await rowOf(refund);
  expect({ step, checks }).toEqual({ step: "processing", checks: accepted.checks });
  await follow(3);
  expect(await rowOf(refund)).toMatchObject({ step: "success", nextCheckAtMs: null });
});

test("a refund without a clear response is neither looked up nor sent again before the vendor's pause", async () => {
  const refund = await approvedRefund("vendor-2");
  await fetch(`${world.sandbox.url}/admin/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ processor: "tabapay", call: "payout", fault: "error_after_charging" }),
  });
  await runRefunds(world);
  const { sentAtMs } = await rowOf(refund);
  await follow(16);
  expect(await rowOf(refund)).toMatchObject({ step: "requested", sentAtMs });
  await follow(40);
  expect(await rowOf(refund)).toMatchObject({ step: "success", sentAtMs });
});

test("a refund whose customer has a damaged e-mail address waits unsent until the address is set again", async () => {
  const refund = await approvedRefund("vendor-3");
  const { payoutProcessors } = world.service.payments;
  const taba = payoutProcessors.byName("taba");
  if (!taba) throw new Error("no processor");
  const capabilities = { ...taba.capabilities, needsEmail: true as const };
  const named = vi.spyOn(payoutProcessors, "byName").mockReturnValue({ ...taba, capabilities });
  const { externalCustomerId } = refund;
  await damageValues(world, "customers", "email_sealed", {
    external_customer_id: externalCustomerId,
  });
  await runRefunds(world);
  expect(await rowOf(refund)).toMatchObject({ step: "requested", sentAtMs: null });
  const url = `/v1/customers/${externalCustomerId}/data`;
  const { statusCode } = await world.call("PUT", url, { body: { email: "new@example.com" } });
  expect(statusCode).toBe(200);
  await follow(60);
  expect(await rowOf(refund)).toMatchObject({ step: "success" });
  named.mockRestore();
});
