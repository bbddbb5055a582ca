import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { PaymentDetail } from "#contract/console/payments";
import type {
  BatchPreview,
  BatchSelection,
  RefundBatch,
  RefundBatchItems,
} from "#contract/console/refund-batches";
import { changeOperator, type NewOperator } from "../../operators/accounts/index.ts";
import { disputeTools } from "../../payments/testing/dispute-world.ts";
import {
  createCustomer,
  createPaymentWorld,
  openPaymentWorld,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import { runBatches, runBatchRound } from "../../payments/testing/run-batches.ts";
import {
  beginBatch,
  chosen,
  confirmBatch,
  previewBatch,
  readBatch,
} from "./testing/batch-steps.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let viewer: TestStaff;
let reviewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
let strangers: NewOperator;
const set = (settings: Parameters<typeof changeOperator>[2]["settings"]) =>
  changeOperator(world.service.deps, world.operator.operatorId, { settings });

beforeAll(async () => {
  world = await createPaymentWorld();
  viewer = await addStaff(world, "viewer");
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  strangers = await world.createOperator();
  otherStaff = await addStaff(world, "admin", strangers.operatorId);
});
afterAll(() => world.close());
// This stays below the rate limit of staff calls.
beforeEach(() => void world.clock.advance(60_000));

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
async function paidByStranger(): Promise<CreatedPaymentIntent> {
  const { secretKey: token, publishableKey } = strangers;
  const service = openPaymentWorld(
    {
      ...world,
      call: (method, url, request) => world.call(method, url, { token, ...request }),
      callAsClient: (method, url, secret, request) =>
        world.callAsClient(method, url, secret, { publishableKey, ...request }),
    },
    world.parties,
  );
  await createCustomer(service);
  const intent = await service.createIntent({ amount: 20 });
  expect((await service.pay(intent)).body.status).toBe("success");
  return intent;
}
const preview = (selection: BatchSelection, by = admin) => previewBatch(by, selection);
const confirm = (selection: BatchSelection, seen: BatchPreview, by = admin) =>
  confirmBatch(by, selection, seen);
const begin = (intents: readonly CreatedPaymentIntent[], by = admin, body = {}) =>
  beginBatch(by, intents, body);
const pathOf = ({ refundBatchId }: RefundBatch) => `/refund-batches/${refundBatchId}`;
const read = (batch: RefundBatch, by = admin) => readBatch(by, batch);
const items = (batch: RefundBatch, show = "all"): Promise<RefundBatchItems> =>
  admin.browser.ok("GET", `${pathOf(batch)}/items?size=100&show=${show}`);
const send = (batch: RefundBatch, action: string, by = admin, body?: object) =>
  by.browser.call("POST", `${pathOf(batch)}/${action}`, body);
const refundAlone = (intent: CreatedPaymentIntent, amount?: number) =>
  world.call("POST", `/v1/payment-intents/${intent.paymentIntentId}/refunds`, {
    body: {
      externalRefundId: `alone-${intent.paymentIntentId}`,
      ...(amount === undefined ? {} : { amount }),
    },
  });
const sentFor = (intent: CreatedPaymentIntent, detail: PaymentDetail) =>
  world.parties.northbank.refunds.calls.filter(
    ({ key }) =>
      detail.intent.paymentIntentId === intent.paymentIntentId &&
      detail.refunds.some(({ refundId }) => refundId === key),
  );
const detailOf = (intent: CreatedPaymentIntent): Promise<PaymentDetail> =>
  admin.browser.ok("GET", `/payments/${intent.paymentIntentId}`);
const codeOf = (response: { json(): { errorCode?: string } }) => response.json().errorCode;
const auditOf = async (id: string) =>
  (
    await world.service.deps.database.kysely
      .selectFrom("audit_entries")
      .select("action")
      .where("subject_id", "=", id)
      .orderBy("sequence")
      .execute()
  ).map(({ action }) => action);

test("a batch returns each payment once, with a webhook each, and shows its progress", async () => {
  const intents = await paidMany(3);
  const batch = await begin(intents, reviewer, { note: "The race was canceled." });
  expect(batch).toMatchObject({
    state: "running",
    note: "The race was canceled.",
    requestedBy: "Staff 2",
    isOwn: true,
    approval: null,
    counts: { total: 3, waiting: 3 },
    sums: [{ currency: "USD", count: 3, amount: 60, total: 60, returned: 0 }],
  });
  await runBatches(world);
  const done = await read(batch);
  expect(done).toMatchObject({
    state: "done",
    isOwn: false,
    counts: { total: 3, waiting: 0, pending: 0, success: 3, failed: 0 },
    sums: [{ returned: 60 }],
  });
  expect(done.finishedAt).not.toBeNull();
  for (const intent of intents) {
    const detail = await detailOf(intent);
    expect(detail.refunds).toMatchObject([
      {
        status: "success",
        amount: 20,
        reason: "not_delivered",
        requestedBy: "Staff 2",
        refundBatchId: batch.refundBatchId,
      },
    ]);
    expect(sentFor(intent, detail)).toHaveLength(1);
    const { refundId = "" } = detail.refunds[0] ?? {};
    const events = await world.service.deps.database.kysely
      .selectFrom("events")
      .select("status")
      .where("resource_id", "=", refundId)
      .orderBy("sequence")
      .execute();
    expect(events.map(({ status }) => status)).toEqual(["created", "success"]);
  }
  const { data } = await items(batch);
  expect(data.map(({ status, externalCustomerId }) => [status, externalCustomerId])).toEqual([
    ["success", "ada"],
    ["success", "ada"],
    ["success", "ada"],
  ]);
  expect(await auditOf(batch.refundBatchId)).toEqual(["refund_batch.created"]);
  const listed = await admin.browser.ok("GET", "/refund-batches");
  expect(listed.data[0]).toMatchObject({ refundBatchId: batch.refundBatchId, state: "done" });
});

test("before confirming it says which payments cannot be refunded, and why", async () => {
  const disputes = disputeTools(world);
  const good = await paid(30);
  const partly = await paid(30);
  expect((await refundAlone(partly, 10)).statusCode).toBe(201);
  const returned = await paid();
  expect((await refundAlone(returned)).statusCode).toBe(201);
  const unpaid = await world.createIntent();
  const { intent: disputed } = (await disputes.open()).paid;
  const waits = await paid();
  await begin([waits]);
  const all = [good, partly, returned, unpaid, disputed, waits];
  const seen = await preview(chosen(all));
  expect(seen).toMatchObject({
    matching: 6,
    count: 2,
    sums: [{ currency: "USD", count: 2, amount: 50, total: 50 }],
    needsApproval: false,
  });
  const reasonOf = (intent: CreatedPaymentIntent) =>
    seen.excluded.find(({ paymentIntentId }) => paymentIntentId === intent.paymentIntentId)?.reason;
  expect([returned, unpaid, disputed, waits].map(reasonOf)).toEqual([
    "already_refunded",
    "not_successful",
    "disputed",
    "in_batch",
  ]);
  await runBatches(world);
});

test("surcharge goes back with the base, as in a single refund", async () => {
  await set({ surcharge: { basisPoints: 300, fixedMinor: 0 } });
  try {
    const address = { line1: "1 Main St", city: "Reno", state: "NV", postalCode: "89501" };
    const data = { email: "reno@example.com", address: { ...address, country: "US" } };
    await world.call("POST", "/v1/customers", { body: { externalCustomerId: "reno", data } });
    const intent = await world.createIntent({ amount: 100, externalCustomerId: "reno" });
    expect((await world.pay(intent, { total: 103 })).body.status).toBe("success");
    expect((await preview(chosen([intent]))).sums).toMatchObject([{ amount: 100, total: 103 }]);
    const batch = await begin([intent]);
    await runBatches(world);
    expect((await read(batch)).sums).toMatchObject([{ total: 103, returned: 103 }]);
  } finally {
    await set({ surcharge: "off" });
  }
});

test("a confirmed batch is exactly the previewed one", async () => {
  const [first, second] = (await paidMany(2)) as [CreatedPaymentIntent, CreatedPaymentIntent];
  const selection = chosen([first, second]);
  const seen = await preview(selection);
  expect(codeOf(await confirm(selection, { ...seen, count: 1 }))).toBe("conflicting_state");
  expect((await refundAlone(first, 5)).statusCode).toBe(201);
  expect(codeOf(await confirm(selection, seen))).toBe("conflicting_state");
  const again = await preview(selection);
  expect(again).toMatchObject({ count: 2, sums: [{ amount: 35 }] });
  expect((await confirm(selection, again)).statusCode).toBe(201);
  // The batch is submitted twice.
  expect(codeOf(await confirm(selection, again))).toBe("conflicting_state");
  await runBatches(world);
});

test("a batch contains all payments that match a filter, up to the limit, and none of another operator's", async () => {
  const prefix = `race-${Date.now()}`;
  const intents = [];
  for (const end of ["a", "b"]) {
    const intent = await world.createIntent({
      externalPaymentIntentId: `${prefix}-${end}`,
      amount: 20,
    });
    expect((await world.pay(intent)).body.status).toBe("success");
    intents.push(intent);
  }
  const selection: BatchSelection = { by: "filter", filter: { search: prefix } };
  expect(await preview(selection)).toMatchObject({ matching: 2, count: 2 });
  expect(await preview(selection, otherStaff)).toMatchObject({ matching: 0, count: 0 });
  const { browser } = otherStaff;
  const refused = await browser.call("POST", "/refund-batches/preview", chosen(intents));
  expect(refused.statusCode).toBe(404);
  expect(codeOf(await confirm(chosen(intents), await preview(selection), otherStaff))).toBe(
    "resource_not_found",
  );
  const unknown = { by: "ids", paymentIntentIds: ["pi_22uhw8DfMGZNH4gpQWiMNx5p"] };
  expect((await admin.browser.call("POST", "/refund-batches/preview", unknown)).statusCode).toBe(
    404,
  );
});

test("another operator cannot see, decide, stop, retry or export a batch", async () => {
  const batch = await begin(await paidMany(1));
  const { browser } = otherStaff;
  for (const [method, path, body] of [
    ["GET", ""],
    ["GET", "/items"],
    ["POST", "/stop"],
    ["POST", "/retry"],
    ["POST", "/decision", { approve: true, version: 1 }],
  ] as const) {
    const response = await browser.call(method, `${pathOf(batch)}${path}`, body);
    expect([path, response.statusCode]).toEqual([path, 404]);
  }
  const path = `/exports/refund-batch?refundBatchId=${batch.refundBatchId}`;
  expect((await browser.call("GET", path)).statusCode).toBe(404);
  expect((await browser.ok("GET", "/refund-batches")).total).toBe(0);
  expect((await viewer.browser.call("POST", `${pathOf(batch)}/stop`)).statusCode).toBe(403);
  expect(await read(batch, viewer)).toMatchObject({ state: "running" });
  await runBatches(world);
});

test("a payment that changes after the confirmation is not refunded, and can be tried again", async () => {
  const disputes = disputeTools(world);
  const partly = await paid(50);
  const whole = await paid();
  const dispute = await disputes.paid({ amount: 40 });
  const untouched = await paid();
  const batch = await begin([partly, whole, dispute.intent, untouched]);
  expect((await refundAlone(partly, 10)).statusCode).toBe(201);
  expect((await refundAlone(whole)).statusCode).toBe(201);
  await disputes.open({}, dispute);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ state: "done", counts: { success: 1, failed: 3 } });
  const failed = await items(batch, "failed");
  expect(failed.data.map(({ status, code }) => [status, code]).sort()).toEqual([
    ["refused", "conflicting_state"],
    ["refused", "payment_disputed"],
    ["refused", "refund_exceeds_payment"],
  ]);
  expect(failed.total).toBe(3);

  expect((await send(batch, "retry")).json()).toMatchObject({
    state: "running",
    counts: { waiting: 2, failed: 1 },
  });
  await runBatches(world);
  // The batch refunds the rest of the first payment; the dispute still blocks the other.
  expect(await read(batch)).toMatchObject({ state: "done", counts: { success: 2, failed: 2 } });
  expect((await detailOf(partly)).refunds.map(({ amount }) => amount).sort()).toEqual([10, 40]);
  expect(await auditOf(batch.refundBatchId)).toEqual([
    "refund_batch.created",
    "refund_batch.retried",
  ]);
});

