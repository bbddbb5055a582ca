import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { FindResults } from "#contract/console/find";
import type { HomeWaiting } from "#contract/console/home";
import type { PaymentDetail } from "#contract/console/payments";
import type {
  BatchSelection,
  RefundBatch,
  RefundBatches,
  RefundBatchItems,
} from "#contract/console/refund-batches";
import { changeOperator } from "../../operators/accounts/index.ts";
import { hangLong, outcomeOf, pass, settleCharge } from "../../payments/testing/outcome-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runBatches } from "../../payments/testing/run-batches.ts";
import { beginBatch, chosen, previewBatch, readBatch } from "./testing/batch-steps.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let other: TestStaff;
const set = (settings: Parameters<typeof changeOperator>[2]["settings"]) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings });

beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  other = await addStaff(world, "admin");
});
afterAll(() => world.close());
// This stays below the rate limit of staff calls.
beforeEach(() => void world.clock.advance(60_000));
afterEach(() =>
  set({ refundApprovalAboveMinor: null, reviewerRefundLimitsMinor: { USD: 50_000 } }),
);

async function paid(amount = 20): Promise<CreatedPaymentIntent> {
  const intent = await world.createIntent({ amount });
  expect((await world.pay(intent)).body.status).toBe("success");
  return intent;
}
const paidMany = async (count: number) => {
  const intents = [];
  for (let index = 0; index < count; index += 1) intents.push(await paid());
  return intents;
};
const preview = (selection: BatchSelection, by = admin) => previewBatch(by, selection);
const begin = (intents: readonly CreatedPaymentIntent[], by = admin) => beginBatch(by, intents);
const read = (batch: RefundBatch) => readBatch(admin, batch);
const send = ({ refundBatchId }: RefundBatch, action: string, by = admin, body?: object) =>
  by.browser.call("POST", `/refund-batches/${refundBatchId}/${action}`, body);
const codeOf = (response: { json(): { errorCode?: string } }) => response.json().errorCode;
const detailOf = (intent: CreatedPaymentIntent): Promise<PaymentDetail> =>
  admin.browser.ok("GET", `/payments/${intent.paymentIntentId}`);

test("a sum above the limit of a second person waits for one, who approves all refunds at once", async () => {
  await set({ refundApprovalAboveMinor: { USD: 3_000 } });
  const intents = await paidMany(2);
  expect(await preview(chosen(intents))).toMatchObject({ count: 2, needsApproval: true });
  const batch = await begin(intents);
  expect(batch).toMatchObject({ state: "awaiting_approval", approval: "needed" });
  const { work }: HomeWaiting = await viewer.browser.ok("GET", "/home/waiting");
  expect(work.find(({ kind }) => kind === "batches")).toMatchObject({
    count: 1,
    amounts: [{ currency: "USD", amount: 40 }],
  });
  const { refundBatchId } = batch;
  const active = async (): Promise<RefundBatches> =>
    viewer.browser.ok("GET", "/refund-batches?show=active");
  expect(await active()).toMatchObject({ data: [{ refundBatchId }], total: 1 });
  const q = refundBatchId.slice(0, -3);
  const { found }: FindResults = await viewer.browser.ok("GET", `/find?q=${q}`);
  expect(found).toMatchObject([
    { kind: "refund_batch", pageId: refundBatchId, status: "awaiting_approval", amount: null },
  ]);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ counts: { waiting: 2 } });
  const approve = { approve: true, version: batch.version };
  expect(codeOf(await send(batch, "decision", admin, approve))).toBe(
    "refund_approval_by_requester",
  );
  expect((await send(batch, "decision", viewer, approve)).statusCode).toBe(403);
  expect(codeOf(await send(batch, "decision", other, { ...approve, version: 9 }))).toBe(
    "conflicting_state",
  );
  expect((await send(batch, "decision", other, approve)).json()).toMatchObject({
    state: "running",
    approval: "given",
    decidedBy: "Staff 4",
  });
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ state: "done", counts: { success: 2 } });
  expect(await active()).toMatchObject({ data: [], total: 0 });
  const [first] = intents as [CreatedPaymentIntent];
  expect((await detailOf(first)).refunds).toMatchObject([
    { status: "success", approval: "given", decidedBy: "Staff 4", requestedBy: "Staff 3" },
  ]);
});

