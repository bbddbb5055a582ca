import { afterAll, beforeAll, expect, test } from "vitest";
import { newHold } from "../../flow/attempt-hold.ts";
import { subjectOfPayment } from "../../outcomes/outcome-rules.ts";
import type { OutcomeMark } from "../../outcomes/records.ts";
import { createPaymentWorld, type PaymentWorld } from "../../testing/payment-world.ts";
import { followMark } from "./follow-mark.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

test("a payment that staff corrected during its look-up raises no alarm", async () => {
  const created = await world.createIntent();
  const { paymentId } = (await world.pay(created)).body;
  const { payments: deps, deps: platform } = world.service;
  const intent = await deps.store.read(created.paymentIntentId);
  const [corrected] = intent?.attempts ?? [];
  if (!intent || !corrected?.chargeId) throw new Error("no charge");
  const { operatorId, paymentIntentId } = intent;
  const asRead = { ...corrected, step: "failed", chargeId: null } as const;
  const mark = { subject: subjectOfPayment(intent, asRead), markId: "mark", outcome: "failed" };
  const found = { type: "approved", chargeId: corrected.chargeId } as const;
  await followMark(
    {
      deps,
      operatorId,
      paymentIntentId,
      paymentId,
      claim: null,
      successCode: 200,
      hold: newHold(),
    },
    { ...intent, attempts: [asRead] },
    asRead,
    mark as OutcomeMark,
    { lookUp: async () => found as never, isJob: true },
  );
  const alarms = await platform.database.kysely.selectFrom("outcome_alarms").selectAll().execute();
  expect(alarms).toEqual([]);
});
