import { addDisputes } from "./canary-disputes.ts";
import { type CanaryRows, own, sealText } from "./canary-rows.ts";

/** A bank payment with its proof, ACH entry, redirects and a method that is not saved yet. */
export async function addMoney(canary: CanaryRows): Promise<void> {
  const { world, externalCustomerId, owner, now, paymentIntentId, disbursementIntentId } = canary;
  const { operator_id: operatorId } = owner;
  const { kysely } = world.service.deps.database;
  const at = { created_at: now, updated_at: now };
  const paymentId = `pay_${externalCustomerId}`;
  const paymentKey = { payment_id: paymentId };
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
      detail: JSON.stringify({
        mandate: { version: "1", locale: "en", acceptedAtMs: 0, endedAtMs: null },
      }),
      price_detail: "{}",
      payment_method: null,
      three_ds: null,
      processor: "bank",
      three_ds_server_trans_id: null,
      details_sealed: null,
      context_sealed: sealText(canary, "payments", "context_sealed", paymentKey, (ipAddress) => ({
        ipAddress,
        userAgent: null,
        deviceId: null,
      })),
      tax_address_sealed: sealText(
        canary,
        "payments",
        "tax_address_sealed",
        paymentKey,
        (line1) => ({
          line1,
          state: "NY",
          postalCode: "10001",
        }),
      ),
      instrument_index: own(canary, "instrument"),
      stop_lifted_at: now,
      stop_lift_sealed: sealText(canary, "payments", "stop_lift_sealed", paymentKey, (reason) => ({
        reason,
      })),
      routing: null,
      charge_number: 1,
      charge_id: null,
      reversal: null,
      next_check_at: null,
      checks: 0,
      ...at,
    } as never)
    .execute();
  const refundKey = { refund_id: `ref_${externalCustomerId}` };
  await kysely
    .insertInto("refunds")
    .values({
      ...refundKey,
      ...owner,
      external_refund_id: `refund-${externalCustomerId}`,
      payment_intent_id: paymentIntentId,
      payment_id: paymentId,
      step: "failed",
      kind: "refund",
      base_minor: 100,
      fees_minor: 0,
      tax_minor: 0,
      currency: "USD",
      reason: "other",
      note_sealed: sealText(canary, "refunds", "note_sealed", refundKey),
      transfer_type: "crypto",
      transfer_asset: "USDC",
      transfer_network: "ethereum",
      transfer_most_units: "1000000",
      link_generation: 1,
      link_expires_at: now,
      destination_sealed: sealText(
        canary,
        "refunds",
        "destination_sealed",
        refundKey,
        (address) => ({ type: "crypto", address, from: { ipAddress: "", userAgent: "", at: "" } }),
      ),
      requested_by: JSON.stringify({ kind: "api" }),
      processor: "bank",
      version: 2,
      checks: 0,
      ...at,
    })
    .execute();
  const batchKey = { refund_batch_id: `rfb_${externalCustomerId}` };
  await kysely
    .insertInto("refund_batches")
    .values({
      ...batchKey,
      operator_id: operatorId,
      state: "done",
      reason: "other",
      note_sealed: sealText(canary, "refund_batches", "note_sealed", batchKey),
      requested_by: JSON.stringify({ kind: "staff" }),
      version: 1,
      served_at: now,
      ...at,
    })
    .execute();
  await kysely
    .insertInto("refund_batch_items")
    .values({
      ...batchKey,
      operator_id: operatorId,
      position: 1,
      payment_intent_id: paymentIntentId,
      payment_id: paymentId,
      processor: "bank",
      currency: "USD",
      base_minor: 100,
      total_minor: 100,
      seen_returned_minor: 0,
      state: "requested",
      tries: 1,
      refund_id: refundKey.refund_id,
    })
    .execute();
  const aboutPayment = {
    ...owner,
    subject_type: "payment",
    subject_id: paymentId,
    payment_intent_id: paymentIntentId,
    payment_id: paymentId,
    amount_minor: 100,
    currency: "USD",
    version: 1,
  } as const;
  const markKey = { outcome_mark_id: `omk_${externalCustomerId}` };
  await kysely
    .insertInto("outcome_marks")
    .values({
      ...aboutPayment,
      ...markKey,
      outcome: "failed",
      note_sealed: sealText(canary, "outcome_marks", "note_sealed", markKey, (note) => ({
        note,
        statement: null,
      })),
      state: "applied",
      marked_by: JSON.stringify({ kind: "staff", staffId: "stf_1" }),
      created_at: now,
    })
    .execute();
  await kysely
    .insertInto("outcome_mark_files")
    .values({
      ...markKey,
      operator_id: operatorId,
      name_sealed: sealText(canary, "outcome_mark_files", "name_sealed", markKey),
      content_type: "image/png",
      size_bytes: 1,
      pages: 1,
      content_sealed: sealText(canary, "outcome_mark_files", "content_sealed", markKey, (text) =>
        btoa(text),
      ),
      added_at: now,
    })
    .execute();
  const alarmKey = { outcome_alarm_id: `oal_${externalCustomerId}` };
  await kysely
    .insertInto("outcome_alarms")
    .values({
      ...aboutPayment,
      ...alarmKey,
      problem: "happened_after_all",
      source: "look_up",
      reference: "ch_1",
      state: "resolved",
      resolution: "kept",
      note_sealed: sealText(canary, "outcome_alarms", "note_sealed", alarmKey),
      opened_at: now,
    })
    .execute();
  const sealed = (recipientName: string) => ({ recipientName });
  const deliveryKey = { payment_intent_id: paymentIntentId };
  await kysely
    .insertInto("payment_deliveries")
    .values({
      ...deliveryKey,
      operator_id: operatorId,
      delivery_sealed: sealText(
        canary,
        "payment_deliveries",
        "delivery_sealed",
        deliveryKey,
        sealed,
      ),
      ...at,
    })
    .execute();
  await addDisputes(canary, paymentId);
  await kysely
    .insertInto("fraud_reports")
    .values({
      operator_id: operatorId,
      processor: "bank",
      report_id: `fr-${externalCustomerId}`,
      payment_intent_id: paymentIntentId,
      payment_id: paymentId,
      network: "visa",
      amount_minor: 100,
      currency: "USD",
      reported_at: now,
      created_at: now,
    })
    .execute();
  await kysely
    .insertInto("bank_mandates")
    .values({
      payment_id: paymentId,
      operator_id: operatorId,
      payment_intent_id: paymentIntentId,
      account_index: own(canary, "account"),
      version: "1",
      locale: "en",
      accepted_at: now,
      evidence_sealed: sealText(canary, "bank_mandates", "evidence_sealed", paymentKey, (text) => ({
        text,
      })),
      bar_lift_sealed: sealText(
        canary,
        "bank_mandates",
        "bar_lift_sealed",
        paymentKey,
        (reason) => ({
          reason,
        }),
      ),
      bar_lifted_at: now,
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
      return_url_sealed: sealText(canary, "bank_payments", "return_url_sealed", paymentKey),
      ...at,
      state_hash: own(canary, "state"),
      browser_hash: own(canary, "browser"),
      expires_at: now,
      checks: 0,
      verifier_sealed: sealText(canary, "bank_payments", "verifier_sealed", paymentKey),
      token_sealed: sealText(canary, "bank_payments", "token_sealed", paymentKey),
    } as never)
    .execute();
  const grantKey = { payment_id: paymentId, reference_hash: own(canary, "grant") };
  await kysely
    .insertInto("bank_payment_grants")
    .values({
      ...grantKey,
      operator_id: operatorId,
      grant_sealed: sealText(canary, "bank_payment_grants", "grant_sealed", grantKey),
      received_at: now,
    } as never)
    .execute();
  const entryKey = { ach_entry_id: `ach_${externalCustomerId}` };
  await kysely
    .insertInto("ach_entries")
    .values({
      ...entryKey,
      operator_id: operatorId,
      ...at,
      version: 1,
      entry_key: paymentId,
      source: "payment",
      direction: "debit",
      account_type: "checking",
      details_sealed: sealText(canary, "ach_entries", "details_sealed", entryKey, (holderName) => ({
        routingNumber: "110000000",
        accountNumber: "000123456789",
        holderName,
      })),
      amount_minor: 500,
      company_name: "SHOP",
      status: "returned",
      told_status: "returned",
      return_code: "R01",
    } as never)
    .execute();
  const methodKey = { payment_method_id: `pm_${externalCustomerId}` };
  await kysely
    .insertInto("payment_methods")
    .values({
      ...methodKey,
      ...owner,
      payment_id: paymentId,
      type: "card",
      status: "wanted",
      shown_sealed: sealText(canary, "payment_methods", "shown_sealed", methodKey, (brand) => ({
        brand,
      })),
      method_index: own(canary, "index"),
      details_sealed: sealText(canary, "payment_methods", "details_sealed", methodKey),
      consent_sealed: sealText(canary, "payment_methods", "consent_sealed", methodKey, (text) => ({
        text,
      })),
      consented_at: now,
      kept_at: null,
      last_used_at: null,
      removed_at: null,
      created_at: now,
    })
    .execute();
  for (const [name, subject] of [
    ["login", disbursementIntentId],
    ["payment-login", paymentIntentId],
  ] as const) {
    const loginKey = { bank_login_id: `blg_${name}_${externalCustomerId}` };
    await kysely
      .insertInto("bank_logins")
      .values({
        ...loginKey,
        operator_id: operatorId,
        version: 1,
        ...at,
        subject,
        status: "confirmed",
        state_hash: own(canary, name),
        verifier_sealed: sealText(canary, "bank_logins", "verifier_sealed", loginKey),
        account_sealed: sealText(
          canary,
          "bank_logins",
          "account_sealed",
          loginKey,
          (holderName) => ({
            bankName: "Bank",
            accountNumber: "000123456789",
            holderName,
          }),
        ),
        authorization_sealed: sealText(canary, "bank_logins", "authorization_sealed", loginKey),
        browser_hash: own(canary, `${name}-browser`),
        expires_at: now,
      } as never)
      .execute();
  }
}
