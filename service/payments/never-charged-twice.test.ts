import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import type { Charge } from "#contract/connectors/processor";
import { createPaymentWorld, generousTimes, type PaymentWorld } from "./testing/payment-world.ts";

/**
 * Two processors misbehave, with failover and breakers between them. The customer clicks in any order and at any time.
 * In the end they have paid once or not at all, and the intent says which.
 */
let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld({ paymentTimes: { ...generousTimes, chargeDeadlineMs: 100 } });
});
afterAll(() => world.close());

type Behavior = Parameters<PaymentWorld["parties"]["northbank"]["next"]>[0];

/** Rejects the request before charging, so the payment fails over. */
const rejecting: Behavior = {
  becomes: "nothing",
  response: { status: 422, body: { error: { code: "not_taken", message: "no" } } },
};

type Step =
  | { do: "pay"; behavior: Behavior; other: Behavior | null; clicks: number }
  | { do: "wait"; ms: number }
  | { do: "recover" }
  | { do: "release" }
  | { do: "lookUps"; answer: "truth" | "not_found" | "down" };

const misbehavior: fc.Arbitrary<Behavior> = fc.record({
  becomes: fc.constantFrom<NonNullable<Behavior["becomes"]>>(
    "approved",
    "approved",
    "pending",
    "nothing",
    { declined: "insufficient_funds" },
  ),
  response: fc.constantFrom<NonNullable<Behavior["response"]>>(
    (charge) => charge,
    (charge) => charge,
    (charge) => ({ ...charge, amountMinor: charge.amountMinor + 1 }),
    "hang",
    "break",
    { status: 500, body: {} },
    { status: 200, body: "nonsense" },
  ),
});

const behavior = fc.oneof(
  { weight: 4, arbitrary: misbehavior },
  { weight: 1, arbitrary: fc.constant(rejecting) },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      behavior,
      other: fc.option(behavior),
      clicks: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.integer({ min: 1, max: 400_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ do: "recover" }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: "release" }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("lookUps" as const),
      answer: fc.constantFrom("truth" as const, "not_found" as const, "down" as const),
    }),
  },
);

async function take(intent: CreatedPaymentIntent, step: Step): Promise<Promise<unknown>[]> {
  const { northbank, quayside } = world.parties;
  switch (step.do) {
    case "pay": {
      northbank.next(step.behavior);
      if (step.other) quayside.next(step.other);
      const clicks = Array.from({ length: step.clicks + 1 }, () => world.pay(intent));
      const all = Promise.all(clicks);
      if (step.behavior.response !== "hang" && step.other?.response !== "hang") await all;
      return [all];
    }
    case "wait":
      world.clock.advance(step.ms);
      return [];
    case "recover":
      await world.runJob("payments.recover");
      return [];
    case "release":
      world.parties.release();
      return [];
    case "lookUps":
      northbank.lookUps = { truth: null, not_found: "not_found" as const, down: { status: 503 } }[
        step.answer
      ];
      quayside.lookUps = northbank.lookUps;
      return [];
  }
}

async function settle(): Promise<void> {
  const { northbank, quayside } = world.parties;
  northbank.lookUps = quayside.lookUps = null;
  for (const { charges } of [northbank, quayside]) {
    for (const [key, charge] of charges) {
      if (charge.status === "pending") charges.set(key, { ...charge, status: "approved" });
    }
  }
  for (let round = 0; round < 25; round += 1) {
    world.parties.release();
    world.clock.advance(10 * 60_000);
    await world.runJob("payments.recover");
  }
}

it("charges a customer once or not at all, and reports which", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const intent = await world.createIntent();
      const open: Promise<unknown>[] = [];
      for (const step of steps) {
        open.push(...(await take(intent, step)));
      }
      await settle();
      await Promise.all(open);
      await settle();

      const status = await world.statusOf(intent);
      const attempts = status["payments"] as unknown as { paymentId: string }[];
      const { northbank, quayside } = world.parties;
      const unreversed = [northbank, quayside].flatMap(({ charges, reversals }) =>
        [...charges]
          .filter(([key]) => attempts.some(({ paymentId }) => key.startsWith(paymentId)))
          .map(([, charge]): Charge => charge)
          .filter((charge) => charge.status === "approved")
          .filter((charge) => !reversals.some(({ chargeId }) => chargeId === charge.chargeId)),
      );
      expect(unreversed).toHaveLength(status["status"] === "success" ? 1 : 0);
      expect(["success", "failed", "expired", "no-payment"]).toContain(status["status"]);

      const events = (await world.eventsOf(intent)).join(" ");
      expect(events).toMatch(/^created( pending failed)*( pending success| expired)?$/);
    }),
    { numRuns: 20, endOnFailure: true },
  );
}, 180_000);
