/** A customer whose data cannot be decrypted hides neither other customers' payouts nor their own. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WaitingPayouts } from "#contract/console/payouts";
import { createPayoutWorld, type PayoutWorld } from "../../payouts/testing/payout-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PayoutWorld;
let reviewer: TestStaff;
beforeAll(async () => {
  world = await createPayoutWorld();
  reviewer = await addStaff(world, "reviewer");
});
afterAll(() => world.close());

test.each([
  ["e-mail address", "customers", "email_sealed"],
  ["verification", "kyc_verifications", "outcome_sealed"],
])(
  "the approval queue shows the other payouts if a customer's %s is damaged",
  async (_name, table, column) => {
    const damaged = await world.newCustomer();
    const sound = await world.newCustomer();
    const first = await world.submitted({ externalCustomerId: damaged });
    world.clock.advance(1_000);
    const second = await world.submitted({ externalCustomerId: sound });
    await world.verify(damaged);
    await world.service.deps.database.kysely
      .updateTable("kyc_verifications")
      .set({ outcome_sealed: "1.sealed" })
      .where("external_customer_id", "=", damaged)
      .execute();
    await damageValues(world, table, column, { external_customer_id: damaged });

    const { data }: WaitingPayouts = await reviewer.browser.ok("GET", "/payouts/waiting");
    const waiting = data.filter(({ customer }) =>
      [damaged, sound].includes(customer.externalCustomerId),
    );
    expect(waiting.map(({ disbursement }) => disbursement.disbursementIntentId).sort()).toEqual(
      [first, second].map(({ disbursementIntentId }) => disbursementIntentId).sort(),
    );
    const queue = await world.call("GET", "/v1/disbursements/pending-validation");
    expect(queue.statusCode).toBe(200);
    for (const path of ["/payouts", "/customers"]) await reviewer.browser.ok("GET", path);
    const { disbursementIntentId, version } =
      waiting.find(({ customer }) => customer.externalCustomerId === sound)?.disbursement ?? {};
    const path = `/payouts/${disbursementIntentId}/decision`;
    await reviewer.browser.ok("POST", path, { decision: "approve", version });
    await world.idle();
    expect((await world.statusOf(second)).status).toBe("success");
  },
);

test("a payout of a damaged customer whose withholding is out of date does not break the queue", async () => {
  const damaged = await world.newCustomer();
  const intent = await world.submitted({ externalCustomerId: damaged, amount: 100 });
  await world.service.deps.database.kysely
    .updateTable("disbursement_intents")
    .set({ withheld_minor: 1 })
    .where("disbursement_intent_id", "=", intent.disbursementIntentId)
    .execute();
  await damageValues(world, "customers", "email_sealed", { external_customer_id: damaged });
  const { data }: WaitingPayouts = await reviewer.browser.ok("GET", "/payouts/waiting");
  const ids = data.map(({ disbursement }) => disbursement.disbursementIntentId);
  expect(ids).toContain(intent.disbursementIntentId);
});

test("a payout whose customer's data is damaged can be rejected, but not approved", async () => {
  const damaged = await world.newCustomer();
  const { disbursementIntentId } = await world.submitted({ externalCustomerId: damaged });
  await damageValues(world, "customers", "email_sealed", { external_customer_id: damaged });
  const { data }: WaitingPayouts = await reviewer.browser.ok("GET", "/payouts/waiting");
  const { version } =
    data.find(({ disbursement }) => disbursement.disbursementIntentId === disbursementIntentId)
      ?.disbursement ?? {};
  const path = `/payouts/${disbursementIntentId}/decision`;
  const approval = { decision: "approve", version };
  expect((await reviewer.browser.call("POST", path, approval)).statusCode).toBe(500);
  await reviewer.browser.ok("POST", path, { decision: "reject", version, reason: "Damaged." });
});

test("what does not need a customer's damaged data is still shown", async () => {
  const damaged = await world.newCustomer({ lastName: "Doe" });
  const { disbursementIntentId } = await world.submitted({ externalCustomerId: damaged });
  const columns = ["email_sealed", "last_name_sealed"];
  for (const column of columns)
    await damageValues(world, "customers", column, { external_customer_id: damaged });
  const api = `/v1/customers/${damaged}`;
  for (const path of ["/location", "/payment-methods"])
    expect((await world.call("GET", `${api}${path}`)).statusCode).toBe(200);
  expect((await world.call("GET", `${api}/disbursements`)).json().data).toMatchObject([
    { disbursementIntentId },
  ]);
  const page = `/customers/${damaged}`;
  expect(await reviewer.browser.ok("GET", page)).toMatchObject({
    customer: { externalCustomerId: damaged, data: { email: "", lastName: null } },
    payouts: { data: [{ disbursementIntentId, customerEmail: null }] },
  });
  await reviewer.browser.ok("GET", `${page}/history`);
  await reviewer.browser.ok("GET", `${page}/w9s`);
});
