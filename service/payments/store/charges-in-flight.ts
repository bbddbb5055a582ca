import type { OrdersInFlight } from "../../providers/kit/connector-accounts.ts";

const tables = ["payments", "refunds"];

/** Charges with an unknown outcome, which a card processor may have. */
export const chargesInFlight: OrdersInFlight = {
  party: "processor",
  tables,
  async exist(tx, name) {
    const charge = await tx
      .selectFrom("payments")
      .select("payment_id")
      .where("processor", "=", name)
      .where("next_check_at", "is not", null)
      .where((row) =>
        row.or([
          row("step", "in", ["started", "authorising", "processing"]),
          row("reversal", "=", "due"),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    if (charge) return true;
    const refund = await tx
      .selectFrom("refunds")
      .select("refund_id")
      .where("processor", "=", name)
      .where("transfer_type", "is", null)
      .where("next_check_at", "is not", null)
      .where((row) =>
        row.or([
          row("step", "=", "processing"),
          row.and([row("step", "=", "requested"), row("sent_at", "is not", null)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    return refund !== undefined;
  },
};

/** Refunds to named destinations, which a payout processor may have. */
export const transfersInFlight: OrdersInFlight = {
  party: "payout",
  tables,
  async exist(tx, name) {
    const refund = await tx
      .selectFrom("refunds")
      .select("refund_id")
      .where("transfer_provider", "=", name)
      .where("next_check_at", "is not", null)
      .where((row) =>
        row.or([
          row("step", "=", "processing"),
          row.and([row("step", "=", "requested"), row("sent_at", "is not", null)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    return refund !== undefined;
  },
};
