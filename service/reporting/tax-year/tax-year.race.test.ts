/** PostgreSQL only: the embedded store runs one transaction at a time and hides these races. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { openW9Page } from "../../tax/w9/testing/w9-world.ts";
import { export1099, listFilings } from "./index.ts";

let world: PayoutWorld;
beforeAll(async () => {
  const address = { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" };
  const payer = { name: "Hall", tinType: "EIN", tin: "123456789", address, phone: "7755550100" };
  world = await createPayoutWorld({ settings: { payer: { ...payer, tinType: "EIN" } } });
});
afterAll(() => world.close());

test("each form is in exactly one of many concurrent exports", async () => {
  const { operatorId } = world.operator;
  const externalCustomerId = await world.newCustomer();
  const page = await openW9Page(world, { operatorId, externalCustomerId }, { liveMs: 60_000 });
  // The form sets the customer's name.
  await page.complete();
  await world.verify(externalCustomerId);
  await world.approved({ externalCustomerId, amount: 2_500 });
  const { deps } = world.service;
  const request = { taxYear: 2026, form: "1099-MISC", corrections: false } as const;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      export1099(deps, { ...request, operatorId, actor: { kind: "command" } }),
    ),
  );
  const exported = outcomes.filter(
    (outcome) => outcome.status === "fulfilled" && outcome.value.taxFilingId !== null,
  );
  expect(exported).toHaveLength(1);
  expect(await listFilings(deps, operatorId, 2026)).toHaveLength(1);
});
