/**
 * A process dies at every step of a taxed payment, or while it settles one after a lost response. Another process
 * continues: the tax service has the sale exactly once if the payment is a success, and otherwise never.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CreatedPaymentIntent } from "#contract/api/payment-intents";
import { atEveryStep } from "../../testing/at-every-step.ts";
import { createTestService, type TestService } from "../../testing/create-test-service.ts";
import { createDyingDatabase, type DyingDatabase } from "../../testing/dying-database.ts";
import { browser, generousTimes, goodCard } from "../testing/payment-world.ts";
import { createTaxWorld, type TaxWorld } from "../testing/tax-world.ts";

let world: TaxWorld;
let store: DyingDatabase;
let dying: TestService;
beforeAll(async () => {
  world = await createTaxWorld();
  store = createDyingDatabase(world.service.deps.database);
  dying = await createTestService({
    database: store.database,
    clock: world.clock,
    paymentTimes: generousTimes,
    env: { SANDBOX_URL: world.parties.url, SALES_TAX: world.salesTax },
  });
  // Reads all keys now: otherwise a read could outlive a simulated death.
  await dying.service.deps.keyring.load("op_of_nobody");
});
afterAll(async () => {
  store.endProcess();
  await dying.close();
  await world.close();
});

/** Recovers as another process would, and more often than needed. */
async function recover(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    world.clock.advance(11 * 60_000);
    await world.runJob("payments.recover");
    await world.runJob("payments.sales_tax");
  }
}

/** Returns the payment's status. */
async function checkReported(intent: CreatedPaymentIntent, life: string): Promise<string> {
  await recover();
  const { status, payments } = (await world.statusOf(intent)) as unknown as {
    status: string;
    payments: { paymentId: string; breakdown: { salesTax: number } }[];
  };
  const ids = payments.map(({ paymentId }) => paymentId);
  const documents = await world.documents(...ids);
  const reported = documents.map(({ type, status: state, totalAmount, totalTax }) => [
    type,
    state,
    totalAmount,
    totalTax,
  ]);
  const sale = ["SalesInvoice", "Committed", 100, 8.27];
  expect([life, status, reported]).toEqual([life, status, status === "success" ? [sale] : []]);
  const charges = ids.flatMap((id) => world.parties.northbank.charges.get(`${id}-1`) ?? []);
  const { reversals } = world.parties.northbank;
  const approvedCharges = charges.filter(
    ({ status: state, chargeId }) =>
      state === "approved" && !reversals.some((reversal) => reversal.chargeId === chargeId),
  );
  expect([life, approvedCharges.length]).toEqual([life, status === "success" ? 1 : 0]);
  const waiting = await world.service.deps.database.kysely
    .selectFrom("tax_documents")
    .select("code")
    .where("next_check_at", "is not", null)
    .execute();
  expect([life, waiting]).toEqual([life, []]);
  return status;
}

const pay = (intent: CreatedPaymentIntent) =>
  dying.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
    publishableKey: world.operator.publishableKey,
    body: { type: "card", card: goodCard, total: intent.breakdown.total, browser },
  });

test.each([
  ["is approved", {}, ["no-payment", "failed", "success"]],
  ["is declined", { becomes: { declined: "insufficient_funds" } }, ["no-payment", "failed"]],
  ["has no response", { response: "break" }, ["no-payment", "failed", "success"]],
] as const)(
  "only a success is reported if a process dies while a charge %s",
  async (_, behavior, expected) => {
    const seen = new Set<string>();
    await atEveryStep(store, {
      async prepare() {
        const intent = await world.intentInReno();
        world.parties.northbank.forget();
        world.parties.northbank.next(behavior);
        return intent;
      },
      act: pay,
      check: async (intent, life) => void seen.add(await checkReported(intent, life)),
    });
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(["no-payment"]));
    expect(expected).toEqual(expect.arrayContaining([...seen]));
  },
  240_000,
);

test("only a success is reported if a process dies while it settles a charge whose outcome came late", async () => {
  const seen = new Set<string>();
  for (const outcome of ["approved", "declined"] as const) {
    await atEveryStep(store, {
      async prepare() {
        const intent = await world.intentInReno();
        world.parties.northbank.forget();
        world.parties.northbank.next({ becomes: "pending" });
        const { body } = await world.pay(intent, { total: intent.breakdown.total });
        expect(body.status).toBe("pending");
        const { charges } = world.parties.northbank;
        const charge = charges.get(`${body.paymentId}-1`);
        if (!charge) throw new Error("no charge");
        const declined = outcome === "declined" ? { declineCode: "do_not_honor" } : {};
        charges.set(`${body.paymentId}-1`, { ...charge, status: outcome, ...declined });
        world.clock.advance(11 * 60_000);
        return intent;
      },
      async act() {
        await dying.runJob("payments.recover");
        await dying.runJob("payments.sales_tax");
      },
      check: async (intent, life) => void seen.add(await checkReported(intent, life)),
    });
  }
  expect([...seen].toSorted()).toEqual(["failed", "success"]);
}, 240_000);
