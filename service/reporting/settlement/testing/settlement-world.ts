import { insertDispute } from "../../../payments/disputes/dispute-store.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { newId } from "../../../platform/randomness.ts";
import type { TestService } from "../../../testing/create-test-service.ts";

export interface Charged {
  chargeId: string | null;
  totalMinor: number;
  status?: "pending" | "success" | "failed";
  processor?: string;
  currency?: string;
  createdAt?: string;
}

/** Adds staff, or moves them to this operator. Their ids say their role: `admin_1`, `reviewer_1`. */
export async function addStaffRows(
  t: TestService,
  operatorId: string,
  staffIds: readonly `${"admin" | "reviewer"}_${number}`[],
): Promise<void> {
  const now = new Date(t.clock.nowMs());
  const rows = staffIds.map((staffId) => ({
    staff_id: staffId,
    operator_id: operatorId,
    role: staffId.startsWith("admin") ? ("admin" as const) : ("reviewer" as const),
    status: "active" as const,
    email_sealed: "",
    email_index: staffId,
    name_sealed: null,
    password_sealed: null,
    totp_sealed: null,
    totp_pending_sealed: null,
    totp_last_step: 0,
    approval_limits: null,
    last_login_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }));
  await t.service.deps.database.kysely
    .insertInto("staff")
    .values(rows)
    .onConflict((conflict) => conflict.column("staff_id").doUpdateSet({ operator_id: operatorId }))
    .execute();
}

/** Adds card payments. Resolves to their ids in order. */
export async function addCharges(
  t: TestService,
  operatorId: string,
  charged: readonly Charged[],
): Promise<string[]> {
  const { deps } = t.service;
  const rows = charged.map((one) => {
    const at = one.createdAt ? new Date(one.createdAt) : new Date(deps.clock.nowMs());
    const past = { clock: { nowMs: () => at.getTime() }, random: deps.random };
    const ids = { intent: newId(past, "paymentIntent"), payment: newId(past, "payment") };
    return { one, at, ...ids };
  });
  await deps.database.kysely
    .insertInto("payment_intents")
    .values(
      rows.map(({ one, at, intent }) => ({
        payment_intent_id: intent,
        operator_id: operatorId,
        external_payment_intent_id: intent,
        external_customer_id: "ada",
        amount_minor: one.totalMinor,
        currency: one.currency ?? "USD",
        description: null,
        custom_data: "{}",
        payment_method_types: '["card"]',
        payment_descriptor: "TEST",
        secret_hash: intent,
        status: one.status ?? ("success" as const),
        version: 1,
        created_at: at,
        updated_at: at,
        expires_at: at,
      })),
    )
    .execute();
  await deps.database.kysely
    .insertInto("payments")
    .values(
      rows.map(({ one, at, intent, payment }) => ({
        payment_id: payment,
        payment_intent_id: intent,
        operator_id: operatorId,
        attempt: 1,
        step: one.status === "pending" ? "processing" : (one.status ?? "success"),
        status: one.status ?? ("success" as const),
        was_success: false,
        type: "card",
        fees_minor: 0,
        tax_minor: 0,
        price_detail: "{}",
        total_minor: one.totalMinor,
        messages: "[]",
        payment_method: "null",
        detail: "{}",
        three_ds: "null",
        three_ds_server_trans_id: null,
        details_sealed: null,
        processor: one.processor ?? "alpha",
        routing: "null",
        charge_number: 1,
        charge_id: one.chargeId,
        reversal: null,
        next_check_at: null,
        checks: 0,
        created_at: at,
        updated_at: at,
      })),
    )
    .execute();
  return rows.map(({ payment }) => payment);
}

