import type { Kysely } from "kysely";
import type { ProcessorNotice } from "#contract/connectors/processor";
import type { Tables } from "../../platform/database/tables.ts";
import { findAppliedMark } from "../outcomes/mark-store.ts";

/** The payment that a notice is about. Amounts in minor units. */
export interface NoticedPayment {
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  readonly externalCustomerId: string;
  readonly currency: string;
  /** What refunds have returned so far, including fees and tax. */
  readonly refundedMinor: number;
}

/**
 * Finds a processor's charge by its id or by our key. `contradiction`: the two name different payments, or the key
 * names a payment that has another charge. If staff entered that charge, it can be a mistake: then `unknown`, until
 * the processor confirms it or a person corrects it.
 */
export async function findNoticedPayment(
  db: Kysely<Tables>,
  processor: string,
  { chargeId, chargeKey }: Pick<ProcessorNotice, "chargeId" | "chargeKey">,
): Promise<NoticedPayment | "unknown" | "contradiction"> {
  const byId = chargeId === undefined ? undefined : await findByCharge(db, processor, chargeId);
  const byKey = chargeKey === undefined ? undefined : await findByKey(db, processor, chargeKey);
  if (byId && byKey && byId.payment_id !== byKey.payment_id) return "contradiction";
  if (!byId && byKey && chargeId !== undefined && byKey.charge_id !== null) {
    const mark = await findAppliedMark(db, byKey.operator_id, byKey.payment_id);
    const isOnlyEntered = mark?.outcome === "success" && mark.confirmedAtMs === null;
    return isOnlyEntered ? "unknown" : "contradiction";
  }
  const found = byId ?? byKey;
  if (!found) return "unknown";
  const intent = await db
    .selectFrom("payment_intents")
    .select(["external_customer_id", "currency"])
    .where("operator_id", "=", found.operator_id)
    .where("payment_intent_id", "=", found.payment_intent_id)
    .executeTakeFirstOrThrow();
  return {
    operatorId: found.operator_id,
    paymentIntentId: found.payment_intent_id,
    paymentId: found.payment_id,
    externalCustomerId: intent.external_customer_id,
    currency: intent.currency,
    refundedMinor: found.refunded_base_minor + found.refunded_fees_minor + found.refunded_tax_minor,
  };
}

const columns = [
  "operator_id",
  "payment_intent_id",
  "payment_id",
  "charge_id",
  "refunded_base_minor",
  "refunded_fees_minor",
  "refunded_tax_minor",
] as const;

/** A charge has one processor-wide owner: `payments_one_charge`. */
function findByCharge(db: Kysely<Tables>, processor: string, chargeId: string) {
  return db
    .selectFrom("payments")
    .select(columns)
    .where("processor", "=", processor)
    .where("charge_id", "=", chargeId)
    .executeTakeFirst();
}

/** Our key of a charge is `<payment id>-<number>`; see chargeKey in records.ts. */
function findByKey(db: Kysely<Tables>, processor: string, chargeKey: string) {
  const [, paymentId, number] = /^(.+)-([1-9]\d{0,3})$/.exec(chargeKey) ?? [];
  if (paymentId === undefined) return undefined;
  return db
    .selectFrom("payments")
    .select(columns)
    .where("payment_id", "=", paymentId)
    .where("processor", "=", processor)
    .where("charge_number", "=", Number(number))
    .executeTakeFirst();
}
