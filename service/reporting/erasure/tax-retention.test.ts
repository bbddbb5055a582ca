/** Tax forms are kept when a payout may have been paid. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMarks, type Marks } from "../../payouts/testing/marked-payouts.ts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";

const dayMs = 24 * 60 * 60_000;
let world: PayoutWorld;
let marks: Marks;
beforeAll(async () => {
  world = await createPayoutWorld({ settings: { w9Policy: "every" } });
  marks = await createMarks(world);
});
afterAll(() => world.close());

const person = {
  firstName: "Jane",
  lastName: "Doe",
  address: { line1: "1 Main", city: "Reno", state: "NV", postalCode: "89501", country: "US" },
};
/** A customer with a signed form, and a payout that staff marked as not paid. */
async function markedAsNotPaid(made: boolean) {
  const externalCustomerId = await world.newCustomer(person);
  const first = await world.newIntent({ externalCustomerId });
  await world.signW9((await world.statusOf(first)).w9CaptureUrl);
  await world.service.deps.database.kysely
    .updateTable("disbursement_intents")
    .set({ step: "expired", status: "expired" })
    .where("disbursement_intent_id", "=", first.disbursementIntentId)
    .execute();
  const intent = await marks.withUnknownOutcome(made, { externalCustomerId });
  await marks.mark(intent, null);
  return { externalCustomerId, intent };
}
async function erase(id: string): Promise<string | null> {
  const erased = await world.call("POST", `/v1/customers/${id}/erasure`, {
    body: { reason: "customer_request" },
  });
  expect(erased.statusCode, erased.body).toBe(200);
  return erased.json().kept.taxRecordsUntil;
}
async function formsOf(id: string): Promise<number> {
  const { kysely } = world.service.deps.database;
  const forms = await kysely
    .selectFrom("w9_forms")
    .select("w9_id")
    .where("external_customer_id", "=", id)
    .execute();
  return forms.length;
}
async function retainUntil(time: string): Promise<void> {
  world.clock.set(Date.parse(time));
  await world.runJob("erasure.retention");
}

test("a form stays until the return is due if staff entered `not paid`, or four years more if it was paid", async () => {
  world.clock.set(Date.parse("2026-05-02T12:00:00Z"));
  const late = await markedAsNotPaid(true);
  const never = await markedAsNotPaid(false);
  const said = await markedAsNotPaid(false);
  // Now the processor itself reports the payout as paid.
  const key = await world.service.deps.database.kysely
    .selectFrom("disbursement_intents")
    .select("disbursement_id")
    .where("disbursement_intent_id", "=", said.intent.disbursementIntentId)
    .executeTakeFirstOrThrow();
  const { atProcessor, lookUpAgain, accept, outcomeOf } = marks;
  const example = await atProcessor(late.intent);
  world.payouts.payouts.set(`${key.disbursement_id}`, {
    ...example,
    payoutId: "po-refused",
    status: "failed",
  });
  expect(await erase(late.externalCustomerId)).toBe("2027-04-01T00:00:00.000Z");
  expect(await erase(never.externalCustomerId)).toBe("2027-04-01T00:00:00.000Z");
  await lookUpAgain();
  expect((await outcomeOf(said.intent)).marks[0]?.confirmedAtMs).not.toBeNull();
  expect(await erase(said.externalCustomerId)).toBeNull();
  expect(await formsOf(said.externalCustomerId)).toBe(0);

  // The service asks until it gives up.
  for (let round = 0; round < 12; round += 1) await lookUpAgain(17 * dayMs);
  await retainUntil("2027-03-31T23:00:00Z");
  expect(await formsOf(late.externalCustomerId)).toBe(1);
  expect(await formsOf(never.externalCustomerId)).toBe(1);

  // The disagreement is still open.
  await retainUntil("2027-04-01T01:00:00Z");
  expect(await formsOf(never.externalCustomerId)).toBe(0);
  expect(await formsOf(late.externalCustomerId)).toBe(1);
  await accept(late.intent, "happened_after_all");
  await retainUntil("2027-05-03T00:00:00Z");
  expect(await formsOf(late.externalCustomerId)).toBe(1);
  await retainUntil("2031-03-31T23:00:00Z");
  expect(await formsOf(late.externalCustomerId)).toBe(1);
  await retainUntil("2031-04-01T01:00:00Z");
  expect(await formsOf(late.externalCustomerId)).toBe(0);
});

test("the form stays while the processor is asked, even after the year's return is due", async () => {
  world.clock.set(Date.parse("2032-03-20T12:00:00Z"));
  const { externalCustomerId } = await markedAsNotPaid(false);
  const until = await erase(externalCustomerId);
  expect(until).toBe("2033-04-01T00:00:00.000Z");
  // The payout counts as sent in the year before.
  await world.service.deps.database.kysely
    .updateTable("disbursement_intents")
    .set({ tax_date: "2031-12-31" })
    .where("external_customer_id", "=", externalCustomerId)
    .where("tax_date", "is not", null)
    .execute();
  await world.service.deps.database.kysely
    .updateTable("customer_erasures")
    .set({ tax_records_until: new Date("2032-04-01T00:00:00Z") })
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
  await retainUntil("2032-04-01T01:00:00Z");
  expect(await formsOf(externalCustomerId)).toBe(1);
  for (let round = 0; round < 40; round += 1) {
    world.payouts.lookUpFault = "not_found";
    await world.recover(dayMs);
    await world.idle();
  }
  await world.runJob("erasure.retention");
  expect(await formsOf(externalCustomerId)).toBe(0);
});
