import type { Kysely } from "kysely";
import type { ProcessorNotice } from "#contract/connectors/processor";
import type { Tables } from "../../platform/database/tables.ts";
import { findAppliedMark } from "../outcomes/mark-store.ts";
import { isAboutChargeOf, parseChargeKey } from "./notice-owner.ts";

/** The payment of a notice. Amounts in minor units. */
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
 * Finds a charge by the processor's id, by the payment that staff named for it, or by our key. The card must be the
 * notice's. `contradiction`: id and key name different payments, or the key names a payment with another charge.
 * `unknown` if staff entered that charge, perhaps by mistake, until the processor or a person corrects it.
 */
export async function findNoticedPayment(
  db: Kysely<Tables>,
  processor: string,
  {
    chargeId,
    chargeKey,
    cardLast4,
  }: Pick<ProcessorNotice, "chargeId" | "chargeKey"> & { readonly cardLast4?: string | undefined },
): Promise<NoticedPayment | "unknown" | "contradiction"> {
  const byCharge = chargeId === undefined ? undefined : await findByCharge(db, processor, chargeId);
  const isSameCard =
    cardLast4 === undefined || (byCharge?.payment_method?.["last4"] ?? cardLast4) === cardLast4;
  const byId =
    (isSameCard ? byCharge : undefined) ??
    (await findByMatch(db, processor, { chargeId, chargeKey }));
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
  "payment_method",
] as const;

/** `payments_one_charge`: a charge has one owner per processor. */
function findByCharge(db: Kysely<Tables>, processor: string, chargeId: string) {
  return db
    .selectFrom("payments")
    .select(columns)
    .where("processor", "=", processor)
    .where("charge_id", "=", chargeId)
    .executeTakeFirst();
}

/** Finds the payment that staff named for this notice, or for an earlier one about this charge. */
function findByMatch(
  db: Kysely<Tables>,
  processor: string,
  charge: Pick<ProcessorNotice, "chargeId" | "chargeKey">,
) {
  return db
    .selectFrom("payments")
    .select(columns)
    .where("payment_id", "=", (matched) =>
      matched
        .selectFrom("processor_notices")
        .select("matched_payment_id")
        .where("processor", "=", processor)
        .where("matched_payment_id", "is not", null)
        .where(isAboutChargeOf(charge))
        .orderBy("decided_at", "desc")
        .limit(1),
    )
    .executeTakeFirst();
}

function findByKey(db: Kysely<Tables>, processor: string, chargeKey: string) {
  const key = parseChargeKey(chargeKey);
  if (key === null) return undefined;
  return db
    .selectFrom("payments")
    .select(columns)
    .where("payment_id", "=", key.paymentId)
    .where("processor", "=", processor)
    .where("charge_number", "=", key.number)
    .executeTakeFirst();
}
