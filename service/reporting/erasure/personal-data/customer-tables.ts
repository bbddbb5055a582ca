import type { TableDataByName } from "./table-data.ts";

/** Customers, their identity, text messages and W-9s. */
export const customerTables: TableDataByName = {
  customer_erasures: {
    unexported: "An erased customer is not exported.",
    none: "operator_id external_customer_id reason actor erased_at tax_records_until mandates_until answers_forgotten_at",
  },
  customer_last_seen: {
    exported: "lastSeen",
    deleted: "operator_id external_customer_id ip_address_sealed seen_at",
  },
  customer_search: {
    unexported: "Keyed words of the profile, which is exported.",
    deleted: "customer_id operator_id tokens",
  },
  customers: {
    exported: "customer",
    erased:
      "email_sealed email_index first_name_sealed middle_name_sealed last_name_sealed suffix_sealed date_of_birth_sealed phone_number_sealed address_sealed phone_verified_at date_of_birth_claimed",
    none: "customer_id operator_id external_customer_id identity_changed_at version created_at updated_at search_version erased_at",
  },
  kyc_access_log: {
    exported: "identityVerifications",
    deleted: "access_id operator_id kyc_verification_id upload_id actor action accessed_at",
  },
  kyc_handoffs: {
    unexported: "Ids and times of links to another device.",
    deleted:
      "handoff_id operator_id external_customer_id kyc_verification_id link_id link_generation from_payment expires_at opened_at created_at",
  },
  kyc_image_pieces: {
    unexported: "Parts of a picture during its upload; identityDocuments has complete pictures.",
    deleted: "upload_id begins_at piece_sealed",
  },
  kyc_images: {
    exported: "identityDocuments",
    deleted:
      "upload_id operator_id kyc_verification_id side state size_bytes received_bytes content_type problems_sealed image_sealed created_at updated_at",
  },
  kyc_links: {
    unexported: "Ids and times of links.",
    deleted:
      "link_id operator_id external_customer_id generation expires_at capture_generation capture_until created_at",
  },
  kyc_verifications: {
    exported: "identityVerifications",
    deleted:
      "kyc_verification_id operator_id external_customer_id document_type status origin payment_secret_used version consented_at submitted_at decided_at read_due_at read_tries lease_token cleaning_token cleaning_until unreadable_before reading_sealed outcome_sealed document_index document_expires_on decided_by decision_reason_sealed delete_images_at created_at updated_at",
  },
  review_claims: {
    unexported: "Which staff member has a case open.",
    deleted: "kyc_verification_id operator_id staff_id claimed_at expires_at",
  },
  sms_notices: {
    exported: "phoneNotices",
    deleted:
      "sms_notice_id operator_id external_customer_id phone_number_sealed next_try_at created_at",
  },
  sms_sends: {
    unexported: "Keyed counts that are deleted after a day; smsVerifications has the messages.",
    deleted:
      "send_id operator_id external_customer_id phone_index phone_block ip_index sent_at purpose",
  },
  sms_verifications: {
    exported: "smsVerifications",
    deleted:
      "sms_verification_id operator_id external_customer_id phone_number_sealed phone_index status failed_checks sends resend_at expires_at created_at updated_at purpose subject on_file_index",
  },
  w9_access_log: {
    exported: "w9Forms",
    erased: "ip_address_sealed user_agent_sealed",
    none: "access_id operator_id w9_id actor action accessed_at",
  },
  w9_forms: {
    exported: "w9Forms",
    omitted: "tin_sealed",
    omittedBecause: "The TIN; w9Forms has the last four digits.",
    erased: "draft_sealed",
    kept: "form_sealed tin_sealed tin_index tin_match_code",
    because:
      "Support for a tax return; deleted four years after it was due. Otherwise deleted at once.",
    none: "w9_id operator_id external_customer_id status version link_generation link_expires_at earlier_link_expires_at intent_live_until confirm_failures not_us_person completed_at form_revision backup_withholding confirmed_by tin_match tin_matched_at tin_match_reference match_due_at match_tries lease_token voided_at voided_by created_at updated_at",
  },
};
