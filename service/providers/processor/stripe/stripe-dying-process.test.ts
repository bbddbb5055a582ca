/**
 * A process dies at every step of a payment: also before the payment intent is made, before its id is stored and before
 * it is confirmed. Another process continues. Stripe makes at most one charge, and the payment gets the charge's outcome.
 * A payment intent whose id is not stored never charges.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { browser, goodCard } from "../../../payments/testing/payment-world.ts";
import { atEveryStep } from "../../../testing/at-every-step.ts";
import type { TestService } from "../../../testing/create-test-service.ts";
import type { DyingDatabase } from "../../../testing/dying-database.ts";
import { createDyingVendorWorld } from "../testing/dying-vendor-world.ts";
import { sandboxCard, type VendorWorld } from "../testing/vendor-world.ts";

const entry = {
  name: "shop",
  type: "stripe",
  url: "/vendors/stripe",
  secretKey: sandboxCredentials.stripe,
  webhookSecret: sandboxCredentials.stripeWebhook,
};
let world: VendorWorld;
let store: DyingDatabase;
let dying: TestService;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ world, store, dying, close } = await createDyingVendorWorld(entry));
});
afterAll(() => close());

interface Intent {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A payment's intents at Stripe, and their charges. */
async function atStripe(paymentIds: readonly string[]) {
  const response = await fetch(`${world.sandboxUrl}/admin/stripe/payment-intents`);
  const { data } = (await response.json()) as { data: Intent[] };
  const charges = await world.charges("stripe");
  return {
    made: data.filter(({ metadata }) => paymentIds.includes(metadata["tessera_payment"] ?? "")),
    charges: charges.filter(({ merchantReference }) => paymentIds.includes(merchantReference)),
  };
}

const outcomes = new Set<string>();

test.each(["before", "after"] as const)(
  "a process that dies %s any step of a payment leaves at most one charge, with the right outcome",
  async (moment) => {
    await atEveryStep(store, {
      prepare: () => world.createIntent(),
      moments: [moment],
      act: (intent) =>
        dying.callAsClient("POST", "/v1/client/payments", intent.clientSecretKey, {
          publishableKey: world.operator.publishableKey,
          body: {
            type: "card",
            card: { ...goodCard, ...sandboxCard("visa") },
            total: intent.amount,
            browser,
          },
        }),
      async check(intent, life) {
        for (let round = 0; round < 7; round += 1) {
          world.clock.advance(2 * 60_000);
          await world.runJob("payments.recover");
        }
        const rows = await world.service.deps.database.kysely
          .selectFrom("payments")
          .select(["payment_id", "charge_id", "charge_reference"])
          .where("payment_intent_id", "=", intent.paymentIntentId)
          .execute();
        const [row] = rows;
        const { made, charges } = await atStripe(rows.map((row) => row.payment_id));
        const { status } = await world.statusOf(intent);
        const stored = row?.charge_reference ?? null;
        // Each payment has at most one payment intent and one charge, which the payment knows.
        expect([life, rows.length <= 1, made.length <= 1]).toEqual([life, true, true]);
        if (stored !== null) expect([life, made.map(({ id }) => id)]).toEqual([life, [stored]]);
        if (stored === null) expect([life, charges]).toEqual([life, []]);
        const expected =
          charges.length === 1 ? ["success"] : rows.length === 1 ? ["failed"] : ["no-payment"];
        expect([life, [status]]).toEqual([life, expected]);
        if (charges.length === 1) expect(row?.charge_id).toBe(made[0]?.id.replace("pi_", "ch_"));
        outcomes.add(
          `${status}, ${made.length} made, ${stored === null ? "not " : ""}stored, ${charges.length} charged`,
        );
      },
    });
  },
  300_000,
);

test("the process died before the payment intent was made, before its id was stored, before it was confirmed, and later", () => {
  expect([...outcomes]).toEqual(
    expect.arrayContaining([
      "no-payment, 0 made, not stored, 0 charged",
      "failed, 0 made, not stored, 0 charged",
      "failed, 1 made, not stored, 0 charged",
      "failed, 1 made, stored, 0 charged",
      "success, 1 made, stored, 1 charged",
    ]),
  );
});
