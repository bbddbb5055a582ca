/** Writes rows without the API, so that a test can have a thousand. */
import { sql } from "kysely";
import { createId, type IdKind } from "#contract/ids";
import type { Database } from "../../../platform/database/database.ts";

export interface TestAttempt {
  readonly status: "pending" | "success" | "failed";
  readonly type?: string;
  readonly brand?: string;
  readonly processor?: string;
  readonly country?: string | null;
  readonly reason?: string;
  readonly totalMinor?: number;
  readonly threeDS?: { readonly challenged: boolean; readonly transStatus: string } | null;
}

/** A JSON column's type does not allow null as a parameter. */
const noJson = sql<string>`null`;

let serial = 0;

function idAt(kind: IdKind, atMs: number): string {
  serial += 1;
  const random = new Uint8Array(15);
  new DataView(random.buffer).setUint32(0, serial * 2_654_435_761);
  new DataView(random.buffer).setUint32(4, serial);
  // `createId` reduces bytes by remainder.
  for (let at = 8; at < 15; at += 1) random[at] = Math.floor(serial / 50 ** (at - 8)) % 50;
  return createId(kind, atMs, random);
}

/** Writes a payment with all its rows created at one time. Resolves to the ids. */
export async function writePayment(
  { kysely }: Database,
  owner: { readonly operatorId: string; readonly currency?: string },
  atMs: number,
  attempts: readonly TestAttempt[],
): Promise<{ paymentIntentId: string; paymentIds: string[] }> {
  const { operatorId, currency = "USD" } = owner;
  const paymentIntentId = idAt("paymentIntent", atMs);
  const at = new Date(atMs);
  await kysely
    .insertInto("payment_intents")
    .values({
      payment_intent_id: paymentIntentId,
      operator_id: operatorId,
      external_payment_intent_id: `row-${serial}`,
      external_customer_id: "ada",
      amount_minor: 1_000,
      currency,
      description: null,
      custom_data: "{}",
      payment_method_types: "[]",
      payment_descriptor: "Test",
      secret_hash: "hash",
      status: statusOf(attempts),
      version: 1,
      created_at: at,
      updated_at: at,
      expires_at: at,
    })
    .execute();
  const paymentIds: string[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const paymentId = idAt("payment", atMs);
    paymentIds.push(paymentId);
    const { status, type = "card", totalMinor = 1_000, brand = "visa" } = attempt;
    const { threeDS = null } = attempt;
    await kysely
      .insertInto("payments")
      .values({
        payment_id: paymentId,
        payment_intent_id: paymentIntentId,
        operator_id: operatorId,
        attempt: index + 1,
        step: status === "pending" ? "processing" : status,
        status,
        was_success: false,
        type,
        fees_minor: 10,
        tax_minor: 20,
        total_minor: totalMinor,
        messages: JSON.stringify(attempt.reason ? [{ code: attempt.reason, atMs }] : []),
        payment_method:
          type === "card"
            ? JSON.stringify({ brand, last4: "4242", expiryMonth: 12, expiryYear: 2030 })
            : noJson,
        three_ds: threeDS ? JSON.stringify({ version: "2.2.0", eci: null, ...threeDS }) : noJson,
        three_ds_server_trans_id: null,
        details_sealed: null,
        processor: attempt.processor ?? "northbank",
        charge_number: 1,
        charge_id: null,
        reversal: null,
        next_check_at: null,
        checks: 0,
        price_detail: JSON.stringify(attempt.country ? { country: attempt.country } : {}),
        detail: "{}",
        refunded_base_minor: 0,
        refunded_fees_minor: 0,
        refunded_tax_minor: 0,
        routing: noJson,
        created_at: at,
        updated_at: at,
      })
      .execute();
  }
  return { paymentIntentId, paymentIds };
}

function statusOf(attempts: readonly TestAttempt[]): "no-payment" | TestAttempt["status"] {
  const statuses = attempts.map(({ status }) => status);
  return (
    (["success", "pending", "failed"] as const).find((each) => statuses.includes(each)) ??
    "no-payment"
  );
}

/** Changes a payment as the service does: the intent's time moves, too. */
export async function changePayment(
  { kysely }: Database,
  ids: { readonly paymentIntentId: string; readonly paymentId: string },
  nowMs: number,
  change: {
    readonly status: TestAttempt["status"];
    readonly wasSuccess: boolean;
    readonly reason?: string;
  },
): Promise<void> {
  const { status, wasSuccess, reason } = change;
  await kysely.transaction().execute(async (tx) => {
    await tx
      .updateTable("payment_intents")
      .set({ status, updated_at: new Date(nowMs) })
      .where("payment_intent_id", "=", ids.paymentIntentId)
      .execute();
    await tx
      .updateTable("payments")
      .set({
        status,
        step: status === "pending" ? "processing" : status,
        was_success: wasSuccess,
        ...(reason === undefined
          ? {}
          : { messages: JSON.stringify([{ code: reason, atMs: nowMs }]) }),
        updated_at: new Date(nowMs),
      })
      .where("payment_id", "=", ids.paymentId)
      .execute();
  });
}

/** Writes a refund. Resolves to its id. */
export async function writeRefund(
  { kysely }: Database,
  owner: { readonly operatorId: string; readonly currency?: string },
  ids: { readonly paymentIntentId: string; readonly paymentId: string },
  atMs: number,
  baseMinor: number,
): Promise<string> {
  const refundId = idAt("refund", atMs);
  const at = new Date(atMs);
  await kysely
    .insertInto("refunds")
    .values({
      operator_id: owner.operatorId,
      refund_id: refundId,
      external_refund_id: refundId,
      payment_intent_id: ids.paymentIntentId,
      payment_id: ids.paymentId,
      external_customer_id: "ada",
      step: "requested",
      kind: "refund",
      base_minor: baseMinor,
      fees_minor: 1,
      tax_minor: 2,
      currency: owner.currency ?? "USD",
      reason: "duplicate",
      note_sealed: null,
      requested_by: JSON.stringify({ kind: "api", keyId: "key_1" }),
      processor: "northbank",
      provider_refund_id: null,
      reference_type: null,
      reference_value: null,
      failure_code: null,
      version: 1,
      sent_at: null,
      next_check_at: null,
      checks: 0,
      created_at: at,
      updated_at: at,
      settled_at: null,
    })
    .execute();
  return refundId;
}
