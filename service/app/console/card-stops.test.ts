import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CustomerProfile } from "#contract/console/customers";
import type { PaymentDetail } from "#contract/console/payments";
import { changeOperator } from "../../operators/accounts/index.ts";
import { liftStop, readStops } from "../../payments/index.ts";
import {
  browser,
  createPaymentWorld,
  goodCard,
  type PaymentWorld,
} from "../../payments/testing/payment-world.ts";
import { damageValues } from "../../testing/damage-values.ts";
import { addStaff, type TestStaff } from "./testing/staff-browser.ts";

let world: PaymentWorld;
let reviewer: TestStaff;
let admin: TestStaff;
let otherStaff: TestStaff;
beforeAll(async () => {
  world = await createPaymentWorld();
  reviewer = await addStaff(world, "reviewer");
  admin = await addStaff(world, "admin");
  otherStaff = await addStaff(world, "admin", (await world.createOperator()).operatorId);
  await changeOperator(world.service.deps, world.operator.operatorId, {
    settings: { savedPaymentMethods: true, savedCardVerification: "cvc" },
  });
  for (const externalCustomerId of ["ada", "grace", "hedy"]) {
    const data = { email: `${externalCustomerId}@example.com` };
    await world.call("POST", "/v1/customers", { body: { externalCustomerId, data } });
  }
});
afterAll(() => world.close());
beforeEach(() => world.clock.advance(10_000));

const day = 24 * 60 * 60_000;
const reason = "The bank told Ada that it works again";

async function pay(number: string, externalCustomerId: string, overrides: object = {}) {
  const intent = await world.createIntent({ externalCustomerId });
  const response = await world.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    body: {
      total: intent.amount,
      browser,
      type: "card",
      card: { ...goodCard, number },
      ...overrides,
    },
  });
  const { status, paymentId, messages } = response.json();
  const { paymentIntentId } = intent;
  const path = `/payments/${paymentIntentId}`;
  return { status, paymentId, messages, path, attempt: `${path}/attempts/${paymentId}` };
}

/** Declines a payment with the advice never to try again. */
function decline(number: string, externalCustomerId: string) {
  world.clock.advance(1_000);
  world.parties.northbank.next({
    becomes: { declined: "do_not_honor" },
    response: (charge) => ({ ...charge, adviceCode: "03" }),
  });
  return pay(number, externalCustomerId);
}

const stopsOf = async ({ path }: { path: string }) =>
  ((await reviewer.browser.ok("GET", path)) as PaymentDetail).attempts[0]?.stops;
const entriesAbout = async (subject: string) =>
  (
    await admin.browser.ok(
      "GET",
      `/audit?${new URLSearchParams({ action: "card.stop_lifted", subject })}`,
    )
  ).data;

test("an admin lifts a stop at the declined payment, for the declines that they saw", async () => {
  const number = "4000000000000010";
  const one = await decline(number, "ada");
  expect(one.status).toBe("failed");
  const refused = await pay(number, "grace");
  expect(refused.messages).toMatchObject([{ code: "do_not_try_again" }]);
  const stop = { paymentId: one.paymentId, lifted: null };
  expect(await stopsOf(one)).toMatchObject([stop]);
  expect(await stopsOf(refused)).toMatchObject([stop]);
  expect(await stopsOf(await pay("4000000000000028", "ada"))).toEqual([]);

  const path = `${one.attempt}/lift-stop`;
  const body = { reason, seen: [one.paymentId] };
  expect((await reviewer.browser.call("POST", path, body)).statusCode).toBe(403);
  expect((await otherStaff.browser.call("POST", path, body)).statusCode).toBe(404);
  for (const bad of [{ ...body, reason: " " }, { seen: body.seen }, { ...body, seen: [] }]) {
    expect((await admin.browser.call("POST", path, bad)).statusCode).toBe(400);
  }
  const unseen = { reason, seen: [refused.paymentId] };
  expect((await admin.browser.call("POST", path, unseen)).statusCode).toBe(409);
  expect((await pay(number, "grace")).status).toBe("failed");

  await admin.browser.ok("POST", path, body);
  expect((await admin.browser.call("POST", path, body)).statusCode).toBe(409);
  expect(await stopsOf(refused)).toMatchObject([
    { paymentId: one.paymentId, lifted: { by: "Staff 2", reason } },
  ]);
  const entries = await entriesAbout(one.paymentId);
  expect(entries).toMatchObject([
    {
      actor: { kind: "staff", staffId: admin.staffId },
      subject: { type: "payment", id: one.paymentId },
      details: { declines: [one.paymentId] },
    },
  ]);
  const rows = await world.service.deps.database.kysely
    .selectFrom("payments")
    .selectAll()
    .execute();
  expect(JSON.stringify([entries, rows])).not.toContain("works again");
  expect((await pay(number, "grace")).status).toBe("success");

  // The next such decline stops the card again for 30 days.
  const two = await decline(number, "grace");
  expect((await pay(number, "ada")).messages).toMatchObject([{ code: "do_not_try_again" }]);
  expect(await stopsOf(two)).toMatchObject([
    { paymentId: two.paymentId, lifted: null },
    { paymentId: one.paymentId, lifted: { reason } },
  ]);
  await damageValues(world, "payments", "stop_lift_sealed", { payment_id: one.paymentId });
  expect(await stopsOf(two)).toMatchObject([
    { paymentId: two.paymentId, lifted: null },
    { paymentId: one.paymentId, lifted: { at: expect.any(String), by: null, reason: null } },
  ]);
});