/** Adds a refund. Resolves to its id. */
export async function addRefund(
  t: TestService,
  operatorId: string,
  given: {
    paymentId: string;
    providerRefundId: string | null;
    amountMinor: number;
    step?: "processing" | "success" | "failed" | "canceled";
  },
): Promise<string> {
  const { deps } = t.service;
  const refundId = newId(deps, "refund");
  const now = new Date(deps.clock.nowMs());
  const payment = await deps.database.kysely
    .selectFrom("payments")
    .select(["payment_intent_id", "processor"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", given.paymentId)
    .executeTakeFirstOrThrow();
  await deps.database.kysely
    .insertInto("refunds")
    .values({
      operator_id: operatorId,
      refund_id: refundId,
      external_refund_id: refundId,
      payment_intent_id: payment.payment_intent_id,
      payment_id: given.paymentId,
      external_customer_id: "ada",
      step: given.step ?? "success",
      kind: "refund",
      base_minor: given.amountMinor,
      fees_minor: 0,
      tax_minor: 0,
      currency: "USD",
      reason: null,
      note_sealed: null,
      requested_by: JSON.stringify({ kind: "api" }),
      processor: payment.processor,
      provider_refund_id: given.providerRefundId,
      reference_type: null,
      reference_value: null,
      failure_code: null,
      version: 1,
      checks: 0,
      sent_at: now,
      next_check_at: null,
      created_at: now,
      updated_at: now,
      settled_at: now,
    })
    .execute();
  return refundId;
}

/** Sends a file. `query` has no question mark. */
export function send(
  t: TestService,
  content: string,
  query = "processor=alpha",
  token = t.operator.secretKey,
) {
  return t.service.app.inject({
    method: "POST",
    url: `/v1/settlement-files${query === "" ? "" : `?${query}`}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "text/csv" },
    payload: content,
  });
}

/** Imports a file. Resolves to the file afterwards. */
export async function importFile(t: TestService, content: string, query?: string) {
  const sent = await send(t, content, query);
  if (sent.statusCode !== 201) throw new Error(sent.body);
  await t.runJob("import_settlement_files");
  const { settlementFileId } = sent.json();
  return (await t.call("GET", `/v1/settlement-files/${settlementFileId}`)).json();
}

/** Lists breaks as `class subject amount`. */
export async function breaksOf(t: TestService, operatorId = t.operator.operatorId) {
  const rows = await t.service.deps.database.kysely
    .selectFrom("settlement_breaks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .orderBy("opened_at")
    .orderBy("row_no", (order) => order.asc().nullsLast())
    .orderBy("class")
    .execute();
  return rows.map((row) => ({
    class: row.class,
    state: row.state,
    subject: row.subject_id,
    amountMinor: row.amount_minor,
    id: row.settlement_break_id,
    version: row.version,
  }));
}

/** Adds a dispute from a processor's notice, with postings. Resolves to its id. */
export async function addDispute(
  t: TestService,
  operatorId: string,
  given: {
    paymentId: string;
    providerDisputeId: string;
    amountMinor: number;
    feeMinor: number | null;
    currency?: string;
  },
): Promise<string> {
  const { deps } = t.service;
  const disputeId = newId(deps, "dispute");
  const nowMs = deps.clock.nowMs();
  const payment = await deps.database.kysely
    .selectFrom("payments")
    .select(["payment_intent_id", "processor"])
    .where("operator_id", "=", operatorId)
    .where("payment_id", "=", given.paymentId)
    .executeTakeFirstOrThrow();
  await deps.keyring.load(operatorId);
  await inTransaction(deps.database, (tx) =>
    insertDispute(deps, tx, {
      operatorId,
      disputeId,
      paymentId: given.paymentId,
      paymentIntentId: payment.payment_intent_id,
      externalCustomerId: "ada",
      processor: payment.processor ?? "alpha",
      providerDisputeId: given.providerDisputeId,
      network: "visa",
      reasonCode: "10.4",
      category: "fraudulent",
      stage: "chargeback",
      status: "needs-response",
      outcome: null,
      amountMinor: given.amountMinor,
      currency: given.currency ?? "USD",
      feeMinor: given.feeMinor,
      respondByMs: null,
      defendable: true,
      lastSequence: 1,
      refundedBeforeMinor: 0,
      evidenceSealed: null,
      submittedAtMs: null,
      refusalCode: null,
      refusedAtMs: null,
      version: 1,
      openedAtMs: nowMs,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      closedAtMs: null,
      remindedForMs: null,
      bankReference: null,
      inquiryId: null,
      reminders: 0,
    }),
  );
  return disputeId;
}
