/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { addStaff } from "../../app/console/testing/staff-browser.ts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { listW9s, requestNewW9 } from "../../tax/w9/index.ts";
import { openW9Page } from "../../tax/w9/testing/w9-world.ts";
import { runWhileLocked } from "../../testing/run-while-locked.ts";
import { export1099, listFilings } from "./index.ts";

let world: PayoutWorld;
beforeAll(async () => {
  const address = { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" };
  const payer = { name: "Hall", tinType: "EIN", tin: "123456789", address, phone: "7755550100" };
  world = await createPayoutWorld({ settings: { payer: { ...payer, tinType: "EIN" } } });
});
afterAll(() => world.close());

/** Creates a payee who has signed a W-9 and received $2,500. Returns the customer's id. */
async function payee(): Promise<string> {
  const { operatorId } = world.operator;
  const externalCustomerId = await world.newCustomer();
  const page = await openW9Page(world, { operatorId, externalCustomerId }, { liveMs: 60_000 });
  // The form sets the customer's name.
  await page.complete();
  await world.verify(externalCustomerId);
  await world.approved({ externalCustomerId, amount: 2_500 });
  return externalCustomerId;
}
const exportNow = () =>
  export1099(world.service.deps, {
    operatorId: world.operator.operatorId,
    taxYear: 2026,
    form: "1099-MISC",
    corrections: false,
    actor: { kind: "command" },
  });

test("each form is in exactly one of many concurrent exports", async () => {
  await payee();
  const outcomes = await Promise.all(Array.from({ length: 5 }, exportNow));
  expect(outcomes.filter(({ taxFilingId }) => taxFilingId !== null)).toHaveLength(1);
  const { deps } = world.service;
  expect(await listFilings(deps, world.operator.operatorId, 2026)).toHaveLength(1);
});

test("a form that is marked as submitted is in the file, even if its W-9 is voided during the export", async () => {
  const { operatorId } = world.operator;
  const externalCustomerId = await payee();
  const { deps } = world.service.tax;
  const [w9] = await listW9s(deps, { operatorId, externalCustomerId });
  const { staffId } = await addStaff(world, "reviewer");
  const voiding: Promise<unknown>[] = [];
  const exported = await runWhileLocked(
    world,
    // The export has read the forms, and cannot store its filing yet.
    "lock table tax_filings in share row exclusive mode",
    exportNow,
    () => {
      voiding.push(requestNewW9(deps, { operatorId, staffId, w9Id: w9?.w9Id ?? "" }));
      const soon = new Promise((resolve) => setTimeout(resolve, 500));
      return Promise.race([...voiding, soon]);
    },
  );
  await Promise.all(voiding);
  expect(exported.formCount).toBe(1);
  expect(exported.files[0]?.content).toContain("536228714");
});

test("new payments of a customer do not wait for an export with the customer's form", async () => {
  const externalCustomerId = await payee();
  let created: unknown;
  const exported = await runWhileLocked(
    world,
    // The export has locked its customers, and cannot store its filing yet.
    "lock table tax_filings in share row exclusive mode",
    exportNow,
    async () => {
      const body = {
        externalPaymentIntentId: "x",
        externalCustomerId,
        amount: 10,
        currency: "USD",
      };
      const creating = world.call("POST", "/v1/payment-intents", { body });
      const waits = new Promise((resolve) => setTimeout(resolve, 2_000, "waits"));
      created = await Promise.race([creating.then(({ statusCode }) => statusCode), waits]);
    },
  );
  expect(exported.formCount).toBe(1);
  expect(created).toBe(201);
});