test("an admin lifts a stop at the customer's saved card", async () => {
  const number = "4000000000000036";
  const mine = "/customers/hedy";
  await pay(number, "hedy", { save: true });
  const customer = async (by = admin): Promise<CustomerProfile> => by.browser.ok("GET", mine);
  const before = await customer();
  expect(before.stoppedCards).toEqual([]);
  const id = before.customer.savedPaymentMethods[0]?.paymentMethodId ?? "";
  const one = await decline(number, "ada");
  const endsAtMs = world.clock.nowMs() + 30 * day;
  world.clock.advance(60_000);
  const { stoppedCards } = await customer();
  expect(stoppedCards).toEqual([
    { paymentMethodId: id, paymentIds: [one.paymentId], endsAt: new Date(endsAtMs).toISOString() },
  ]);
  const paySaved = () =>
    pay(number, "hedy", { type: "saved", paymentMethodId: id, cvc: "123", card: undefined });
  expect((await paySaved()).messages).toMatchObject([{ code: "do_not_try_again" }]);

  const path = `${mine}/payment-methods/${id}/lift-stop`;
  const body = { reason, seen: [one.paymentId] };
  expect((await reviewer.browser.call("POST", path, body)).statusCode).toBe(403);
  expect((await otherStaff.browser.call("POST", path, body)).statusCode).toBe(404);
  const elsewhere = path.replace("/hedy/", "/ada/");
  expect((await admin.browser.call("POST", elsewhere, body)).statusCode).toBe(404);
  expect((await paySaved()).status).toBe("failed");
  await admin.browser.ok("POST", path, body);
  expect((await customer()).stoppedCards).toEqual([]);
  expect(await entriesAbout(id)).toMatchObject([
    { subject: { type: "payment_method", id }, details: { declines: [one.paymentId] } },
  ]);
  expect((await paySaved()).status).toBe("success");

  // The export of one customer has no payment of another.
  const { auditEntries } = (await world.call("GET", "/v1/customers/hedy/export")).json();
  expect(auditEntries).toContainEqual(
    expect.objectContaining({ subject: { type: "payment_method", id }, details: { declines: [] } }),
  );
});

test("another operator's staff can neither see nor lift a stop, even below the routes", async () => {
  const one = await decline("4000000000000044", "ada");
  const { operatorId } = await world.createOperator();
  const { payments } = world.service;
  const card = { type: "payment", paymentId: one.paymentId } as const;
  const actor = { kind: "staff", staffId: admin.staffId } as const;
  await expect(
    liftStop(payments, operatorId, card, { actor, reason, seen: [one.paymentId] }),
  ).rejects.toMatchObject({ code: "resource_not_found" });
  expect(await readStops(payments, operatorId, one.paymentId)).toEqual([]);
  expect(await stopsOf(one)).toMatchObject([{ lifted: null }]);
});
