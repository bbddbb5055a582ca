import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { changeOperator, type SettingsPatch } from "../operators/accounts/index.ts";
import { createPayoutWorld, minimalSettings, type PayoutWorld } from "./testing/payout-world.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());
const withSettings = (settings: SettingsPatch) =>
  changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { ...minimalSettings, timeZone: "America/New_York", ...settings },
  });
beforeEach(() => withSettings({}));

const address = {
  line1: "1 Main Street",
  city: "Reno",
  state: "NV",
  postalCode: "89501",
  country: "US",
};
const jane = { firstName: "Jane", lastName: "Doe", dateOfBirth: "1985-04-23", address };
const deps = () => world.service.disbursements.deps;

/** Reads the events without reading a payout. */
async function w9Events(externalCustomerId: string): Promise<string[]> {
  const rows = await deps()
    .database.kysely.selectFrom("events as e")
    .innerJoin("w9_forms as f", "f.w9_id", "e.resource_id")
    .select(["e.type"])
    .where("f.external_customer_id", "=", externalCustomerId)
    .orderBy("e.event_id")
    .execute();
  return rows.map(({ type }) => type);
}

describe("requests a W-9 that becomes necessary after the payout was created", () => {
  test("when the operator changes the policy to every payout", async () => {
    await withSettings({ w9Policy: "over-threshold" });
    const waiting = await world.newCustomer(jane);
    await world.newIntent({ externalCustomerId: waiting });
    const submitted = await world.newCustomer();
    await world.submitted({ externalCustomerId: submitted });
    const closed = await world.newCustomer(jane);
    await world.approved({ externalCustomerId: closed });
    await world.runJob("disbursements.ask_w9");
    expect(await w9Events(waiting)).toEqual([]);
    await withSettings({ w9Policy: "every" });
    await world.runJob("disbursements.ask_w9");
    await world.runJob("disbursements.ask_w9");
    expect(await w9Events(waiting)).toEqual(["customer_w9_required"]);
    expect(await w9Events(submitted)).toEqual(["customer_w9_required"]);
    expect(await w9Events(closed)).toEqual([]);
  });

  test("also if another payout cannot be read", async () => {
    await withSettings({ w9Policy: "over-threshold" });
    const broken = await world.submitted();
    const externalCustomerId = await world.newCustomer(jane);
    await world.newIntent({ externalCustomerId });
    const store = (shown: string | null) =>
      deps()
        .database.kysely.updateTable("disbursement_intents")
        .set({ shown_sealed: shown })
        .where("disbursement_intent_id", "=", broken.disbursementIntentId)
        .execute();
    const { shown_sealed: shown } = await deps()
      .database.kysely.selectFrom("disbursement_intents")
      .select("shown_sealed")
      .where("disbursement_intent_id", "=", broken.disbursementIntentId)
      .executeTakeFirstOrThrow();
    await store("broken");
    await withSettings({ w9Policy: "every" });
    await world.runJob("disbursements.ask_w9");
    expect(await w9Events(externalCustomerId)).toEqual(["customer_w9_required"]);
    await store(shown);
    await world.runJob("disbursements.ask_w9");
    expect(await world.statusOf(broken)).toMatchObject({ w9CaptureUrl: expect.any(String) });
  });

  test("but not after the payout's window has closed", async () => {
    await withSettings({ w9Policy: "over-threshold" });
    const externalCustomerId = await world.newCustomer(jane);
    await world.newIntent({ externalCustomerId });
    world.clock.advance(3 * 3_600_000);
    await withSettings({ w9Policy: "every" });
    await world.runJob("disbursements.ask_w9");
    expect(await w9Events(externalCustomerId)).toEqual([]);
  });

  test("when another payout of the customer brings the year to the threshold", async () => {
    const externalCustomerId = await world.newCustomer(jane);
    const [first, second] = [
      await world.newIntent({ externalCustomerId, amount: 1_500 }),
      await world.newIntent({ externalCustomerId, amount: 600 }),
    ];
    expect((await world.choose(second)).statusCode).toBe(201);
    expect(await w9Events(externalCustomerId)).toEqual(["customer_w9_required"]);
    expect(await world.statusOf(first)).toMatchObject({ w9CaptureUrl: expect.any(String) });
    expect(await w9Events(externalCustomerId)).toEqual(["customer_w9_required"]);
  });
});
