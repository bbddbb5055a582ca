/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayoutWorld, type PayoutWorld } from "../../../payouts/testing/payout-world.ts";
import { runWhileLocked } from "../../../testing/run-while-locked.ts";
import { addStaff, endAccess, type TestStaff } from "../testing/staff-browser.ts";

let world: PayoutWorld;
let admin: TestStaff;
let externalCustomerId: string;
beforeAll(async () => {
  world = await createPayoutWorld();
  admin = await addStaff(world);
  ({ externalCustomerId } = await world.approved({ amount: 10 }));
  await world.call("POST", "/v1/payment-intents", {
    body: { externalPaymentIntentId: "export-1", amount: 5, currency: "USD", externalCustomerId },
  });
});
afterAll(() => world.close());

test.each([
  ["payments", "payment_intents", "reviewer"],
  ["payouts", "disbursement_intents", "reviewer"],
  ["ledger", "ledger_postings", "reviewer"],
  ["a customer", "payment_intents", "admin"],
] as const)(
  "an export of %s has nothing for a person who is removed while it waits",
  async (what, table, role) => {
    const staff = await addStaff(world, role);
    const path =
      what === "a customer"
        ? `/customers/${externalCustomerId}/export`
        : `/exports/${what}?format=ndjson`;
    const { body } = await staff.browser.call("GET", path);
    expect(body).not.toBe("");
    const exported = await runWhileLocked(
      world,
      `lock table ${table} in access exclusive mode`,
      () => staff.browser.call("GET", path),
      () => endAccess(admin, staff, "remove"),
    );
    expect(exported.json().errorCode).toBe("session_required");
  },
);
