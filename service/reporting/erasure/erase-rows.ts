import { type SelectQueryBuilder, sql } from "kysely";
import { maskMethod, payoutPlace } from "../../payouts/index.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { deleteBankLogins } from "../../rails/bank-login/index.ts";
import { type ErasureSubject, entryKeysOf } from "./blockers.ts";
import { resourceIdsOf } from "./redact-events.ts";

type EraseDeps = Pick<PlatformDeps, "clock" | "random" | "keyring"> & { readonly now: Date };

type Seal = (table: string, column: string, id: string, text: string) => string;

/** Tables whose rows are deleted, children first. */
const ofCustomer = [
  "sms_notices",
  "sms_sends",
  "sms_verifications",
  "customer_last_seen",
  "sanctions_screenings",
  "payment_methods",
  "payout_methods",
  "payout_payees",
] as const;

/**
 * Deletes or empties a customer's personal data, except what the law requires (personal-data.ts). The customer and
 * their intents must be locked.
 */
export async function eraseRows(
  deps: EraseDeps,
  tx: Tx,
  subject: ErasureSubject & { customerId: string; keepTaxRecords: boolean },
): Promise<void> {
  const { operatorId } = subject;
  const { keyring, now } = deps;
  const seal: Seal = (table, column, id, text) =>
    keyring.encryptField({ operatorId, table, column, id }, text);
  await eraseVerifications(tx, subject);
  await eraseW9Forms(tx, subject, now);
  // The consents are due now: service/payouts/methods/end-consents.ts ends them at the vendor.
  await tx
    .updateTable("payout_consents")
    .set({ next_check_at: now })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "in", (query) =>
      query
        .selectFrom("payout_methods")
        .select("consent_id")
        .where("operator_id", "=", operatorId)
        .where("external_customer_id", "=", subject.externalCustomerId)
        .where("consent_id", "is not", null)
        .$narrowType<{ consent_id: string }>(),
    )
    .execute();
  for (const table of ofCustomer) {
    await tx
      .deleteFrom(table)
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", subject.externalCustomerId)
      .execute();
  }
  await tx
    .deleteFrom("sanctions_reviews")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", subject.externalCustomerId)
    .where("state", "=", "cleared")
    .execute();
  await erasePayments(tx, subject, seal);
  await erasePayouts(keyring, tx, subject);
  await eraseBankLogins(deps, tx, subject);
  await eraseEntries(tx, subject, seal);
  await eraseProfile(tx, subject, now, seal);
}

async function eraseVerifications(tx: Tx, subject: ErasureSubject): Promise<void> {
  const { operatorId, externalCustomerId } = subject;
  const found = await tx
    .selectFrom("kyc_verifications")
    .select("kyc_verification_id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .orderBy("kyc_verification_id")
    // Nobody adds rows to them from here on.
    .forUpdate()
    .execute();
  const ids = found.map((row) => row.kyc_verification_id);
  if (ids.length > 0) {
    await tx
      .deleteFrom("kyc_image_pieces")
      .where("upload_id", "in", (select) =>
        select.selectFrom("kyc_images").select("upload_id").where("kyc_verification_id", "in", ids),
      )
      .execute();
    for (const table of [
      "kyc_images",
      "kyc_access_log",
      "review_claims",
      "kyc_handoffs",
    ] as const) {
      await tx
        .deleteFrom(table)
        .where("operator_id", "=", operatorId)
        .where("kyc_verification_id", "in", ids)
        .execute();
    }
  }
  for (const table of ["kyc_links", "kyc_verifications"] as const) {
    await tx
      .deleteFrom(table)
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
  }
}

/** Keeps signed forms that are retained for filing. */
async function eraseW9Forms(
  tx: Tx,
  { operatorId, externalCustomerId, keepTaxRecords }: ErasureSubject & { keepTaxRecords: boolean },
  now: Date,
): Promise<void> {
  const forms = tx
    .selectFrom("w9_forms")
    .select("w9_id")
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId);
  await deleteW9Forms(tx, keepTaxRecords ? forms.where("completed_at", "is", null) : forms);
  await tx
    .updateTable("w9_access_log")
    .set({ ip_address_sealed: null, user_agent_sealed: null })
    .where("w9_id", "in", forms)
    .execute();
  await tx
    .updateTable("w9_forms")
    .set((form) => ({
      draft_sealed: null,
      link_expires_at: now,
      earlier_link_expires_at: null,
      intent_live_until: null,
      match_due_at: null,
      lease_token: null,
      link_generation: form("link_generation", "+", 1),
    }))
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
}

