import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import type { ProcessorNotice } from "#contract/connectors/processor";
import type { Tables } from "../../platform/database/tables.ts";

/** `<payment id>-<number>`; see chargeKey in records.ts. */
export function parseChargeKey(chargeKey: string): { paymentId: string; number: number } | null {
  const [, paymentId, number] = /^(.+)-([1-9]\d{0,3})$/.exec(chargeKey) ?? [];
  return paymentId === undefined ? null : { paymentId, number: Number(number) };
}

/**
 * The operator whose payments a notice names, by the processor's id or our key, even if they contradict each other.
 * Null if it names no payment, or payments of two operators.
 */
export async function ownerOfNotice(
  db: Kysely<Tables>,
  processor: string,
  { chargeId, chargeKey }: Pick<ProcessorNotice, "chargeId" | "chargeKey">,
): Promise<string | null> {
  const key = chargeKey === undefined ? null : parseChargeKey(chargeKey);
  const rows = await db
    .selectFrom("payments")
    .select("operator_id")
    .distinct()
    .where((where) =>
      where.or([
        where.and([where("processor", "=", processor), where("charge_id", "=", chargeId ?? null)]),
        where("payment_id", "=", key?.paymentId ?? null),
      ]),
    )
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.operator_id ?? null) : null;
}

/**
 * Staff see notices that name their operator's payments or that it decided. A notice that names no payment may be
 * another operator's, so they see it only if the installation has one operator, not counting the sandbox's demo
 * operator.
 */
export function isVisibleTo(operatorId: string): Expression<SqlBool> {
  return sql<SqlBool>`(n.operator_id = ${operatorId} or (n.operator_id is null
    and not exists (select from operators o
      where o.operator_id <> ${operatorId} and not o.is_demo)))`;
}

/** The same charge, by the processor's id or by our key. */
export function isAboutChargeOf({
  chargeId,
  chargeKey,
}: Pick<ProcessorNotice, "chargeId" | "chargeKey">): Expression<SqlBool> {
  return sql<SqlBool>`(body ->> 'chargeId' = ${chargeId ?? null}::text
    or body ->> 'chargeKey' = ${chargeKey ?? null}::text)`;
}
