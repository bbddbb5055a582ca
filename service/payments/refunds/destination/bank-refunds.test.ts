/** Runs against the sandbox's bank and payout processor. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Refund } from "#contract/api/refunds";
import {
  type BankWorld,
  createBankWorld,
} from "../../../rails/open-banking/testing/pay-by-bank-world.ts";
import { runRefunds } from "../../testing/run-refunds.ts";
import { findRefund } from "../read-refunds.ts";
import { approveDestination } from "./decide-destination.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

let serial = 0;

async function paidFrom(account: string): Promise<CreatedPaymentIntent> {
  const intent = await world.newIntent();
  await world.payAtBank(intent, { account });
  for (let round = 0; round < 5; round += 1) {
    world.clock.advance(10_000);
    await world.runJob("open_banking.recover");
  }
  const { status } = (
    await world.call("GET", `/v1/payment-intents/${intent.paymentIntentId}/status`)
  ).json();
  expect(status).toBe("success");
  return intent;
}

async function refund(intent: CreatedPaymentIntent, body: object = {}): Promise<Refund> {
  serial += 1;
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const response = await world.call("POST", url, {
    body: { externalRefundId: `bank-${serial}`, ...body },
  });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

const shown = async ({ refundId }: Pick<Refund, "refundId">): Promise<Refund> =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json();

async function follow(refund: Refund, rounds = 6): Promise<Refund> {
  for (let round = 0; round < rounds; round += 1) {
    await runRefunds(world);
    world.clock.advance(5_000);
  }
  return shown(refund);
}

async function bookedFor(refundId: string) {
  const { http } = world.service.deps;
  const url = `${world.sandbox.url}/admin/bank-refunds`;
  const { text } = await http.call({ method: "GET", url, deadlineMs: 15_000 });
  const { data } = JSON.parse(text) as {
    data: { key: string; requests: number; order: { instructedAmount: { amount: string } } }[];
  };
  return data.filter(({ key }) => key === refundId);
}

const account = {
  routingNumber: "110000000",
  accountNumber: "000123456789",
  accountType: "checking",
  holderName: "Ada Lovelace",
};
const name = ({ refundUrl }: Refund, bank: object = account) =>
  world.call("POST", "/v1/client/refund/destination", {
    token: refundUrl?.split("#")[1] ?? "",
    body: { type: "bank", bank },
  });

async function approve(refundId: string): Promise<void> {
  const { operatorId } = world.operator;
  const refund = await findRefund(world.service.deps.database.kysely, operatorId, refundId);
  await approveDestination(world.service.payments, {
    operatorId,
    refundId,
    actor: { kind: "command" },
    seenVersion: refund?.version ?? 0,
    limitMinor: () => null,
  });
}

describe("a bank that sends payments back", () => {
  test("refunds at once, in parts, and the bank is asked once", async () => {
    const intent = await paidFrom("everyday");
    const part = await refund(intent, { amount: 20 });
    expect(part.status).toBe("pending");
    expect(await follow(part)).toMatchObject({ status: "success", kind: "refund" });
    const rest = await refund(intent);
    expect(await follow(rest)).toMatchObject({ status: "success", amount: 32.4 });
    expect(await bookedFor(part.refundId)).toMatchObject([
      { requests: 1, order: { instructedAmount: { amount: "20.00" } } },
    ]);
  });

  test("accepts the refund first, and returns the money later", async () => {
    const created = await refund(await paidFrom("savings"));
    await runRefunds(world);
    expect((await shown(created)).status).toBe("pending");
    expect((await follow(created)).status).toBe("success");
  });

  test("is looked up under the key if it never responds, and nothing is sent twice", async () => {
    const created = await refund(await paidFrom("joint"));
    expect((await follow(created)).status).toBe("success");
    expect(await bookedFor(created.refundId)).toMatchObject([{ requests: 1 }]);
  }, 60_000);

  test("can get the money back later: then the refund fails and frees its amount", async () => {
    const intent = await paidFrom("moved");
    const created = await refund(intent);
    await runRefunds(world);
    expect((await shown(created)).status).toBe("success");
    world.clock.advance(120_000);
    expect(await follow(created)).toMatchObject({
      status: "failed",
      messages: [{ code: "returned_by_bank" }],
    });
    const { refundedAmount } = (
      await world.call("GET", `/v1/payment-intents/${intent.paymentIntentId}/status`)
    ).json();
    expect(refundedAmount).toBe(0);
  });
});

describe("a bank that refuses for good", () => {
  test.each([
    ["trust", "at once"],
    ["gifts", "after it accepted"],
  ])(
    "(account %s, %s) lets the customer name an account, which the payout rail pays",
    async (from) => {
      const intent = await paidFrom(from);
      const created = await refund(intent, { amount: 20 });
      const waiting = await follow(created);
      expect(waiting).toMatchObject({
        status: "requires-destination",
        kind: "transfer",
        crypto: null,
      });
      const session = await world.call("GET", "/v1/client/refund", {
        token: waiting.refundUrl?.split("#")[1] ?? "",
      });
      expect(session.json()).toMatchObject({
        status: "open",
        type: "bank",
        amount: 20,
        crypto: null,
      });
      const wrong = await name(waiting, { ...account, routingNumber: "110000001" });
      expect(wrong.json()).toMatchObject({
        errorCode: "routing_number_invalid",
        errors: [{ path: "bank.routingNumber" }],
      });
      expect((await name(waiting)).json()).toMatchObject({ status: "named" });
      await approve(created.refundId);
      expect(await follow(created)).toMatchObject({ status: "success", kind: "transfer" });
    },
  );

  test("asks for no account while an earlier request may have arrived, and fails instead", async () => {
    const created = await refund(await paidFrom("trust"));
    await world.service.deps.database.kysely
      .updateTable("refunds")
      .set({ sent_at: new Date(world.clock.nowMs() - 20 * 60_000) })
      .where("operator_id", "=", world.operator.operatorId)
      .where("refund_id", "=", created.refundId)
      .execute();
    await runRefunds(world);
    expect(await shown(created)).toMatchObject({ status: "failed", kind: "refund" });
  });

  test("an account whose bank sends the credit back fails the refund", async () => {
    const waiting = await follow(await refund(await paidFrom("trust")));
    expect((await name(waiting, { ...account, accountNumber: "000333333335" })).statusCode).toBe(
      200,
    );
    await approve(waiting.refundId);
    const done = await follow(waiting, 12);
    expect(["failed", "success"]).toContain(done.status);
  });
});

describe("a bank without a refund call", () => {
  let there: BankWorld;
  beforeAll(async () => {
    there = await createBankWorld({}, undefined, { bankRefunds: false });
  });
  afterAll(() => there.close());

  test("is not asked, and the customer names an account", async () => {
    const before = world;
    world = there;
    try {
      const created = await refund(await paidFrom("everyday"));
      expect(await follow(created, 2)).toMatchObject({ status: "requires-destination" });
      expect(await bookedFor(created.refundId)).toEqual([]);
      await world.call("POST", `/v1/refunds/${created.refundId}/cancel`);
    } finally {
      world = before;
    }
  });

  test("fails for an erased customer, whose account nobody could erase", async () => {
    const before = world;
    world = there;
    try {
      const intent = await paidFrom("everyday");
      const erased = await world.call("POST", "/v1/customers/ada/erasure", {
        body: { reason: "customer_request" },
      });
      expect(erased.statusCode, erased.body).toBe(200);
      const created = await refund(intent);
      expect(await follow(created, 2)).toMatchObject({
        status: "failed",
        messages: [{ code: "account_erased" }],
      });
    } finally {
      world = before;
    }
  });
});
