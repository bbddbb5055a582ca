import { type CanaryRows, own, sealText } from "./canary-rows.ts";

/**
 * Adds the rest: a W-9 draft, sanctions, a payee at a payout processor, a payout's reason, a webhook response, a prize,
 * a tax form and a crypto deposit.
 */
export async function addOther(canary: CanaryRows): Promise<void> {
  const { world, externalCustomerId, owner, now, paymentIntentId, disbursementIntentId } = canary;
  const { operator_id: operatorId } = owner;
  const paymentId = `pay_${externalCustomerId}`;
  const { kysely } = world.service.deps.database;
  const at = { created_at: now, updated_at: now };
  const formKey = await kysely
    .selectFrom("w9_forms")
    .select("w9_id")
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirstOrThrow();
  await kysely
    .updateTable("w9_forms")
    .set({
      draft_sealed: sealText(canary, "w9_forms", "draft_sealed", formKey, (name) => ({ name })),
    })
    .where("external_customer_id", "=", externalCustomerId)
    .execute();
  await kysely
    .insertInto("sanctions_screenings")
    .values({
      ...owner,
      list_version: "v1",
      subject_index: own(canary, "subject"),
      screened_at: now,
    })
    .execute();
  await kysely
    .insertInto("payout_payees")
    .values({
      ...owner,
      provider: "dwolla",
      account_index: own(canary, "payee_account"),
      vendor_id: own(canary, "payee_vendor"),
      created_at: now,
    })
    .execute();
  const reviewKey = { sanctions_review_id: `snr_${externalCustomerId}` };
  const sealedIn = (column: string) =>
    sealText(canary, "sanctions_reviews", column, reviewKey, (name) => ({ name }));
  await kysely
    .insertInto("sanctions_reviews")
    .values({
      ...owner,
      ...reviewKey,
      list: "sdn",
      entry_id: "1",
      entry_hash: "hash",
      subject_index: "index",
      score: 90,
      state: "cleared",
      evidence_sealed: sealedIn("evidence_sealed"),
      reason_sealed: sealedIn("reason_sealed"),
      cleared_by: null,
      decided_by: null,
      version: 2,
      opened_at: now,
      updated_at: now,
      decided_at: now,
    })
    .execute();
  const historyKey = { disbursement_intent_id: disbursementIntentId, version: 1 };
  await kysely
    .updateTable("disbursement_history")
    .set({ reason_sealed: sealText(canary, "disbursement_history", "reason_sealed", historyKey) })
    .where("disbursement_intent_id", "=", historyKey.disbursement_intent_id)
    .where("version", "=", historyKey.version)
    .execute();
  const event = await kysely
    .selectFrom("events")
    .select("event_id")
    .where("resource_id", "=", paymentIntentId)
    .executeTakeFirstOrThrow();
  const attemptKey = { event_id: event.event_id, webhook_id: "we_1", attempt: 1 };
  await kysely
    .insertInto("webhook_attempts")
    .values({
      ...attemptKey,
      attempted_at: now,
      duration_ms: 1,
      status_code: 200,
      failure: null,
      answer_sealed: sealText(canary, "webhook_attempts", "answer_sealed", attemptKey),
    })
    .execute();
  await kysely
    .insertInto("prizes")
    .values({
      prize_id: `prz_${externalCustomerId}`,
      ...owner,
      ...at,
      external_prize_id: `prize-of-${externalCustomerId}`,
      game_type: "bingo",
      tax_year: 2026,
      status: "filed",
      version: 1,
      winnings_minor: 100,
      reportable_minor: 100,
      legally_reportable: false,
      regular_withholding_minor: 0,
      date_won: "2026-03-01",
      won_at: now,
      paid_at: now,
      boxes: "{}",
    } as never)
    .execute();
  const filing = {
    tax_filing_id: `txf_${externalCustomerId}`,
    operator_id: operatorId,
    tax_year: 2026,
    form: "1099-MISC",
  } as const;
  await kysely
    .insertInto("tax_filings")
    .values({
      ...filing,
      is_correction: false,
      form_count: 1,
      status: "filed",
      version: 1,
      created_by: "command",
      created_at: now,
    } as never)
    .execute();
  await kysely
    .insertInto("tax_forms")
    .values({
      ...filing,
      external_customer_id: externalCustomerId,
      revision: 1,
      amount_minor: 100,
      withheld_minor: 0,
    })
    .execute();
  const depositKey = { crypto_deposit_id: `cd_${externalCustomerId}`, network: "base" };
  await kysely
    .insertInto("crypto_deposits")
    .values({
      ...depositKey,
      ...at,
      operator_id: operatorId,
      payment_id: paymentId,
      asset: "USDC",
      address: `0x-${externalCustomerId}`,
      address_index: 1,
      amount_minor: 500,
      currency: "USD",
      rate: "1",
      due: "5000000",
      tolerance: "0",
      status: "expired",
      required: 1,
      watched_closely: false,
      expires_at: now,
      watched_until: now,
    } as never)
    .execute();
  await kysely
    .insertInto("crypto_transfers")
    .values({
      ...depositKey,
      tx_hash: `0xtransfer-${externalCustomerId}`,
      log_index: 0,
      amount: "1",
      state: "mined",
      arrived_at: now,
    } as never)
    .execute();
}
