/**
 * A customer with something in every place that personal data is stored in, and copies of the whole store to
 * compare. What no test can make in a moment (a bank's visit, a settled debit) is written as rows.
 */
import { sql } from "kysely";
import { methods, type PayoutWorld } from "../../../payouts/testing/payout-world.ts";

/** Words that are the canary's and nobody else's. */
export const canaryWords = [
  "canary-mail",
  "Zebulon",
  "Quillfeather",
  "Featherstone Alley",
  "2025550177",
  "1971-04-09",
  "203.0.113.177",
  "canary note",
  "canary-data",
  "536-22-8714",
  "536228714",
  "000123456789",
];

/** Table → rows, each value as text. */
export type Dump = Map<string, Record<string, string | null>[]>;

/** The whole store, as anybody sees it who has no key. */
export async function dumpStore({ service }: PayoutWorld): Promise<Dump> {
  const { kysely } = service.deps.database;
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(kysely);
  const dump: Dump = new Map();
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.table(name)} t`.execute(kysely);
    dump.set(
      name,
      rows.map(({ row }) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => [
            column,
            value === null || typeof value === "string" ? value : JSON.stringify(value),
          ]),
        ),
      ),
    );
  }
  return dump;
}

/** Columns of the store, by table. */
export async function columnsOf({ service }: PayoutWorld): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    order by c.table_name, c.ordinal_position`.execute(service.deps.database.kysely);
  const columns = new Map<string, string[]>();
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column]);
  return columns;
}

const address = {
  line1: "7 Featherstone Alley",
  city: "Reno",
  state: "NV",
  postalCode: "89501",
  country: "US",
};
const data = {
  email: "canary-mail@example.com",
  firstName: "Zebulon",
  middleName: "Xavier",
  lastName: "Quillfeather",
  suffix: "Jr",
  dateOfBirth: "1971-04-09",
  phoneNumber: "+12025550177",
  address,
};