/** Deletes forms with their access log. */
export async function deleteW9Forms(
  tx: Tx,
  forms: SelectQueryBuilder<Tables, "w9_forms", { w9_id: string }>,
): Promise<void> {
  // Nobody adds an access from here on.
  const deleted = await forms.orderBy("w9_id").forUpdate().execute();
  const ids = deleted.map((row) => row.w9_id);
  if (ids.length === 0) return;
  await tx.deleteFrom("w9_access_log").where("w9_id", "in", ids).execute();
  await tx.deleteFrom("w9_forms").where("w9_id", "in", ids).execute();
}

async function erasePayments(tx: Tx, subject: ErasureSubject, seal: Seal): Promise<void> {
  const { operatorId, externalCustomerId } = subject;
  // A new version refuses attempts decided on the old one.
  const intents = await tx
    .updateTable("payment_intents")
    .set((intent) => ({
      description: null,
      custom_data: "{}",
      secret_hash: sql<string>`'erased:' || payment_intent_id`,
      version: intent("version", "+", 1),
    }))
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .returning("payment_intent_id")
    .execute();
  const ids = intents.map((row) => row.payment_intent_id);
  if (ids.length === 0) return;
  await tx
    .updateTable("payments")
    .set({
      details_sealed: null,
      context_sealed: null,
      tax_address_sealed: null,
      instrument_index: null,
      stop_lift_sealed: null,
    })
    .where("payment_intent_id", "=", anyOf(ids))
    .execute();
  await tx
    .deleteFrom("payment_deliveries")
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", anyOf(ids))
    .execute();
  await tx
    .updateTable("refunds")
    .set({ note_sealed: null, destination_sealed: null })
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
  // A note may be about any of the batch's customers.
  await tx
    .updateTable("refund_batches")
    .set({ note_sealed: null })
    .where("operator_id", "=", operatorId)
    .where("note_sealed", "is not", null)
    .where("refund_batch_id", "in", (batch) =>
      batch
        .selectFrom("refund_batch_items")
        .select("refund_batch_id")
        .where("operator_id", "=", operatorId)
        .where("payment_intent_id", "=", anyOf(ids)),
    )
    .execute();
  await tx
    .deleteFrom("outcome_mark_files")
    .where("operator_id", "=", operatorId)
    .where("outcome_mark_id", "in", (marks) =>
      marks
        .selectFrom("outcome_marks")
        .select("outcome_mark_id")
        .where("operator_id", "=", operatorId)
        .where("external_customer_id", "=", externalCustomerId),
    )
    .execute();
  for (const table of ["outcome_marks", "outcome_alarms"] as const) {
    await tx
      .updateTable(table)
      .set({ note_sealed: null })
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .execute();
  }
  const disputes = await tx
    .updateTable("disputes")
    .set({ evidence_sealed: null })
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .returning("dispute_id")
    .execute();
  if (disputes.length > 0) {
    const disputeIds = anyOf(disputes.map((row) => row.dispute_id));
    await tx
      .deleteFrom("dispute_files")
      .where("operator_id", "=", operatorId)
      .where("dispute_id", "=", disputeIds)
      .execute();
    await tx
      .updateTable("dispute_inquiries")
      .set({ note_sealed: null, answer_note_sealed: null })
      .where("operator_id", "=", operatorId)
      .where("dispute_id", "=", disputeIds)
      .execute();
  }
  const atBank = await tx
    .updateTable("bank_payments")
    .set({ verifier_sealed: null, token_sealed: null, state_hash: null, browser_hash: null })
    .where("operator_id", "=", operatorId)
    .where("payment_intent_id", "=", anyOf(ids))
    .returning("payment_id")
    .execute();
  for (const { payment_id: id } of atBank) {
    await tx
      .deleteFrom("bank_payment_grants")
      .where("operator_id", "=", operatorId)
      .where("payment_id", "=", id)
      .execute();
    const sealed = seal("bank_payments", "return_url_sealed", id, "about:blank");
    await tx
      .updateTable("bank_payments")
      .set({ return_url_sealed: sealed })
      .where("operator_id", "=", operatorId)
      .where("payment_id", "=", id)
      .execute();
  }
}

