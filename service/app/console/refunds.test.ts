import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { PaymentDetail } from "#contract/console/payments";
import type { RefundForStaff } from "#contract/console/refunds";
import { changeOperator } from "../../operators/accounts/index.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { insertWaitingRefund } from "../../testing/insert-waiting-refund.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
let intent: CreatedPaymentIntent;
beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());
beforeEach(async () => {
  intent = await paid();
});

async function paid(body: Record<string, unknown> = {}, total?: number) {
  const newIntent = await world.createIntent(body);
  const response = await world.pay(newIntent, total === undefined ? {} : { total });
  expect(response.body.status).toBe("success");
  return newIntent;
}

const detailOf = (of: { paymentIntentId: string }, by = viewer): Promise<PaymentDetail> =>
  by.browser.ok("GET", `/payments/${of.paymentIntentId}`);
const refund = (by: TestStaff, body: Record<string, unknown>, of = intent) =>
  by.browser.call("POST", `/payments/${of.paymentIntentId}/refunds`, {
    seenReturnedMinor: 0,
    ...body,
  });
const cancel = (by: TestStaff, refundId: string) =>
  by.browser.call("POST", `/refunds/${refundId}/cancel`);

test("a refund by staff has their name, their note and the id of the service", async () => {
  const note = "Called twice about it";
  const response = await refund(reviewer, { amount: 10, reason: "duplicate", note });
  expect(response.statusCode).toBe(201);
  const created: RefundForStaff = response.json();
  expect(created).toMatchObject({ status: "pending", amount: 10, reason: "duplicate", note });
  expect(created).toMatchObject({
    requestedBy: "Staff 2",
    canCancel: true,
    processor: "northbank",
  });
  expect(created.externalRefundId).toBe(created.refundId);
  await runRefunds(world);

  const { refunds, refundable, events } = await detailOf(intent);
  expect(refunds).toMatchObject([
    { refundId: created.refundId, status: "success", note, canCancel: false },
  ]);
  expect(refunds[0]?.providerRefundId).toEqual(expect.any(String));
  expect(refundable).toMatchObject({ returned: { baseMinor: 1_000 }, paid: { baseMinor: 4_999 } });
  expect(events.filter(({ type }) => type === "refund").map(({ status }) => status)).toEqual([
    "success",
    "created",
  ]);
  const shown = await world.call("GET", `/v1/refunds/${created.refundId}`);
  expect(shown.body).not.toContain(note);
});

test("a refund by the API is shown as such", async () => {
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  await world.call("POST", url, { body: { externalRefundId: "by-api" } });
  const { refunds, refundable } = await detailOf(intent);
  expect(refunds).toMatchObject([{ externalRefundId: "by-api", requestedBy: "API", note: null }]);
  expect(refundable).toBeNull();
});

test("a decision about an earlier state is refused, and returns nothing", async () => {
  expect((await refund(admin, { amount: 10 })).statusCode).toBe(201);
  const late = await refund(reviewer, { amount: 10 });
  expect([late.statusCode, late.json().errorCode]).toEqual([409, "conflicting_state"]);
  expect((await detailOf(intent)).intent.refundedAmount).toBe(10);
  const seen = await refund(reviewer, { amount: 10, seenReturnedMinor: 1_000 });
  expect(seen.statusCode).toBe(201);
});

test("viewers refund and cancel nothing, and another operator's staff find nothing", async () => {
  const { refundId }: RefundForStaff = (await refund(admin, { amount: 1 })).json();
  for (const [by, statusCode] of [
    [viewer, 403],
    [otherStaff, 404],
  ] as const) {
    expect((await refund(by, { amount: 1, seenReturnedMinor: 100 })).statusCode).toBe(statusCode);
    expect((await cancel(by, refundId)).statusCode).toBe(statusCode);
  }
  expect((await detailOf(intent)).intent.refundedAmount).toBe(1);
});