test("a batch's payments are shown by outcome, failed ones first, or by amount", async () => {
  const intents = [await paid(20), await paid(30), await paid(10)];
  const [first] = intents as [CreatedPaymentIntent];
  const batch = await begin(intents);
  const url = `/v1/payment-intents/${first.paymentIntentId}/refunds`;
  const alone = await world.call("POST", url, { body: { externalRefundId: "of-one" } });
  expect(alone.statusCode).toBe(201);
  const items = async (query: string) => {
    const path = `/refund-batches/${batch.refundBatchId}/items?${query}`;
    const { data, total }: RefundBatchItems = await admin.browser.ok("GET", path);
    expect(total).toBe(data.length);
    return data.map(({ total: amount, status }) => [amount, status]);
  };
  expect(await items("show=waiting")).toHaveLength(3);
  await runBatches(world);
  const [failed, ...returned] = [
    [20, "refused"],
    [30, "success"],
    [10, "success"],
  ];
  expect((await items("")).sort()).toEqual([failed, ...returned].sort());
  expect((await items("sort=failed"))[0]).toEqual(failed);
  expect(await items("sort=highest")).toEqual([returned[0], failed, returned[1]]);
  expect(await items("sort=lowest")).toEqual([returned[1], failed, returned[0]]);
  expect(await items("show=failed")).toEqual([failed]);
  expect(await items("show=success&sort=lowest")).toEqual(returned.toReversed());
  for (const outcome of ["pending", "waiting", "needsDestination", "canceled", "notBegun"]) {
    expect(await items(`show=${outcome}`), outcome).toEqual([]);
  }
});

test("a declined batch starts no refunds", async () => {
  await set({ refundApprovalAboveMinor: { USD: 3_000 } });
  const batch = await begin(await paidMany(2));
  const decided = await send(batch, "decision", other, { approve: false, version: batch.version });
  expect(decided.json()).toMatchObject({ state: "declined", counts: { notBegun: 2 } });
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ state: "declined", counts: { notBegun: 2 } });
  const repeat = await send(batch, "decision", other, {
    approve: true,
    version: batch.version + 1,
  });
  expect(codeOf(repeat)).toBe("conflicting_state");
});

test("a reviewer's limit counts for each refund and for the sum of the batch", async () => {
  await set({ reviewerRefundLimitsMinor: { USD: 3_000 } });
  const small = await paidMany(2);
  const large = await paid(31);
  const selection = chosen([...small, large]);
  const seen = await preview(selection, reviewer);
  expect(seen).toMatchObject({
    count: 2,
    needsApproval: true,
    excluded: [{ paymentIntentId: large.paymentIntentId, reason: "over_limit" }],
  });
  expect(await preview(selection)).toMatchObject({ count: 3, needsApproval: false });
  const batch = await begin(small, reviewer);
  expect(batch).toMatchObject({ state: "awaiting_approval" });
  const second = await addStaff(world, "reviewer");
  const approve = { approve: true, version: batch.version };
  expect(codeOf(await send(batch, "decision", second, approve))).toBe("refund_limit_exceeded");
  expect((await send(batch, "decision", admin, approve)).statusCode).toBe(200);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ counts: { success: 2 } });
});

test("a reviewer does not retry more than the limit of the role", async () => {
  const intents = await paidMany(2);
  const refusal = { error: { code: "charge_not_refundable", message: "" } };
  const refuse = { becomes: "nothing", response: () => ({ status: 400, body: refusal }) } as const;
  world.parties.northbank.refunds.next(refuse, refuse);
  const batch = await begin(intents);
  await runBatches(world);
  await set({ reviewerRefundLimitsMinor: { USD: 3_000 } });
  expect(codeOf(await send(batch, "retry", reviewer))).toBe("refund_limit_exceeded");
  expect(await read(batch)).toMatchObject({ state: "done", counts: { failed: 2 } });
  expect((await send(batch, "retry")).statusCode).toBe(200);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ counts: { success: 2 } });
});

