import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayoutWorld, methods, type PayoutWorld } from "../testing/payout-world.ts";
import { listDisbursements, streamDisbursements } from "./list-disbursements.ts";
import { listPendingValidation } from "./pending-validation.ts";

let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());

test.each(["bank", "card", "crypto"] as const)(
  "lists show a payout whose %s cannot be decrypted without its details",
  async (type) => {
    const { deps } = world.service.disbursements;
    const { operatorId } = world.operator;
    world.clock.advance(1_000);
    const externalCustomerId = await world.newCustomer();
    const broken = await world.submitted({ externalCustomerId }, methods[type]);
    world.clock.advance(1_000);
    const other = await world.submitted({ externalCustomerId }, methods.bank);
    await deps.database.kysely
      .updateTable("disbursement_intents")
      .set({ shown_sealed: "1.damaged" })
      .where("disbursement_intent_id", "=", broken.disbursementIntentId)
      .execute();
    const page = { page: 1, size: 2 };
    const pending = await listPendingValidation(deps, operatorId, page);
    const listed = await listDisbursements(deps, operatorId, page);
    const url = `/v1/customers/${externalCustomerId}/disbursements`;
    const ofCustomer = (await world.call("GET", url)).json();
    const streamed = [];
    const filter = { externalCustomerId };
    for await (const batch of streamDisbursements(deps, operatorId, filter)) {
      streamed.push(...batch);
    }
    for (const disbursements of [
      pending.data.map(({ disbursement }) => disbursement),
      listed.data.map(({ disbursement }) => disbursement),
      ofCustomer.data,
      streamed.map(({ disbursement }) => disbursement).reverse(),
    ]) {
      expect(disbursements).toMatchObject([
        {
          disbursementIntentId: other.disbursementIntentId,
          payoutMethod: { bankName: null, accountType: "checking", last4: "6789" },
        },
        {
          disbursementIntentId: broken.disbursementIntentId,
          payoutMethod: expect.not.objectContaining({ last4: expect.stringMatching(/./) }),
        },
      ]);
    }
  },
);