test("a refund that its processor refuses fails with the reason, and a retry creates a new one", async () => {
  const [intent] = (await paidMany(1)) as [CreatedPaymentIntent];
  const refusal = { error: { code: "charge_not_refundable", message: "" } };
  world.parties.northbank.refunds.next({
    becomes: "nothing",
    response: () => ({ status: 400, body: refusal }),
  });
  const batch = await begin([intent]);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ state: "done", counts: { failed: 1 } });
  expect((await items(batch, "failed")).data).toMatchObject([
    { status: "failed", code: "charge_not_refundable" },
  ]);
  expect((await send(batch, "retry")).statusCode).toBe(200);
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ counts: { failed: 0, success: 1 } });
  const statuses = (await detailOf(intent)).refunds.map(({ status }) => status);
  expect(statuses.sort()).toEqual(["failed", "success"]);
  expect(codeOf(await send(batch, "retry"))).toBe("conflicting_state");
});

test("a stopped batch starts no more refunds, and its payments can be refunded separately", async () => {
  const intents = await paidMany(13);
  const batch = await begin(intents);
  await runBatchRound(world);
  const stopped = await send(batch, "stop");
  expect(stopped.json()).toMatchObject({
    state: "stopped",
    counts: { total: 13, pending: 10, notBegun: 3, waiting: 0 },
  });
  await runBatches(world);
  expect(await read(batch)).toMatchObject({ counts: { success: 10, notBegun: 3 } });
  expect(codeOf(await send(batch, "stop"))).toBe("conflicting_state");
  expect(codeOf(await send(batch, "retry"))).toBe("conflicting_state");
  const rest = await preview(chosen(intents));
  expect([rest.count, rest.excluded.length]).toEqual([3, 10]);
  expect(await auditOf(batch.refundBatchId)).toEqual([
    "refund_batch.created",
    "refund_batch.stopped",
  ]);
});

