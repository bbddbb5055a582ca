import { type CanaryRows, own, sealText } from "./canary-rows.ts";

export async function addIdentity(canary: CanaryRows): Promise<void> {
  const { world, externalCustomerId, owner, now, disbursementIntentId } = canary;
  const { operator_id: operatorId } = owner;
  const { kysely } = world.service.deps.database;
  const at = { created_at: now, updated_at: now };
  const { kyc_verification_id: kycId } = await kysely
    .selectFrom("kyc_verifications")
    .select("kyc_verification_id")
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirstOrThrow();
  const kycKey = { operator_id: operatorId, kyc_verification_id: kycId };
  await kysely
    .updateTable("kyc_verifications")
    .set({
      document_type: "passport",
      status: "verified",
      document_expires_on: "2031-01-01",
      reading_sealed: sealText(canary, "kyc_verifications", "reading_sealed", kycKey, (text) => ({
        text,
      })),
      outcome_sealed: sealText(
        canary,
        "kyc_verifications",
        "outcome_sealed",
        kycKey,
        (message) => ({
          checks: [{ code: "x", result: "passed", message }],
          reasons: [],
          canRetry: false,
          retakeSides: [],
        }),
      ),
      document_index: own(canary, "document"),
      decision_reason_sealed: sealText(
        canary,
        "kyc_verifications",
        "decision_reason_sealed",
        kycKey,
      ),
    })
    .where("kyc_verification_id", "=", kycId)
    .execute();
  const uploadId = `kup_${externalCustomerId}`;
  const uploadKey = { upload_id: uploadId, begins_at: 0 };
  await kysely
    .insertInto("kyc_images")
    .values({
      upload_id: uploadId,
      ...kycKey,
      side: "photo_page",
      state: "received",
      size_bytes: 1,
      received_bytes: 1,
      content_type: "image/jpeg",
      problems_sealed: sealText(canary, "kyc_images", "problems_sealed", uploadKey, (message) => [
        { message },
      ]),
      image_sealed: sealText(canary, "kyc_images", "image_sealed", uploadKey, (text) => btoa(text)),
      ...at,
    })
    .execute();
  await kysely
    .insertInto("kyc_image_pieces")
    .values({
      upload_id: uploadId,
      begins_at: 0,
      piece_sealed: sealText(canary, "kyc_image_pieces", "piece_sealed", uploadKey),
    })
    .execute();
  await kysely
    .insertInto("kyc_access_log")
    .values({
      ...kycKey,
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
      from_payment: false,
      expires_at: now,
      opened_at: null,
      created_at: now,
    })
    .execute();
  const smsKey = { sms_verification_id: `sms_${externalCustomerId}` };
  const sms = {
    phone_number_sealed: sealText(canary, "sms_verifications", "phone_number_sealed", smsKey),
    phone_index: own(canary, "phone-index"),
  };
  await kysely
    .insertInto("sms_verifications")
    .values({
      ...smsKey,
      ...owner,
      ...sms,
      ...at,
      status: "approved",
      failed_checks: 0,
      sends: 1,
      resend_at: now,
      expires_at: now,
      purpose: "payout",
      subject: disbursementIntentId,
      on_file_index: own(canary, "on-file"),
    } as never)
    .execute();
  await kysely
    .insertInto("sms_sends")
    .values({
      ...owner,
      phone_index: own(canary, "phone-index"),
      phone_block: own(canary, "block"),
      ip_index: own(canary, "ip-index"),
      sent_at: now,
    })
    .execute();
  const noticeKey = { sms_notice_id: `smn_${externalCustomerId}` };
  await kysely
    .insertInto("sms_notices")
    .values({
      ...noticeKey,
      ...owner,
      created_at: now,
      phone_number_sealed: sealText(canary, "sms_notices", "phone_number_sealed", noticeKey),
      next_try_at: new Date(8.64e14),
    })
    .execute();
  await kysely
    .insertInto("customer_last_seen")
    .values({
      ...owner,
      ip_address_sealed: sealText(canary, "customer_last_seen", "ip_address_sealed", owner),
      seen_at: now,
    })
    .execute();
}