test("a retry asks for an approval if the limit of a second person is lower by then", async () => {
  const intents = await paidMany(2);
  const refusal = { error: { code: "charge_not_refundable", message: "" } };
  const refuse = { becomes: "nothing", response: () => ({ status: 400, body: refusal }) } as const;
  world.parties.northbank.refunds.next(refuse, refuse);
  const batch = await begin(intents);
  await runBatches(world);
  await set({ refundApprovalAboveMinor: { USD: 3_000 } });
  const retried = (await send(batch, "retry", other)).json();
  expect(retried).toMatchObject({
    state: "awaiting_approval",
    approval: "needed",
    requestedBy: "Staff 4",
    finishedAt: null,
    counts: { waiting: 2 },
  });
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ counts: { waiting: 2 } });
  const approve = { approve: true, version: retried.version };
  expect(codeOf(await send(batch, "decision", other, approve))).toBe(
    "refund_approval_by_requester",
  );
  expect((await send(batch, "decision", admin, approve)).statusCode).toBe(200);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ state: "done", counts: { success: 2 } });
});

test("a retry of refunds that a second person already approved needs no further approval", async () => {
  await set({ refundApprovalAboveMinor: { USD: 3_000 } });
  const refusal = { error: { code: "charge_not_refundable", message: "" } };
  const refuse = { becomes: "nothing", response: () => ({ status: 400, body: refusal }) } as const;
  world.parties.northbank.refunds.next(refuse, refuse);
  const batch = await begin(await paidMany(2));
  await send(batch, "decision", other, { approve: true, version: batch.version });
  await runBatches(world);
  expect((await send(batch, "retry")).json()).toMatchObject({ state: "running" });
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ state: "done", counts: { success: 2 } });
});

/** An intent whose customer was charged twice, as staff found out. */
async function paidTwice() {
  const hanging = await hangLong(world, await world.createIntent({ amount: 20 }));
  const { intent, paymentId } = hanging;
  const path = `/payments/${intent.paymentIntentId}/attempts/${paymentId}/mark`;
  const outcome = async () => outcomeOf(await detailOf(intent), paymentId);
  await admin.browser.ok("POST", path, {
    outcome: "failed",
    note: "The processor has no charge",
    seen: (await outcome()).unknown?.seen,
  });
  expect((await world.pay(intent)).body.status).toBe("success");
  settleCharge(world, hanging, "approved");
  await pass(world, 60_000);
  await world.runJob("payments.recover");
  const [alarm] = (await outcome()).alarms;
  await admin.browser.ok("POST", `/outcome-alarms/${alarm?.alarmId}/resolution`, {
    action: "accept",
    note: "In the processor's dashboard",
    version: alarm?.version,
  });
  const detail = await detailOf(intent);
  expect(detail.intent.payments.map(({ status }) => status)).toEqual(["success", "success"]);
  return intent;
}

test("a batch returns only the payment that it was confirmed for, even if the customer was charged twice", async () => {
  const intent = await paidTwice();
  const batch = await begin([intent]);
  // Meanwhile someone refunds the same payment.
  const alone = await world.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
    body: { externalRefundId: "alone" },
  });
  expect(alone.statusCode).toBe(201);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ state: "done", counts: { success: 0, failed: 1 } });
  expect((await detailOf(intent)).refunds).toHaveLength(1);
  // Another batch can refund the other payment.
  const second = await begin([intent]);
  await runBatches(world);
  expect(await read(second)).toMatchObject({ counts: { success: 1 } });
  const { refunds } = await detailOf(intent);
  expect(new Set(refunds.map(({ paymentId }) => paymentId)).size).toBe(2);
});

test("the note of a batch is gone when one of its customers is erased", async () => {
  const response = await world.call("POST", "/v1/customers", {
    body: { externalCustomerId: "grace", data: { email: "grace@example.com" } },
  });
  expect(response.statusCode).toBe(201);
  const intent = await world.createIntent({ externalCustomerId: "grace", amount: 20 });
  expect((await world.pay(intent)).body.status).toBe("success");
  const batch = await beginBatch(admin, [intent], { note: "Grace called." });
  await runBatches(world);
  const erased = await world.call("POST", "/v1/customers/grace/erasure", {
    body: { reason: "customer_request" },
  });
  expect(erased.statusCode, erased.body).toBe(200);
  expect((await read(batch)).note).toBeNull();
});
