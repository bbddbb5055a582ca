import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaymentWorld, type PaymentWorld } from "../testing/payment-world.ts";
import { enrol, payUntilChallenge } from "../testing/three-ds-parties.ts";
import { lookUpNow } from "./look-up-now.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

const change = (paymentId: string, columns: object) =>
  world.service.deps.database.kysely
    .updateTable("payments")
    .set(columns)
    .where("payment_id", "=", paymentId)
    .execute();
const inAnHour = () => new Date(world.clock.nowMs() + 3_600_000);
async function lookUp(paymentId: string): Promise<void> {
  await lookUpNow(world.service.deps, { operatorId: world.operator.operatorId, paymentId });
  await world.runJob("payments.recover");
}

test("settles a pending payment whose next look-up is an hour away", async () => {
  const { northbank } = world.parties;
  northbank.next({ becomes: "pending" });
  const intent = await world.createIntent();
  const { paymentId } = (await world.pay(intent)).body;
  await change(paymentId, { next_check_at: inAnHour() });
  const key = `${paymentId}-1`;
  const charge = northbank.charges.get(key);
  if (!charge) throw new Error("no charge was made");
  northbank.charges.set(key, { ...charge, status: "approved" });
  await lookUp(paymentId);
  expect(await world.statusOf(intent)).toMatchObject({ status: "success" });
});

test("does not repeat the reversal of a late charge before the processor's look-ups know it", async () => {
  const { paymentId } = (await world.pay(await world.createIntent())).body;
  const next_check_at = inAnHour();
  await change(paymentId, { step: "failed", status: "failed", reversal: "due", next_check_at });
  await lookUp(paymentId);
  expect(world.parties.northbank.reversals).toEqual([]);
});

test("does not end the challenge that a customer is answering", async () => {
  const number = "4000002760003184";
  enrol(world, number, { method: false });
  const { intent, payment } = await payUntilChallenge(world, number);
  await lookUp(payment.paymentId);
  expect(await world.statusOf(intent)).toMatchObject({ status: "pending" });
});
