import { sql } from "kysely";
import type { PaymentsDeps } from "../../payments-deps.ts";

/** How long a card is not tried after a network forbade it. */
const stoppedForMs = 30 * 24 * 60 * 60_000;

/**
 * Whether a network forbade another try with this card, in an earlier payment of any of the operator's customers. The
 * schemes fine merchants who try anyway. The customer's bank can change its mind, so a stop ends after 30 days.
 */
export async function isStoppedCard(
  { database, clock }: Pick<PaymentsDeps, "database" | "clock">,
  operatorId: string,
  instrumentIndex: string,
): Promise<boolean> {
  const found = await database.kysely
    .selectFrom("payments")
    .select("payment_id")
    .where("operator_id", "=", operatorId)
    .where("instrument_index", "=", instrumentIndex)
    .where("created_at", ">", new Date(clock.nowMs() - stoppedForMs))
    .where(sql<boolean>`detail @> '{"stopsCard": true}'`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
