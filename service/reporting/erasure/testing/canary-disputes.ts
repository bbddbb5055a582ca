import { type CanaryRows, sealText } from "./canary-rows.ts";

export async function addDisputes(canary: CanaryRows, paymentId: string): Promise<void> {
  const { world, externalCustomerId, owner, now, paymentIntentId } = canary;
  const { operator_id: operatorId } = owner;
  const { kysely } = world.service.deps.database;
  const at = { created_at: now, updated_at: now };
  const disputeKey = { dispute_id: `dsp_${externalCustomerId}` };
  await kysely
    .insertInto("disputes")
    .values({
      ...disputeKey,
      ...owner,
      payment_intent_id: paymentIntentId,
      payment_id: paymentId,
      processor: "bank",
      provider_dispute_id: `pd-${externalCustomerId}`,
      network: "visa",
      reason_code: "10.4",
      category: "fraudulent",
      stage: "chargeback",
      status: "won",
      outcome: "won",
      amount_minor: 100,
      currency: "USD",
      defendable: true,
      last_sequence: 1,
      refunded_before_minor: 0,
      evidence_sealed: sealText(
        canary,
        "disputes",
        "evidence_sealed",
        disputeKey,
        (explanation) => ({
          explanation,
        }),
      ),
      version: 2,
      opened_at: now,
      closed_at: now,
      ...at,
    })
    .execute();
  const fileKey = { ...disputeKey, kind: "other" };
  await kysely
    .insertInto("dispute_files")
    .values({
      ...fileKey,
      operator_id: operatorId,
      name_sealed: sealText(canary, "dispute_files", "name_sealed", fileKey),
      content_type: "image/png",
      size_bytes: 1,
      pages: 1,
      content_sealed: sealText(canary, "dispute_files", "content_sealed", fileKey, (text) =>
        btoa(text),
      ),
      added_at: now,
    })
    .execute();
  await kysely
    .insertInto("dispute_inquiries")
    .values({
      ...disputeKey,
      operator_id: operatorId,
      opened_by: JSON.stringify({ kind: "staff", staffId: "stf_1" }),
      note_sealed: sealText(canary, "dispute_inquiries", "note_sealed", disputeKey),
      answered_at: now,
      answered_by: JSON.stringify({ kind: "staff", staffId: "stf_1" }),
      answer_note_sealed: sealText(canary, "dispute_inquiries", "answer_note_sealed", disputeKey),
    })
    .execute();
}
