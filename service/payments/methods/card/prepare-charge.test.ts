import { afterAll, beforeAll, expect, test } from "vitest";
import type { CardProcessor, ChargeOutcome } from "../../../providers/processor/index.ts";
import { newHold } from "../../flow/attempt-hold.ts";
import { newestAttempt } from "../../records.ts";
import { createPaymentWorld, goodCard, type PaymentWorld } from "../../testing/payment-world.ts";
import type { CardHandle } from "./card-handle.ts";
import { prepareCharge } from "./prepare-charge.ts";

let world: PaymentWorld;
beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

/** Starts a payment with an open charge; the processor does `meanwhile` while it prepares. */
async function prepared(meanwhile: (paymentId: string) => Promise<unknown>) {
  world.parties.northbank.next({ becomes: "pending" });
  const created = await world.createIntent();
  const { body } = await world.pay(created);
  expect(body.status).toBe("pending");
  const { paymentId } = body;
  const { payments: deps } = world.service;
  const intent = await deps.store.read(created.paymentIntentId);
  const attempt = intent && newestAttempt(intent);
  const northbank = deps.processors.byName("northbank");
  if (!attempt || !northbank) throw new Error("no attempt");
  let calls = 0;
  const processor: CardProcessor = {
    ...northbank,
    async prepare() {
      calls += 1;
      await meanwhile(paymentId);
      return { type: "prepared", reference: "pi_1" };
    },
  };
  const handle = {
    deps,
    operatorId: world.operator.operatorId,
    paymentIntentId: created.paymentIntentId,
    paymentId,
    claim: null,
    successCode: 201,
    hold: newHold(),
  } as unknown as CardHandle;
  const request = {
    merchantReference: paymentId,
    amountMinor: 4999,
    currency: "USD",
    card: goodCard,
    descriptor: "SHOP",
  };
  const prepare = (of = attempt, by = processor) => prepareCharge(handle, of, by, request);
  const stored = async () => {
    const { charge_reference: reference } = await world.service.deps.database.kysely
      .selectFrom("payments")
      .select("charge_reference")
      .where("payment_id", "=", paymentId)
      .executeTakeFirstOrThrow();
    return reference;
  };
  return { prepare, stored, attempt, processor, calls: () => calls };
}

/** Writes as another process does: each change of an attempt raises its intent's version. */
async function write(paymentId: string, change: Record<string, unknown>): Promise<void> {
  const { kysely } = world.service.deps.database;
  await kysely.updateTable("payments").set(change).where("payment_id", "=", paymentId).execute();
  await kysely
    .updateTable("payment_intents")
    .set((row) => ({ version: row("version", "+", 1) }))
    .where("payment_intent_id", "=", (of) =>
      of.selectFrom("payments").select("payment_intent_id").where("payment_id", "=", paymentId),
    )
    .execute();
}

test("is stored before the charge, and used again without another preparation", async () => {
  const { prepare, stored, attempt, calls } = await prepared(async () => {});
  expect(await prepare()).toEqual({ type: "ready", reference: "pi_1" });
  expect(await stored()).toBe("pi_1");
  const later = { ...attempt, chargeReference: "pi_1" };
  expect(await prepare(later)).toEqual({ type: "ready", reference: "pi_1" });
  expect(calls()).toBe(1);
});

test.each([
  ["failed the attempt", { step: "failed", status: "failed", details_sealed: null }],
  ["moved it to another processor", { processor: "quayside" }],
  ["charges it again after a soft decline", { charge_number: 2 }],
  ["stored another reference", { charge_reference: "pi_other" }],
])(
  "is not stored, and nothing is charged, if another process has %s in the meantime",
  async (_, change) => {
    const { prepare, stored } = await prepared((paymentId) => write(paymentId, change));
    expect(await prepare()).toMatchObject({ type: "moved" });
    expect(await stored()).toBe("charge_reference" in change ? "pi_other" : null);
  },
);

test.each([
  { type: "unreached" },
  { type: "rejected", reason: "forbidden" },
] satisfies ChargeOutcome[])("is missing if the preparation is $type", async (outcome) => {
  const { prepare, stored, attempt, processor } = await prepared(async () => {});
  expect(await prepare(attempt, { ...processor, prepare: async () => outcome })).toEqual(outcome);
  expect(await stored()).toBeNull();
});

test("is null for a processor that prepares nothing", async () => {
  const { prepare, attempt, processor } = await prepared(async () => {});
  const { prepare: _, ...plain } = processor;
  expect(await prepare(attempt, plain)).toEqual({ type: "ready", reference: null });
});
