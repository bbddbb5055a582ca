/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RefundForStaff } from "#contract/console/refunds";
import { changeOperator } from "../../operators/accounts/index.ts";
import {
  createPaymentWorld,
  openSecondProcess,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import type { TestService } from "../../testing/create-test-service.ts";
import { addStaff, logIn, type TestStaff } from "./testing/staff-browser.ts";

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

/** Runs `meanwhile` once `decide` waits for the rows that `lock` locks. Returns the response to `decide`. */
async function heldUp<Response>(
  { databaseUrl }: TestService,
  lock: string,
  decide: () => Promise<Response>,
  meanwhile: () => Promise<unknown>,
): Promise<Response> {
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  try {
    await holder.query("begin");
    await holder.query(lock);
    const decision = decide();
    const isWaiting =
      "select 1 from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))";
    await expect.poll(async () => (await holder.query(isWaiting)).rows.length).toBeGreaterThan(0);
    await meanwhile();
    await holder.query("rollback");
    return await decision;
  } finally {
    await holder.end();
  }
}

async function change(who: TestStaff, how: "remove" | "demote" | "lock" | "limit"): Promise<void> {
  const { data } = await admin.browser.ok("GET", "/staff");
  const { version } = data.find((each: TestStaff) => each.staffId === who.staffId);
  const path = `/staff/${who.staffId}`;
  if (how === "remove") await admin.browser.ok("DELETE", `${path}?version=${version}`);
  else if (how === "limit") await admin.browser.ok("PUT", path, { version, role: "reviewer" });
  else if (how === "demote") await admin.browser.ok("PUT", path, { version, role: "viewer" });
  else await admin.browser.ok("PUT", path, { version, locked: true });
}

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
    const response = await heldUp(
      world,
      "select 1 from refunds for update",
      () => browser.call("POST", `/refunds/${refund.refundId}/decision`, body),
      () => change(staff, how),
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
    const response = await heldUp(
      world,
      "select 1 from payments for update",
      () => browser.call("POST", path, { amount, seenReturnedMinor: 0 }),
      () => change(staff, how),
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
