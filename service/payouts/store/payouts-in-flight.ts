import type { OrdersInFlight } from "../../providers/kit/connector-accounts.ts";
import { deleteConsents, deletePayees } from "../../providers/payout/index.ts";

/** Payouts with an unknown outcome. A payout that was never sent can still go elsewhere. */
export const payoutsInFlight: OrdersInFlight = {
  party: "payout",
  tables: ["disbursement_intents"],
  async exist(tx, name) {
    const found = await tx
      .selectFrom("disbursement_intents")
      .select("disbursement_intent_id")
      .where("provider", "=", name)
      .where("next_check_at", "is not", null)
      .where((row) =>
        row.or([
          row("step", "=", "sent"),
          row.and([row("step", "=", "approved"), row("sent_at", "is not", null)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
  async forget(tx, name) {
    await deletePayees(tx, name);
    await deleteConsents(tx, name);
  },
};
