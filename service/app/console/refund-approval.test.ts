import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { RefundForStaff, WaitingRefunds } from "#contract/console/refunds";
import { changeOperator, issueKey } from "../../operators/accounts/index.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runRefunds } from "../../payments/testing/run-refunds.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let other: TestStaff;
let otherStaff: TestStaff;
let intent: CreatedPaymentIntent;
const set = (settings: Parameters<typeof changeOperator>[2]["settings"]) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings });

beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  other = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
});
afterAll(() => world.close());
beforeEach(async () => {
  await set({ refundApprovalAboveMinor: { USD: 2_000 } });
  intent = await world.createIntent();
  expect((await world.pay(intent)).body.status).toBe("success");
});
afterEach(() =>
  set({ refundApprovalAboveMinor: null, reviewerRefundLimitsMinor: { USD: 50_000 } }),
);

const refund = async (by: TestStaff, amount: number, seenReturnedMinor = 0) =>
  (await by.browser.ok("POST", `/payments/${intent.paymentIntentId}/refunds`, {
    amount,
    seenReturnedMinor,
  })) as RefundForStaff;
const decide = (by: TestStaff, refund: RefundForStaff, approve = true, version = refund.version) =>
  by.browser.call("POST", `/refunds/${refund.refundId}/decision`, { approve, version });
const codeOf = async (response: ReturnType<typeof decide>) => (await response).json().errorCode;
const statusOf = async (refundId: string) =>
  (await world.call("GET", `/v1/refunds/${refundId}`)).json().status;
const wasSent = (refundId: string) =>
  world.parties.northbank.refunds.calls.some(({ key }) => key === refundId);
const audited = async (refundId: string) =>
  (
    await world.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select("action")
      .where("subject_id", "=", refundId)
      .orderBy("sequence")
      .execute()
  ).map(({ action }) => action);

async function runForAMinute(): Promise<void> {
  await runRefunds(world);
  world.clock.advance(60_000);
  await runRefunds(world);
}

test("a refund up to the limit is sent at once, and the one that exceeds it waits unsent", async () => {
  const small = await refund(admin, 20);
  expect(small.approval).toBeNull();
  const large = await refund(admin, 0.01, 2_000);
  expect(large).toMatchObject({ status: "pending", approval: "needed", isOwn: true });
  await runForAMinute();
  expect([wasSent(small.refundId), wasSent(large.refundId)]).toEqual([true, false]);
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(20.01);
  const waiting: WaitingRefunds = await reviewer.browser.ok("GET", "/refunds/waiting");
  expect(waiting).toMatchObject({
    total: 1,
    data: [{ refundId: large.refundId, requestedBy: "Staff 3", isOwn: false }],
  });
  const otherRefunds: WaitingRefunds = await otherStaff.browser.ok("GET", "/refunds/waiting");
  expect(otherRefunds.total).toBe(0);

  const approved = await decide(other, large);
  expect(approved.json()).toMatchObject({ approval: "given", decidedBy: "Staff 4" });
  await runRefunds(world);
  expect(await statusOf(large.refundId)).toBe("success");
  expect(await audited(large.refundId)).toEqual(["refund.requested", "refund.approved"]);
  expect((await reviewer.browser.ok("GET", "/refunds/waiting")).total).toBe(0);
});

test("nobody can approve their own refund, or another operator's, or any refund as a viewer", async () => {
  const created = await refund(admin, 30);
  expect(await codeOf(decide(admin, created))).toBe("refund_approval_by_requester");
  expect((await decide(viewer, created)).statusCode).toBe(403);
  expect((await decide(otherStaff, created)).statusCode).toBe(404);
  expect(await codeOf(decide(other, created, true, created.version + 1))).toBe("conflicting_state");
  await runForAMinute();
  expect(wasSent(created.refundId)).toBe(false);
});

test("a reviewer approves within the limit of reviewers only", async () => {
  await set({ reviewerRefundLimitsMinor: { USD: 2_500 } });
  const created = await refund(admin, 30);
  expect(await codeOf(decide(reviewer, created))).toBe("refund_limit_exceeded");
  await set({ reviewerRefundLimitsMinor: { USD: 3_000 } });
  expect((await decide(reviewer, created)).statusCode).toBe(200);
});

test("a declined refund is canceled and frees its amount; it cannot be decided again", async () => {
  const created = await refund(admin, 30);
  const declined = await decide(other, created, false);
  expect(declined.json()).toMatchObject({
    status: "canceled",
    approval: "declined",
    decidedBy: "Staff 4",
  });
  expect((await world.statusOf(intent))["refundedAmount"]).toBe(0);
  expect(await codeOf(decide(other, created))).toBe("conflicting_state");
  await runForAMinute();
  expect(wasSent(created.refundId)).toBe(false);
  expect(await audited(created.refundId)).toEqual(["refund.requested", "refund.declined"]);
});

test("the requester can cancel a refund that waits for approval, and it no longer waits", async () => {
  const created = await refund(admin, 30);
  const canceled = await admin.browser.ok("POST", `/refunds/${created.refundId}/cancel`);
  expect(canceled).toMatchObject({ status: "canceled", approval: null });
  expect(await codeOf(decide(other, created))).toBe("conflicting_state");
  const { data }: WaitingRefunds = await other.browser.ok("GET", "/refunds/waiting");
  expect(data.map(({ refundId }) => refundId)).not.toContain(created.refundId);
});

test("a refund by API waits, too, and the person who issued its key cannot approve it", async () => {
  const { deps } = world.service;
  const { operatorId } = world.operator;
  const issued = await issueKey(deps, {
    operatorId,
    kind: "secret",
    actor: { kind: "staff", staffId: admin.staffId },
  });
  const url = `/v1/payment-intents/${intent.paymentIntentId}/refunds`;
  const body = { externalRefundId: `api-${intent.paymentIntentId}` };
  const response = await world.call("POST", url, { token: issued.key, body });
  expect(response.statusCode, response.body).toBe(201);
  expect(response.json().status).toBe("pending");
  await runForAMinute();
  const { data }: WaitingRefunds = await admin.browser.ok("GET", "/refunds/waiting");
  const [waiting] = data;
  if (!waiting) throw new Error("no refund waits");
  expect(await codeOf(decide(admin, waiting))).toBe("refund_approval_by_requester");
  expect((await decide(other, waiting)).statusCode).toBe(200);
  await runRefunds(world);
  expect(await statusOf(waiting.refundId)).toBe("success");
});

test("every refund waits in a currency without a limit", async () => {
  intent = await world.createIntent({ amount: 500, currency: "JPY" });
  expect((await world.pay(intent)).body.status).toBe("success");
  expect((await refund(admin, 1)).approval).toBe("needed");
});
