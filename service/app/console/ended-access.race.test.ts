/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RefundForStaff } from "#contract/console/refunds";
import { changeOperator } from "../../operators/accounts/index.ts";
import {
  createPaymentWorld,
  openSecondProcess,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { addStaff, endAccess, logIn, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let second: TestService;
let admin: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  second = await openSecondProcess(world);
  admin = await addStaff(world);
  const settings = {
    refundApprovalAboveMinor: { USD: 2_000 },
    reviewerRefundLimitsMinor: { USD: 3_000 },
  };
  await changeOperator(world.service.deps, world.operator.operatorId, { settings });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

/** An admin has no limit for refunds, and a reviewer one of 30 USD. */
const endings = [
  ["remove", "reviewer", 30, "session_required"],
  ["lock", "reviewer", 30, "session_required"],
  ["demote", "reviewer", 30, "role_not_allowed"],
  ["limit", "admin", 31, "refund_limit_exceeded"],
] as const;

for (const [how, role, amount, errorCode] of endings) {
  test(`a person whose access ends (${how}) while their approval waits approves nothing`, async () => {
    const staff = await addStaff(world, role);
    const browser = await logIn(second, staff);
    const intent = await world.createIntent();
    await world.pay(intent);
    const refund: RefundForStaff = await admin.browser.ok(
      "POST",
      `/payments/${intent.paymentIntentId}/refunds`,
      { amount, seenReturnedMinor: 0 },
    );
    const body = { approve: true, version: refund.version };
    const response = await runWhileLocked(
      world,
      "select 1 from refunds for update",
      () => browser.call("POST", `/refunds/${refund.refundId}/decision`, body),
      () => endAccess(admin, staff, how),
    );
    expect(response.json().errorCode).toBe(errorCode);
    const { approval } = (await admin.browser.ok("GET", "/refunds/waiting")).data.find(
      (each: RefundForStaff) => each.refundId === refund.refundId,
    );
    expect(approval).toBe("needed");
  });

  test(`a person whose access ends (${how}) while their refund waits refunds nothing`, async () => {
    const staff = await addStaff(world, role);
    const browser = await logIn(second, staff);
    const { paymentIntentId, ...intent } = await world.createIntent();
    await world.pay({ paymentIntentId, ...intent });
    const path = `/payments/${paymentIntentId}/refunds`;
    const response = await runWhileLocked(
      world,
      "select 1 from payments for update",
      () => browser.call("POST", path, { amount, seenReturnedMinor: 0 }),
      () => endAccess(admin, staff, how),
    );
    expect(response.json().errorCode).toBe(errorCode);
    const made = await world.service.deps.database.kysely
      .selectFrom("refunds")
      .select("refund_id")
      .where("payment_intent_id", "=", paymentIntentId)
      .execute();
    expect(made).toEqual([]);
  });
}

test("a reviewer who is demoted while they decline a refund declines nothing", async () => {
  const staff = await addStaff(world, "reviewer");
  const browser = await logIn(second, staff);
  const intent = await world.createIntent();
  await world.pay(intent);
  const refund: RefundForStaff = await admin.browser.ok(
    "POST",
    `/payments/${intent.paymentIntentId}/refunds`,
    { amount: 30, seenReturnedMinor: 0 },
  );
  const body = { approve: false, version: refund.version };
  const response = await runWhileLocked(
    world,
    "select 1 from refunds for update",
    () => browser.call("POST", `/refunds/${refund.refundId}/decision`, body),
    () => endAccess(admin, staff, "demote"),
  );
  expect(response.json().errorCode).toBe("role_not_allowed");
  const waiting = (await admin.browser.ok("GET", "/refunds/waiting")).data;
  expect(waiting.map((each: RefundForStaff) => each.refundId)).toContain(refund.refundId);
});

test("an admin who is demoted while their erasure of a customer waits erases nothing", async () => {
  const staff = await addStaff(world);
  const customer = { externalCustomerId: "leaving", data: { email: "leaving@example.com" } };
  await world.call("POST", "/v1/customers", { body: customer });
  const response = await runWhileLocked(
    world,
    "select 1 from customers for update",
    () => staff.browser.call("POST", "/customers/leaving/erasure", { reason: "customer_request" }),
    () => endAccess(admin, staff, "limit"),
  );
  expect(response.json().errorCode).toBe("role_not_allowed");
  expect((await world.call("GET", "/v1/customers/leaving")).statusCode).toBe(200);
});
