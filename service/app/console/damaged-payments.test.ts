/** A value that cannot be decrypted is shown as missing. It does not hide other rows or prevent a decision. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RefundForStaff, WaitingRefunds } from "#contract/console/refunds";
import { changeOperator } from "../../operators/accounts/index.ts";
import { type DisputeCalls, disputeCalls } from "../../payments/testing/dispute-calls.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { beginBatch } from "./testing/batch-steps.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let disputes: DisputeCalls;
let admin: TestStaff;
let other: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  disputes = disputeCalls(world);
  admin = await addStaff(world, "admin");
  other = await addStaff(world, "admin");
});
afterAll(() => world.close());
// This stays below the rate limit of staff calls.
beforeEach(() => void world.clock.advance(60_000));

async function paid(externalCustomerId = "ada") {
  const intent = await world.createIntent({ externalCustomerId });
  expect((await world.pay(intent)).body.status).toBe("success");
  return intent;
}

test("a damaged customer does not hide payments or other customers", async () => {
  const data = { email: "bea@example.com", firstName: "Bea", lastName: "Banks" };
  await world.call("POST", "/v1/customers", { body: { externalCustomerId: "bea", data } });
  const { paymentIntentId } = await paid("bea");
  const { dispute } = await disputes.open({}, await disputes.paid({ externalCustomerId: "bea" }));
  await paid();
  const columns = ["email_sealed", "first_name_sealed", "last_name_sealed"];
  for (const column of columns)
    await damageValues(world, "customers", column, { external_customer_id: "bea" });
  const unnamed = { externalCustomerId: "bea", customerName: null, customerEmail: null };
  const { data: payments } = await admin.browser.ok("GET", "/payments");
  expect(payments).toContainEqual(expect.objectContaining({ paymentIntentId, ...unnamed }));
  expect(payments).toContainEqual(
    expect.objectContaining({ externalCustomerId: "ada", customerEmail: "ada@example.com" }),
  );
  await admin.browser.ok("GET", `/payments/${paymentIntentId}`);
  const { data: disputed } = await admin.browser.ok("GET", "/disputes");
  expect(disputed).toMatchObject([{ disputeId: dispute.disputeId, ...unnamed }]);
  expect(await admin.browser.ok("GET", `/disputes/${dispute.disputeId}`)).toMatchObject({
    customer: { name: null, email: "" },
  });
  const { data: inConsole } = await admin.browser.ok("GET", "/customers");
  expect(inConsole).toMatchObject([{ email: "", name: null }, { email: "ada@example.com" }]);
  const { data: customers } = (await world.call("GET", "/v1/customers")).json();
  expect(customers).toMatchObject([
    { data: { email: "", firstName: null } },
    { data: { email: "ada@example.com" } },
  ]);
});

test("a refund with a damaged note waits among the others, and is decided", async () => {
  const { operatorId } = world.operator;
  const settings = { refundApprovalAboveMinor: { USD: 100 } };
  await changeOperator(world.service.deps, operatorId, { settings });
  const requested: RefundForStaff[] = [];
  for (const note of ["first", "second"]) {
    world.clock.advance(1_000);
    const { paymentIntentId } = await paid();
    const body = { amount: 20, seenReturnedMinor: 0, note };
    requested.push(await admin.browser.ok("POST", `/payments/${paymentIntentId}/refunds`, body));
  }
  const [one, two] = requested as [RefundForStaff, RefundForStaff];
  await damageValues(world, "refunds", "note_sealed", { refund_id: one.refundId });
  const waiting: WaitingRefunds = await other.browser.ok("GET", "/refunds/waiting");
  expect(waiting.data).toMatchObject([
    { refundId: one.refundId, note: null },
    { refundId: two.refundId, note: "second" },
  ]);
  for (const { refundId, version } of requested) {
    const body = { approve: refundId === two.refundId, version };
    await other.browser.ok("POST", `/refunds/${refundId}/decision`, body);
  }
  const none = { settings: { refundApprovalAboveMinor: null } };
  await changeOperator(world.service.deps, operatorId, none);
});

test("a refund batch with a damaged note does not hide other batches", async () => {
  const batch = await beginBatch(admin, [await paid()], { note: "All late." });
  await damageValues(world, "refund_batches", "note_sealed");
  const { data } = await admin.browser.ok("GET", "/refund-batches");
  expect(data).toMatchObject([{ refundBatchId: batch.refundBatchId, note: null }]);
});

test("a dispute with damaged evidence is listed, answered again, and ended by its processor", async () => {
  const { dispute, notice } = await disputes.open();
  const { disputeId } = dispute;
  const receipt = {
    name: "r.png",
    contentType: "image/png",
    content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).toString("base64"),
  };
  await disputes.put(disputeId, { fields: { explanation: "They came." }, files: { receipt } });
  const damageEvidence = () => damageValues(world, "disputes", "evidence_sealed");
  await damageEvidence();
  await damageValues(world, "dispute_files", "name_sealed");
  const { data } = (await world.call("GET", "/v1/disputes")).json();
  expect(data).toContainEqual(
    expect.objectContaining({
      disputeId,
      evidence: {
        fields: {},
        files: [expect.objectContaining({ kind: "receipt", name: "receipt" })],
        submittedAt: null,
      },
    }),
  );
  const changed = await disputes.put(disputeId, { fields: { explanation: "Again." } });
  expect(changed.body.evidence.fields).toEqual({ explanation: "Again." });
  await damageEvidence();
  // Damaged evidence is not sent as empty.
  expect((await disputes.submit(disputeId)).statusCode).toBe(500);
  await disputes.change(notice, { status: "lost" });
  expect(await disputes.read(disputeId)).toMatchObject({ status: "lost" });
});

test("a dispute whose payment has a damaged context and delivery is shown and answered", async () => {
  const { dispute, paid: disputed } = await disputes.open({ at: isoNow() });
  const { disputeId } = dispute;
  const earlier = await disputes.paid();
  const address = { line1: "1 Main St", city: "Reno", country: "US" };
  for (const { intent } of [disputed, earlier]) {
    const url = `/v1/payment-intents/${intent.paymentIntentId}/delivery`;
    expect((await world.call("PUT", url, { body: { address } })).statusCode).toBe(200);
  }
  await world.service.deps.database.kysely
    .updateTable("payments")
    .set({ created_at: new Date(world.clock.nowMs() - 200 * 86_400_000) })
    .where("payment_id", "=", earlier.paymentId)
    .execute();
  await damageValues(world, "payments", "context_sealed");
  await damageValues(world, "payment_deliveries", "delivery_sealed");
  expect(await admin.browser.ok("GET", `/disputes/${disputeId}`)).toMatchObject({
    payment: { total: 49.99, ipAddress: null, deviceId: null },
    delivery: null,
    compelling: { qualifies: false, payments: [{ paymentId: earlier.paymentId }] },
  });
  await disputes.put(disputeId, { fields: { explanation: "They came." } });
  expect((await disputes.submit(disputeId)).statusCode).toBe(200);
});

const isoNow = () => new Date(world.clock.nowMs()).toISOString();