test("unknown fields, wrong amounts and an id of the caller are refused", async () => {
  for (const body of [
    { amount: 1, externalRefundId: "mine" },
    { amount: 0 },
    { amount: 1.001 },
    { amount: 1, seenReturnedMinor: -1 },
    { amount: 1, seenReturnedMinor: undefined },
    { amount: 1, reason: "bored" },
  ]) {
    expect((await refund(admin, body)).statusCode, JSON.stringify(body)).toBe(400);
  }
  expect((await refund(admin, { amount: 50 })).json().errorCode).toBe("refund_exceeds_payment");
});

describe("the limit of reviewers", () => {
  const setLimits = (reviewerRefundLimitsMinor: Record<string, number> | null) =>
    changeOperator(world.service.deps, world.operator.operatorId, {
      settings: { reviewerRefundLimitsMinor },
    });
  const limitOf = async (by: TestStaff, of = intent) =>
    (await detailOf(of, by)).refundable?.limitMinor;

  test("counts all refunds of a payment, and does not apply to admins", async () => {
    await setLimits({ USD: 2_000 });
    expect(await limitOf(reviewer)).toBe(2_000);
    expect(await limitOf(admin)).toBeNull();
    expect((await refund(reviewer, { amount: 15 })).statusCode).toBe(201);
    const over = await refund(reviewer, { amount: 5.01, seenReturnedMinor: 1_500 });
    expect([over.statusCode, over.json().errorCode]).toEqual([403, "refund_limit_exceeded"]);
    const rest = await refund(reviewer, { seenReturnedMinor: 1_500 });
    expect(rest.json().errorCode).toBe("refund_limit_exceeded");
    const exact = await refund(reviewer, { amount: 5, seenReturnedMinor: 1_500 });
    expect(exact.statusCode).toBe(201);
    expect((await refund(admin, { seenReturnedMinor: 2_000 })).statusCode).toBe(201);
  });

  test("is zero for a currency that is not named, and null means no limit", async () => {
    await setLimits({ USD: 2_000 });
    const yen = await paid({ amount: 5_000, currency: "JPY" }, 5_000);
    expect(await limitOf(reviewer, yen)).toBe(0);
    const refused = await refund(reviewer, { amount: 1 }, yen);
    expect(refused.json().errorCode).toBe("refund_limit_exceeded");
    await setLimits(null);
    expect(await limitOf(reviewer, yen)).toBeNull();
    expect((await refund(reviewer, {}, yen)).statusCode).toBe(201);
  });
});

test("staff cancel a refund that was not sent, and the audit log names both", async () => {
  const { refundId }: RefundForStaff = (await refund(reviewer, { amount: 10 })).json();
  const canceled = await cancel(admin, refundId);
  expect([canceled.statusCode, canceled.json()]).toMatchObject([
    200,
    { status: "canceled", canCancel: false, requestedBy: "Staff 2" },
  ]);
  const repeat = await cancel(admin, refundId);
  expect([repeat.statusCode, repeat.json().errorCode]).toEqual([409, "refund_not_cancelable"]);
  const { data } = await admin.browser.ok("GET", `/audit?subject=${refundId}`);
  expect(data).toMatchObject([
    { action: "refund.canceled", actor: { kind: "staff", staffId: admin.staffId } },
    {
      action: "refund.requested",
      actor: { kind: "staff", staffId: reviewer.staffId },
      details: { amountMinor: 1_000, currency: "USD" },
    },
  ]);
});

