/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { disputeTools } from "../../payments/testing/dispute-world.ts";
import { createPaymentWorld, type PaymentWorld } from "../../payments/testing/payment-world.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { noticeOf } from "../../testing/stand-in-disputes.ts";
import { addStaff, endAccess } from "./testing/staff-browser.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

test("a reviewer who is demoted while their decision about a notice waits decides nothing", async () => {
  const admin = await addStaff(world);
  const staff = await addStaff(world, "reviewer");
  const unknown = { eventId: "unknown-1", disputeId: "unknown-1", chargeId: "unknown-1" };
  await disputeTools(world).notify(noticeOf(unknown));
  const path = "/reconciliation/notices";
  const body = { action: "dismiss", reason: "Not ours" };
  const response = await runWhileLocked(
    world,
    "select 1 from processor_notices for update",
    () => staff.browser.call("POST", `${path}/northbank/unknown-1`, body),
    () => endAccess(admin, staff, "demote"),
  );
  expect(response.json().errorCode).toBe("role_not_allowed");
  const { data } = await admin.browser.ok("GET", path);
  expect(data).toMatchObject([{ eventId: "unknown-1", state: "waiting" }]);
});