/** Makes the canary; nothing is under way when it resolves. */
export async function makeCanary(world: PayoutWorld, externalCustomerId: string): Promise<void> {
  const { operatorId } = world.operator;
  const { deps } = world.service;
  const { kysely } = deps.database;
  const keyed = (key: string) => ({ "idempotency-key": `${externalCustomerId}-${key}` });
  const created = await world.call("POST", "/v1/customers", {
    body: { externalCustomerId, data },
    headers: keyed("customer"),
  });
  if (created.statusCode !== 201) throw new Error(created.body);
  const paid = await world.call("POST", "/v1/payment-intents", {
    body: {
      externalPaymentIntentId: `pay-${externalCustomerId}`,
      amount: 5,
      currency: "USD",
      externalCustomerId,
      description: "canary note",
      customData: { who: "canary-data" },
    },
    headers: keyed("intent"),
  });
  if (paid.statusCode !== 201) throw new Error(paid.body);
  const paymentIntentId: string = paid.json().paymentIntentId;
  const method = { ...methods.bank, save: true };
  const payout = await world.submitted(
    { externalCustomerId, description: "canary note", customData: { who: "canary-data" } },
    method,
  );
  await world.session(payout);
  await world.signW9(payout.w9CaptureUrl ?? (await world.statusOf(payout)).w9CaptureUrl, {
    firstName: "Zebulon",
    lastName: "Quillfeather",
    signature: "Zebulon Quillfeather",
    address,
  });
  const decided = await world.proceed(payout, true);
  if (decided.statusCode !== 200) throw new Error(JSON.stringify(decided.body));
  await world.idle();
  await world.call("GET", `/v1/customers/${externalCustomerId}/kyc-info`);
  await world.runJob("customers.search");

  // What takes other parties, as rows.
  const now = new Date(world.clock.nowMs());
  const at = { created_at: now, updated_at: now };
  const owner = { operator_id: operatorId, external_customer_id: externalCustomerId };
  const own = (column: string) => `1.${externalCustomerId}-${column}-${"x".repeat(20)}`;
  const { kyc_verification_id: kycId } = await kysely
    .selectFrom("kyc_verifications")
    .select("kyc_verification_id")
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable("kyc_verifications")
    .set({
      document_type: "passport",
      status: "verified",
      document_expires_on: "2031-01-01",
      reading_sealed: own("reading"),
      outcome_sealed: own("outcome"),
      document_index: own("document"),
      decision_reason_sealed: own("decision"),
    })
    .where("kyc_verification_id", "=", kycId)
    .execute();
  const uploadId = `kup_${externalCustomerId}`;
  const ofKyc = { operator_id: operatorId, kyc_verification_id: kycId };
  await kysely
    .insertInto("kyc_images")
    .values({
      upload_id: uploadId,
      ...ofKyc,
      side: "photo_page",
      state: "received",
      size_bytes: 1,
      received_bytes: 1,
      content_type: "image/jpeg",
      problems_sealed: own("problems"),
      image_sealed: own("image"),
      ...at,
    })
    .execute();
  await kysely
    .insertInto("kyc_image_pieces")
    .values({ upload_id: uploadId, begins_at: 0, piece_sealed: own("piece") })
    .execute();
  await kysely
    .insertInto("kyc_access_log")
    .values({
      ...ofKyc,
      upload_id: uploadId,
      actor: "reader",
      action: "image_read",
      accessed_at: now,
    })
    .execute();
  await kysely
    .insertInto("kyc_handoffs")
    .values({
      handoff_id: `kho_${externalCustomerId}`,
      ...owner,
      kyc_verification_id: kycId,

      link_id: null,
      link_generation: null,
      expires_at: now,
      opened_at: null,
      created_at: now,
    })
    .execute();
  const sms = { phone_number_sealed: own("phone"), phone_index: own("phone-index") };
  await kysely
    .insertInto("sms_verifications")
    .values({
      sms_verification_id: `sms_${externalCustomerId}`,
      ...owner,
      ...sms,
      ...at,
      status: "approved",
      failed_checks: 0,
      sends: 1,
      resend_at: now,
      expires_at: now,
      purpose: "payout",
      subject: payout.disbursementIntentId,
      on_file_index: own("on-file"),
    } as never)
    .execute();
  await kysely
    .insertInto("sms_sends")
    .values({
      ...owner,
      phone_index: own("phone-index"),
      phone_block: own("block"),
      ip_index: own("ip-index"),
      sent_at: now,
    })
    .execute();
  await kysely
    .insertInto("sms_notices")
    .values({
      sms_notice_id: `smn_${externalCustomerId}`,
      ...owner,
      created_at: now,
      phone_number_sealed: own("notice-phone"),
      next_try_at: new Date(8.64e14),
    })
    .execute();
  await kysely
    .insertInto("customer_last_seen")
    .values({ ...owner, ip_address_sealed: own("ip"), seen_at: now })
    .execute();
  const paymentId = `pay_${externalCustomerId}`;
  await kysely
    .insertInto("payments")
    .values({
      payment_id: paymentId,
      payment_intent_id: paymentIntentId,
      operator_id: operatorId,
      attempt: 1,
      step: "failed",
      status: "failed",
      was_success: false,
      type: "bank",
      fees_minor: 0,
      tax_minor: 0,
      total_minor: 500,
      messages: "[]",
      detail: "{}",
      price_detail: "{}",
      payment_method: null,
      three_ds: null,
      processor: "bank",
      three_ds_server_trans_id: null,
      details_sealed: null,
      routing: null,

      charge_number: 1,
      charge_id: null,
      reversal: null,
      next_check_at: null,
      checks: 0,
      ...at,
    } as never)
    .execute();
  await kysely
    .insertInto("bank_mandates")
    .values({
      payment_id: paymentId,
      operator_id: operatorId,
      payment_intent_id: paymentIntentId,
      account_index: own("account"),
      version: "1",
      locale: "en",
      accepted_at: now,
      evidence_sealed: own("evidence"),
    } as never)
    .execute();
  await kysely
    .insertInto("bank_payments")
    .values({
      payment_id: paymentId,
      payment_intent_id: paymentIntentId,
      operator_id: operatorId,
      status: "failed",
      version: 1,
      amount_minor: 500,
      currency: "USD",
      payee: "Shop",
      reference: "r",
      way: "redirect",
      return_url_sealed: own("return"),
      ...at,
      state_hash: own("state"),
      browser_hash: own("browser"),
      expires_at: now,
      checks: 0,
      verifier_sealed: own("verifier"),
      token_sealed: own("token"),
    } as never)
    .execute();
  await kysely
    .insertInto("ach_entries")
    .values({
      ach_entry_id: `ach_${externalCustomerId}`,
      operator_id: operatorId,
      ...at,
      version: 1,
      entry_key: paymentId,
      source: "payment",
      direction: "debit",
      account_type: "checking",
      details_sealed: own("entry"),
      amount_minor: 500,
      company_name: "SHOP",
      status: "returned",
      told_status: "returned",
      return_code: "R01",
    } as never)
    .execute();
  await kysely
    .insertInto("payment_methods")
    .values({
      payment_method_id: `pm_${externalCustomerId}`,
      ...owner,
      payment_id: paymentId,
      type: "card",
      status: "wanted",
      shown_sealed: own("shown"),
      method_index: own("index"),
      details_sealed: own("details"),
      consent_sealed: own("consent"),
      consented_at: now,
      kept_at: null,
      last_used_at: null,
      removed_at: null,
      created_at: now,
    })
    .execute();
  await kysely
    .insertInto("bank_logins")
    .values({
      bank_login_id: `blg_${externalCustomerId}`,
      operator_id: operatorId,
      version: 1,
      ...at,
      subject: payout.disbursementIntentId,
      status: "confirmed",
      state_hash: own("login"),
      verifier_sealed: own("login-verifier"),
      account_sealed: own("login-account"),
      authorization_sealed: own("login-address"),
      browser_hash: own("login-browser"),
      expires_at: now,
    } as never)
    .execute();
  await kysely
    .updateTable("w9_forms")
    .set({ draft_sealed: own("draft") })
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
  await kysely
    .updateTable("disbursement_history")
    .set({ reason_sealed: own("reason") })
    .where("disbursement_intent_id", "=", payout.disbursementIntentId)
    .execute();
  const event = await kysely
    .selectFrom("events")
    .select("event_id")
    .where("resource_id", "=", paymentIntentId)
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("webhook_attempts")
    .values({
      event_id: event.event_id,
      webhook_id: "we_1",
      attempt: 1,
      attempted_at: now,
      duration_ms: 1,
      status_code: 200,
      failure: null,
      answer_sealed: own("answer"),
    })
    .execute();
  // The payment's window has closed.
  world.clock.advance(3 * 3_600_000);
}
