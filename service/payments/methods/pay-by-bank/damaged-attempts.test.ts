/** A process died before its customer could go to the bank, and the return address cannot be decrypted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type BankWorld,
  createBankWorld,
} from "../../../rails/open-banking/testing/pay-by-bank-world.ts";
import { damageValues } from "../../../testing/damage-values.ts";

let world: BankWorld;
beforeAll(async () => {
  world = await createBankWorld();
});
afterAll(() => world.close());

async function cutOff() {
  const intent = await world.newIntent();
  const { paymentId } = (await world.submit(intent)).body;
  await damageValues(world, "payments", "details_sealed", { payment_id: paymentId });
  await world.service.deps.database.kysely
    .updateTable("payments")
    .set({ step: "started", next_check_at: new Date(world.clock.nowMs()) })
    .where("payment_id", "=", paymentId)
    .execute();
  return { intent, paymentId };
}

test("a payment that was not begun at the bank fails, and the customer can pay again", async () => {
  const { intent, paymentId } = await cutOff();
  await world.service.deps.database.kysely
    .deleteFrom("bank_payments")
    .where("payment_id", "=", paymentId)
    .execute();
  await world.runJob("payments.recover");
  expect(await world.statusOf(intent)).toMatchObject({
    status: "failed",
    payment: { messages: [{ code: "processing_interrupted" }] },
  });
  expect((await world.submit(intent)).statusCode).toBe(201);
});

test("a payment that was begun at the bank waits for the customer", async () => {
  const { intent } = await cutOff();
  await world.runJob("payments.recover");
  expect(await world.statusOf(intent)).toMatchObject({
    status: "pending",
    payment: { nextAction: { type: "redirect" } },
  });
});