describe("a destination that the customer named", () => {
  let serial = 0;
  async function named(): Promise<{ refundId: string; intent: CreatedPaymentIntent }> {
    serial += 1;
    const waitingIntent = await world.createIntent({ externalPaymentIntentId: `named-${serial}` });
    const { paymentIntentId, externalCustomerId } = waitingIntent;
    const secret = await insertWaitingRefund(world, { paymentIntentId, externalCustomerId });
    const bank = {
      routingNumber: "110000000",
      accountNumber: "000123456789",
      accountType: "checking",
      holderName: "Ada Lovelace",
    };
    const response = await world.call("POST", "/v1/client/refund/destination", {
      token: secret,
      body: { type: "bank", bank },
    });
    expect(response.statusCode, response.body).toBe(200);
    return { refundId: secret.split("_secret_")[0] ?? "", intent: waitingIntent };
  }
  const decide = (by: TestStaff, refundId: string, decision: string, seenVersion = 3) =>
    by.browser.call("POST", `/refunds/${refundId}/${decision}`, { seenVersion });

  test("is shown masked, and approved by a reviewer on the version that was seen", async () => {
    const { refundId, intent: of } = await named();
    const [shown] = (await detailOf(of)).refunds;
    expect(shown).toMatchObject({
      destination: { type: "bank", text: "•••• 6789", holderName: "Ada Lovelace" },
      decisionVersion: 3,
    });
    expect(JSON.stringify(shown)).not.toContain("123456789");
    const late = await decide(reviewer, refundId, "approve", 2);
    expect([late.statusCode, late.json().errorCode]).toEqual([409, "conflicting_state"]);
    const approved = await decide(reviewer, refundId, "approve");
    expect([approved.statusCode, approved.json().status]).toEqual([200, "pending"]);
    const repeat = await decide(admin, refundId, "decline", 4);
    expect(repeat.statusCode).toBe(409);
    const { data } = await admin.browser.ok("GET", `/audit?subject=${refundId}`);
    expect(data[0]).toMatchObject({
      action: "refund.destination_approved",
      actor: { kind: "staff", staffId: reviewer.staffId },
    });
    expect(JSON.stringify(data)).not.toContain("6789");
  });

  test("is decided neither by viewers nor by another operator's staff, nor over the limit", async () => {
    const { refundId } = await named();
    for (const decision of ["approve", "decline", "link"]) {
      expect((await decide(viewer, refundId, decision)).statusCode).toBe(403);
    }
    expect((await decide(otherStaff, refundId, "approve")).statusCode).toBe(404);
    expect((await decide(otherStaff, refundId, "decline")).statusCode).toBe(404);
    const limits = { reviewerRefundLimitsMinor: { USD: 499 } };
    await changeOperator(world.service.deps, world.operator.operatorId, { settings: limits });
    const over = await decide(reviewer, refundId, "approve");
    expect([over.statusCode, over.json().errorCode]).toEqual([403, "refund_limit_exceeded"]);
    expect((await decide(admin, refundId, "approve")).statusCode).toBe(200);
  });

  test("the log says which staff copied the link", async () => {
    serial += 1;
    const waitingIntent = await world.createIntent({ externalPaymentIntentId: `copied-${serial}` });
    const { paymentIntentId, externalCustomerId } = waitingIntent;
    const secret = await insertWaitingRefund(world, { paymentIntentId, externalCustomerId });
    const refundId = secret.split("_secret_")[0] ?? "";
    const { refundUrl } = await reviewer.browser.ok("POST", `/refunds/${refundId}/link`);
    expect(refundUrl).toBe(
      `http://pay.localhost:4000/refund?for=${world.operator.operatorId}#${secret}`,
    );
    const { data } = await admin.browser.ok("GET", `/audit?subject=${refundId}`);
    expect(data).toMatchObject([
      { action: "refund.link_copied", actor: { staffId: reviewer.staffId } },
    ]);
    expect(JSON.stringify(data)).not.toContain("_secret_");
    expect(JSON.stringify(await detailOf(waitingIntent, admin))).not.toContain("_secret_");
  });

  test("fails the refund when it is declined, and its link can no longer be copied", async () => {
    const { refundId, intent: of } = await named();
    const declined = await decide(admin, refundId, "decline");
    expect(declined.json()).toMatchObject({
      status: "failed",
      messages: [{ code: "destination_declined" }],
    });
    const link = await admin.browser.call("POST", `/refunds/${refundId}/link`);
    expect(link.statusCode).toBe(409);
    expect((await detailOf(of)).refunds[0]?.decisionVersion).toBeNull();
  });
});