async function erasePayouts(keyring: Keyring, tx: Tx, subject: ErasureSubject): Promise<void> {
  const { operatorId, externalCustomerId } = subject;
  const intents = await tx
    .updateTable("disbursement_intents")
    .set((intent) => ({
      description: null,
      custom_data: "{}",
      destination_sealed: null,
      secret_hash: sql<string>`'erased:' || disbursement_intent_id`,
      version: intent("version", "+", 1),
    }))
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .returning(["disbursement_intent_id", "type", "shown_sealed"])
    .execute();
  for (const { disbursement_intent_id: id, type, shown_sealed: shown } of intents) {
    // Bank, brand and last four digits stay with the money. A crypto address is masked: it identifies its owner.
    if (shown === null || type !== "crypto") continue;
    const place = payoutPlace({ operatorId, disbursementIntentId: id }, "shown_sealed");
    const opened = unlessBroken(() => keyring.decryptField(place, shown));
    if (opened === undefined) continue;
    const masked = maskMethod(JSON.parse(opened));
    await tx
      .updateTable("disbursement_intents")
      .set({ shown_sealed: keyring.encryptField(place, JSON.stringify(masked)) })
      .where("operator_id", "=", operatorId)
      .where("disbursement_intent_id", "=", id)
      .execute();
  }
  const ids = intents.map((row) => row.disbursement_intent_id);
  if (ids.length === 0) return;
  await tx
    .updateTable("disbursement_history")
    .set({ reason_sealed: null })
    .where("operator_id", "=", operatorId)
    .where("disbursement_intent_id", "=", anyOf(ids))
    .execute();
}

/** Deletes the bank logins of the customer's payments and payouts. */
async function eraseBankLogins(deps: EraseDeps, tx: Tx, subject: ErasureSubject): Promise<void> {
  const subjects = await resourceIdsOf(tx, subject);
  if (subjects.length === 0) return;
  await deleteBankLogins(deps, tx, { operatorId: subject.operatorId, subjects });
}

async function eraseEntries(tx: Tx, subject: ErasureSubject, seal: Seal): Promise<void> {
  const entries = await tx
    .selectFrom("ach_entries")
    .select("ach_entry_id")
    .where("operator_id", "=", subject.operatorId)
    .where("entry_key", "in", entryKeysOf(tx, subject))
    .execute();
  for (const { ach_entry_id: id } of entries) {
    await tx
      .updateTable("ach_entries")
      .set({ details_sealed: seal("ach_entries", "details_sealed", id, "{}") })
      .where("operator_id", "=", subject.operatorId)
      .where("ach_entry_id", "=", id)
      .execute();
  }
}

async function eraseProfile(
  tx: Tx,
  { operatorId, customerId }: ErasureSubject & { customerId: string },
  now: Date,
  seal: Seal,
): Promise<void> {
  await tx
    .deleteFrom("customer_search")
    .where("operator_id", "=", operatorId)
    .where("customer_id", "=", customerId)
    .execute();
  await tx
    .updateTable("customers")
    .set((row) => ({
      email_sealed: seal("customers", "email_sealed", customerId, ""),
      // The e-mail address is free for another customer.
      email_index: `erased:${customerId}`,
      first_name_sealed: null,
      middle_name_sealed: null,
      last_name_sealed: null,
      suffix_sealed: null,
      date_of_birth_sealed: null,
      phone_number_sealed: null,
      address_sealed: null,
      phone_verified_at: null,
      date_of_birth_claimed: false,
      erased_at: now,
      updated_at: now,
      version: row("version", "+", 1),
      search_version: row("version", "+", 1),
    }))
    .where("operator_id", "=", operatorId)
    .where("customer_id", "=", customerId)
    .execute();
}