test("an unresponsive processor holds up 20 refunds, but no batch of another processor", async () => {
  const intents = await paidMany(23);
  const later = await paid();
  await set({ routingRules: [{ id: "beside", to: [{ processor: "quayside", weight: 1 }] }] });
  const elsewhere = await paid();
  await set({ routingRules: [] });
  const batch = await begin(intents);
  world.clock.advance(1_000); // Ids of the same millisecond have no order.
  const [behind, beside] = [await begin([later]), await begin([elsewhere])];
  for (let round = 0; round < 5; round += 1) await world.runJob("payments.refund_batches");
  expect(await read(batch)).toMatchObject({ counts: { pending: 20, waiting: 3 } });
  expect(await read(behind)).toMatchObject({ counts: { waiting: 1 } });
  expect(await read(beside)).toMatchObject({ state: "done", counts: { pending: 1 } });
  await runBatches(world);
  for (const each of [batch, behind]) expect(await read(each)).toMatchObject({ state: "done" });
});

test("the export has one row for each payment", async () => {
  const intents = await paidMany(2);
  const batch = await begin(intents);
  await runBatches(world);
  const path = `/exports/refund-batch?refundBatchId=${batch.refundBatchId}&format=csv`;
  const response = await admin.browser.call("GET", path);
  expect(response.headers["tessera-export-total"]).toBe("2");
  const [head, ...lines] = response.body.trim().split("\r\n");
  expect(head).toBe(
    "payment_intent_id,external_payment_intent_id,external_customer_id,base_amount,total,currency,status,refund_id,reason",
  );
  expect(lines.map((line) => line.split(",").slice(3, 7))).toEqual([
    ["20", "20", "USD", "success"],
    ["20", "20", "USD", "success"],
  ]);
  const resumed = await admin.browser.call("GET", `${path}&after=${lines[0]?.split(",")[0]}`);
  expect(resumed.body.trim().split("\r\n")).toEqual([lines[1]]);
  expect((await viewer.browser.call("GET", path)).statusCode).toBe(403);
});

test("operators take turns: many refunds of one do not delay another's", async () => {
  const large = await begin(await paidMany(21));
  // The older batch runs first.
  world.clock.advance(1_000);
  const next = await begin(await paidMany(1));
  const otherBatch = await begin([await paidByStranger()], otherStaff);
  await runBatchRound(world);
  // One batch per operator, and 10 refunds per round.
  expect(await read(large)).toMatchObject({ counts: { pending: 10, waiting: 11 } });
  expect(await read(next)).toMatchObject({ counts: { waiting: 1 } });
  expect(await read(otherBatch, otherStaff)).toMatchObject({ counts: { pending: 1 } });
  await runBatches(world);
  expect(await read(next)).toMatchObject({ state: "done", counts: { success: 1 } });
});
