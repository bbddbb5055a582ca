import type { ProcessorChange } from "#contract/connectors/processor";
import type { CardProcessor, NamedChange } from "../../providers/processor/index.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { chargeKey } from "../records.ts";

/** No operator makes that many refunds in an hour. */
const maxRefunds = 2_000;

/**
 * Finds our keys for what a vendor names by its id or our short reference; empty if it is not ours. Includes a charge's
 * open refunds: before settlement a refund is a void of the charge and has no name.
 */
export async function keysOfChange(
  { database }: Pick<PaymentsDeps, "database">,
  processor: CardProcessor,
  { type, id, reference }: NamedChange,
): Promise<ProcessorChange[]> {
  if (type === "refund") return refundsNamed(database, processor, { id, reference });
  const charges = await database.kysely
    .selectFrom("payments")
    .select(["operator_id", "payment_id", "charge_number"])
    .where("processor", "=", processor.name)
    .where((where) =>
      where.or([where("charge_id", "=", id), where("charge_reference", "=", reference)]),
    )
    .limit(2)
    .execute();
  const processorChanges: ProcessorChange[] = [];
  for (const { operator_id, payment_id: paymentId, charge_number: chargeNumber } of charges) {
    processorChanges.push({ type: "charge", key: chargeKey({ paymentId, chargeNumber }) });
    const refunds = await openRefunds(database, processor)
      .where("operator_id", "=", operator_id)
      .where("payment_id", "=", paymentId)
      .execute();
    for (const { refund_id: key } of refunds) processorChanges.push({ type: "refund", key });
  }
  return processorChanges;
}

/** Compares only open refunds: all others have their final outcome. */
async function refundsNamed(
  database: PaymentsDeps["database"],
  processor: CardProcessor,
  { id, reference }: Omit<NamedChange, "type">,
): Promise<ProcessorChange[]> {
  const open = await openRefunds(database, processor)
    .orderBy("created_at", "desc")
    .limit(maxRefunds)
    .execute();
  return open
    .filter(
      ({ refund_id: key, provider_refund_id: own }) =>
        (id !== null && own === id) ||
        (reference !== null && processor.referenceOf?.(key) === reference),
    )
    .map(({ refund_id: key }) => ({ type: "refund", key }));
}

/** Refunds to the card that still have a look-up due. */
function openRefunds({ kysely }: PaymentsDeps["database"], { name }: CardProcessor) {
  return kysely
    .selectFrom("refunds")
    .select(["refund_id", "provider_refund_id"])
    .where("processor", "=", name)
    .where("next_check_at", "is not", null)
    .where("transfer_provider", "is", null);
}
