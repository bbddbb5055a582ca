/**
 * Classifies every column of the store by what an erasure does to it. A test compares this list
 * with the schema (so the file is long): list every new column here, and erase a personal one in erase-rows.ts.
 *
 * - `deleted`: the customer's rows are deleted.
 * - `erased`: emptied, or sealed again without personal data.
 * - `kept`: stays `because` of a law or as part of the money's record, under the customer's id
 *   only.
 * - `none`: only ids, states, amounts and times, and everything about staff.
 *
 * The file is long because it lists every column. It also states what an export contains of each table. Tests check that every new table is
 * classified, and that the sections contain what is listed.
 *
 * - `exported`: the section of export-customer.ts with the customer's rows.
 * - `unexported`: why no section contains them.
 * - `omitted`: personal columns of an exported table that the section omits or masks,
 *   `omittedBecause`.
 */
interface TableData {
  readonly exported?: string;
  readonly unexported?: string;
  readonly omitted?: string;
  readonly omittedBecause?: string;
  readonly deleted?: string;
  readonly erased?: string;
  readonly kept?: string;
  readonly because?: string;
  readonly none?: string;
}

/** The columns of each table, separated by spaces. */
export const personalData: Readonly<Record<string, TableData>> = {
  ach_entries: {
    exported: "achEntries",
    erased: "details_sealed",
    none: "ach_entry_id operator_id entry_key source debit_key direction account_type amount_minor company_name status told_status ach_file_id batch_number trace_number effective_date settles_on return_code held_at version is_reversal created_at updated_at",
  },
  ach_files: {
    unexported: "Not about a customer.",
    none: "ach_file_id bank_date bank_time id_modifier first_trace entry_count debit_minor credit_minor written_at created_at status hand_over_token content_hash reason",
  },
  ach_return_files: {
    unexported: "Not about a customer.",
    none: "content_hash name return_count change_count unknown_count read_at",
  },
  api_keys: {
    unexported: "Not about a customer.",
    none: "key_id operator_id kind environment key_hash hint created_at revoked_at label scopes allowed_addresses approval_limits created_by line_id expires_at last_used_at version",
  },
  api_requests: {
    unexported:
      "The request log of the sandbox, for ten minutes. Paths have no identifiers of operators.",
    none: "request_id operator_id method path status_code error_code duration_ms received_at stored_in",
  },
  api_streams: {
    unexported: "Not about a customer.",
    none: "stream_id operator_id kind until",
  },
  appearance_drafts: {
    unexported: "Not about a customer.",
    none: "operator_id appearance saved_by saved_at",
  },
  appearance_versions: {
    unexported: "Not about a customer.",
    none: "operator_id version appearance restored_version published_by published_at",
  },
  approval_totals: {
    unexported: "Not about a customer.",
    none: "operator_id approver currency day approved_minor",
  },
  audit_entries: {
    exported: "auditEntries",
    none: "operator_id sequence at actor_kind actor_id action subject_type subject_id details previous_hash hash",
  },
  audit_heads: {
    unexported: "Not about a customer.",
    none: "operator_id sequence hash",
  },
  bank_logins: {
    exported: "bankLogins",
    omitted: "verifier_sealed authorization_sealed",
    omittedBecause: "Secrets of a redirect to the bank.",
    deleted:
      "bank_login_id operator_id subject status version state_hash verifier_sealed account_sealed authorization_sealed opened_at browser_hash created_at updated_at expires_at",
  },
  bank_mandates: {
    exported: "debitAuthorizations",
    kept: "evidence_sealed account_index bar_lift_sealed",
    because: "Proof of authorization of a bank debit; deleted two years after its end.",
    none: "payment_id operator_id payment_intent_id bank_login_id version locale accepted_at return_code returned_at ended_at bar_lifted_at",
  },
  bank_payments: {
    exported: "bankPayments",
    omitted: "verifier_sealed token_sealed",
    omittedBecause: "Secrets of a redirect to the bank.",
    erased: "return_url_sealed state_hash browser_hash verifier_sealed token_sealed",
    kept: "account",
    because: "Bank, type and last four digits belong to the money's record.",
    none: "payment_id payment_intent_id operator_id status version amount_minor currency payee reference way opened_at agreed_at ordered_at bank_name taken_at bank_payment_id returned_minor reason told_status checks next_check_at created_at updated_at expires_at",
  },
  bank_payment_grants: {
    unexported: "Secrets of a consent at the bank, deleted after an hour.",
    erased: "reference_hash grant_sealed",
    none: "payment_id operator_id received_at",
  },
  card_attempt_counts: {
    unexported: "Keyed counts that are deleted an hour after the last attempt.",
    // Keyed indexes. A job deletes them an hour after the last attempt.
    none: "operator_id subject kind attempts refused_at updated_at",
  },
  connector_checks: {
    unexported: "Not about a customer.",
    none: "operator_id processor vendor started_at checked_at passed connector_version keys_index steps finished_start noticed_at notice_refused_at",
  },
  crypto_address_heads: {
    unexported: "Not about a customer.",
    none: "key_hash next_index",
  },
  crypto_blocks: {
    unexported: "Not about a customer.",
    none: "network number hash",
  },
  crypto_chains: {
    unexported: "Not about a customer.",
    none: "network genesis_hash head_number head_hash followed_at lease_token lease_until",
  },
  crypto_deposits: {
    exported: "cryptoDeposits",
    none: "crypto_deposit_id operator_id payment_id network asset address address_index amount_minor currency rate due tolerance status received confirmations required overpaid wrong_asset gone_since watched_closely version told_version created_at updated_at expires_at watched_until rate_lost_at requoted_at",
  },
  crypto_quotes: {
    unexported: "Offers that were open for minutes; cryptoDeposits has the accepted ones.",
    none: "crypto_quote_id operator_id subject network asset amount_minor currency amount tolerance rate created_at expires_at",
  },
  crypto_transfers: {
    exported: "cryptoDeposits",
    kept: "tx_hash sender",
    because: "The payment itself, on the public chain.",
    none: "network log_index crypto_deposit_id token asset amount state block_number block_hash missed arrived_at holds_rate mined_at valued_at",
  },
  crypto_watches: {
    unexported: "Scan positions on the chain; cryptoDeposits has the transfers.",
    none: "crypto_deposit_id network address closely scanned_block coin_balance next_look_at coin_block coin_sent",
  },
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
  daily_figures: {
    unexported: "Sums over many customers.",
    none: "operator_id day dimension currency value payments succeeded approved decided first_approved first_decided volume_minor fees_minor tax_minor",
  },
  data_keys: {
    unexported: "Not about a customer.",
    none: "operator_id key_version wrapped_key created_at kek_id state uses retired_at rotation",
  },
  disbursement_history: {
    exported: "disbursementIntents",
    erased: "reason_sealed",
    none: "disbursement_intent_id version operator_id happening step actor happened_at",
  },
  disbursement_intents: {
    exported: "disbursementIntents",
    omitted: "destination_sealed",
    omittedBecause:
      "An account number while the payout is pending; the export has the last four digits.",
    erased: "description custom_data secret_hash destination_sealed",
    kept: "shown_sealed",
    because:
      "Bank or brand and last four digits belong to the money's record; a crypto address is masked.",
    none: "disbursement_intent_id operator_id external_disbursement_intent_id external_customer_id amount_minor currency tax_category step status version created_at updated_at expires_at disbursement_id type withheld_minor messages provider payout_id submitted_at decided_at decided_by paid_at tax_date next_check_at lease_check_at lease_until checks created_key_id decided_key_id sent_at arrived_late arrived_again held_at consent_id",
  },
  dispute_answers: {
    unexported: "Ids and times of what was sent to a processor; disputes has the content.",
    none: "operator_id answer_id dispute_id kind stage step provider_answer_id failure_code requested_by sent_at next_check_at lease_check_at lease_until checks created_at updated_at",
  },
  dispute_files: {
    exported: "disputes",
    deleted:
      "operator_id dispute_id kind name_sealed content_type size_bytes pages content_sealed added_at",
  },
  dispute_inquiries: {
    exported: "disputes",
    erased: "note_sealed answer_note_sealed",
    none: "operator_id dispute_id opened_by answered_at answered_by closes_at",
  },
  disputes: {
    exported: "disputes",
    erased: "evidence_sealed",
    none: "operator_id dispute_id payment_intent_id payment_id external_customer_id processor provider_dispute_id network reason_code category stage status outcome amount_minor currency fee_minor respond_by defendable last_sequence refunded_before_minor submitted_at refusal_code refused_at version opened_at created_at updated_at closed_at reminded_for reminders bank_reference inquiry_id",
  },
  events: {
    exported: "webhookEvents",
    erased: "body_sealed",
    none: "event_id operator_id resource_id sequence type status created_at stored_in",
  },
  figure_changes: {
    unexported: "Not about a customer.",
    none: "operator_id at change_id",
  },
  figure_days: {
    unexported: "Not about a customer.",
    none: "operator_id day time_zone built_at",
  },
  fraud_reports: {
    exported: "fraudReports",
    none: "operator_id processor report_id payment_intent_id payment_id network fraud_type amount_minor currency reported_at created_at",
  },
  ledger_postings: {
    unexported: "Ids and amounts; the customer's payments, refunds and payouts are exported.",
    none:
      "operator_id source_type source_id cause payment_id currency accounts amounts reverses " +
      "happened_at posted_at seq",
  },
  ledger_snapshots: {
    unexported: "Not about a customer.",
    none: "operator_id up_to_seq currency account debits credits postings latest_at taken_at",
  },
  ledger_walks: {
    unexported: "Not about a customer.",
    none: "operator_id walk source after_id rounds updated_at",
  },
  idempotency_keys: {
    unexported: "Copies of responses, deleted after 24 hours; other sections have the same data.",
    erased: "answer_sealed fingerprint",
    none: "scope operator_id status_code lease_until lease_token created_at expires_at began",
  },
  index_keys: {
    unexported: "Not about a customer.",
    none: "owner wrapped_key kek_id created_at",
  },
  key_walks: {
    unexported: "Not about a customer.",
    none: "walk_id started_at table_name cursor resealed late broken lease_token lease_until finished_at",
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
  logos: {
    unexported: "Not about a customer.",
    none: "operator_id logo_id content uploaded_at",
  },
  operators: {
    unexported: "Not about a customer.",
    none: "operator_id name is_demo settings feature_flags version created_at updated_at",
  },
  outcome_alarms: {
    exported: "outcomes",
    erased: "note_sealed",
    none: "operator_id outcome_alarm_id subject_type subject_id payment_intent_id payment_id disbursement_intent_id external_customer_id problem source reference amount_minor currency state resolution resolved_by version opened_at resolved_at",
  },
  outcome_mark_files: {
    exported: "outcomes",
    deleted:
      "operator_id outcome_mark_id name_sealed content_type size_bytes pages content_sealed added_at",
  },
  outcome_marks: {
    exported: "outcomes",
    erased: "note_sealed",
    none: "operator_id outcome_mark_id subject_type subject_id payment_intent_id payment_id disbursement_intent_id external_customer_id outcome reference amount_minor currency state marked_by decided_by version created_at decided_at confirmed_at",
  },
  outcome_notices: {
    unexported: "A vendor's answers about payments and refunds, which the export has.",
    none: "processor notice_id operator_id our_key vendor_reference charge_id event succeeded reason amount_minor currency facts arn happened_at received_at",
  },
  payment_deliveries: {
    exported: "paymentIntents",
    deleted: "operator_id payment_intent_id delivery_sealed created_at updated_at",
  },
  payment_intents: {
    exported: "paymentIntents",
    erased: "description custom_data secret_hash",
    none: "payment_intent_id operator_id external_payment_intent_id external_customer_id amount_minor currency payment_method_types payment_descriptor status version created_at updated_at expires_at cost_minor",
  },
  payment_methods: {
    exported: "keptPaymentMethods",
    omitted: "details_sealed",
    omittedBecause: "Card and account numbers; keptPaymentMethods has the last four digits.",
    deleted:
      "payment_method_id operator_id external_customer_id payment_id type status shown_sealed details_sealed consent_sealed method_index consented_at kept_at last_used_at removed_at created_at",
  },
  payments: {
    exported: "paymentIntents",
    omitted: "details_sealed instrument_index tax_address_sealed",
    omittedBecause:
      "A card number while its attempt is pending, and a keyed index of it; paymentIntents has the last four digits. The address of a taxed sale is a copy of the customer's.",
    erased: "details_sealed context_sealed tax_address_sealed instrument_index stop_lift_sealed",
    kept: "payment_method three_ds three_ds_server_trans_id detail price_detail routing",
    because:
      "Brand or bank, last four digits, liability, the network's codes, the country and where sales tax is due (state, ZIP code) belong to the money's record.",
    none: "payment_id payment_intent_id operator_id attempt step status was_success type fees_minor tax_minor total_minor refunded_base_minor refunded_fees_minor refunded_tax_minor disputed_minor lost_base_minor open_disputes messages processor charge_number charge_id charge_reference reversal next_check_at lease_check_at lease_until checks created_at updated_at stop_lifted_at",
  },
  payout_consents: {
    unexported: "Ids at the vendor of a bank login, without anything about the customer.",
    none: "consent_id operator_id provider details_sealed created_at ended_at next_check_at tries lease_check_at lease_until",
  },
  payout_methods: {
    exported: "keptPayoutMethods",
    omitted: "destination_sealed",
    omittedBecause: "Account numbers; keptPayoutMethods has the last four digits.",
    deleted:
      "payout_method_id operator_id external_customer_id type shown_sealed destination_sealed method_index created_at last_used_at consent_id",
  },
  payout_payees: {
    unexported: "Ids at the payout processor, without anything about the customer.",
    deleted: "operator_id provider external_customer_id account_index vendor_id created_at",
  },
  payout_references: {
    unexported: "Not about a customer.",
    none: "operator_id provider payout_key reference created_at",
  },
  prizes: {
    exported: "prizes",
    none: "prize_id operator_id external_customer_id external_prize_id game_type tax_year status version winnings_minor wager_minor reportable_minor legally_reportable regular_withholding_minor date_won won_at paid_at boxes submitted_at filed_at created_at updated_at",
  },
  processor_notices: {
    unexported:
      "Reports with the processor's ids and the card's last digits; disputes and fraudReports have the content.",
    kept: "note_sealed",
    because:
      "It says why staff dismissed or matched a report, which the audit log must be able to explain.",
    none: "processor event_id body state problem operator_id dispute_id tries next_try_at received_at matched_payment_id decided_by decided_at",
  },
  released_files: {
    unexported: "Not about a customer.",
    none: "path content_type digest content last_run_at",
  },
  refund_batch_items: {
    unexported: "Ids and amounts of the refunds, which are exported.",
    none: "operator_id refund_batch_id position payment_intent_id payment_id processor currency base_minor total_minor seen_returned_minor state tries refund_id failure_code",
  },
  refund_batches: {
    unexported: "A note about many customers; each refund has it, and those are exported.",
    erased: "note_sealed",
    none: "operator_id refund_batch_id state reason requested_by approval decided_by version lease_until served_at created_at updated_at finished_at",
  },
  refunds: {
    exported: "refunds",
    erased: "note_sealed destination_sealed",
    none: "operator_id refund_id external_refund_id payment_intent_id payment_id external_customer_id step kind base_minor fees_minor tax_minor currency reason requested_by approval decided_by processor provider_refund_id reference_type reference_value failure_code waits_for waits_since transfer_type transfer_asset transfer_network transfer_units transfer_most_units link_generation link_expires_at transfer_provider version sent_at next_check_at lease_check_at lease_until checks created_at updated_at settled_at ach_error refund_batch_id arrived_late held_at",
  },
  review_claims: {
    unexported: "Which staff member has a case open.",
    deleted: "kyc_verification_id operator_id staff_id claimed_at expires_at",
  },
  service_settings: {
    unexported: "Not about a customer.",
    none: "name value",
  },
  settlement_batches: {
    unexported: "Not about a customer.",
    none: "operator_id settlement_batch_id settlement_file_id source kind batch_key batch_no currency gross_minor fee_minor net_minor totals payout_reference trace_reference value_date row_count opening_minor closing_minor content_hash is_complete bank_batch_id bank_row_no bank_break_id created_at",
  },
  settlement_break_notes: {
    unexported: "Staff's notes about differences in the books.",
    kept: "text_sealed",
    because: "It explains an entry in the operator's books, which must stay.",
    none: "operator_id settlement_break_id note_no at actor action",
  },
  settlement_breaks: {
    unexported: "About the books of a processor or bank; the payment itself is exported.",
    none: "operator_id settlement_break_id break_key class state source settlement_batch_id row_no subject_type subject_id processor_reference currency amount_minor ours theirs owner_staff_id proposal closing version opened_at updated_at closed_at",
  },
  settlement_counts: {
    unexported: "Not about a customer.",
    none: "operator_id settlement_batch_id change_id matched breaks",
  },
  settlement_fetches: {
    unexported: "Not about a customer.",
    none: "processor next_check_at lease_check_at lease_until",
  },
  settlement_file_parts: {
    unexported: "A processor's or bank's file, only until it is imported.",
    kept: "content_sealed",
    because: "It is deleted once the file is imported, within minutes.",
    none: "operator_id settlement_file_id part_no created_at",
  },
  sanctions_addresses: {
    unexported: "A published list, not about a customer.",
    none: "version position address",
  },
  sanctions_entries: {
    unexported: "A published list, not about a customer.",
    none: "version position entry",
  },
  sanctions_lists: {
    unexported: "Not about a customer.",
    none: "list_id version files persons addresses checked_at changed_at next_check_at lease_check_at lease_until problem problem_since",
  },
  sanctions_reviews: {
    unexported: "The customer must not learn that they were found on a sanctions list.",
    kept: "external_customer_id evidence_sealed reason_sealed",
    because:
      "Records about sanctions are kept for ten years (31 CFR 501.601). What staff cleared is deleted.",
    none: "operator_id sanctions_review_id kind list entry_id entry_hash subject_index score state cleared_by decided_by version opened_at updated_at decided_at",
  },
  sanctions_screenings: {
    unexported: "The customer must not learn of the screening.",
    deleted: "external_customer_id list_version subject_index screened_at",
    none: "operator_id",
  },
  settlement_files: {
    unexported: "Not about a customer.",
    none: "operator_id settlement_file_id source format name content_hash size_bytes state row_count rows_done refusal_code refusal_line refusal_message uploaded_by lease_until created_at updated_at processed_at",
  },
  settlement_lines: {
    unexported: "A processor's or bank's record; the payment itself is exported.",
    kept: "details_sealed",
    because: "A bank's text is part of the money's record, and is found by no customer's id.",
    none: "operator_id settlement_batch_id row_no line_no row_type processor_reference original_reference merchant_reference occurred_at currency gross_minor fee_minor fee_kind net_minor value_date arn reason_code original_currency original_minor original_rate state matched_type matched_id match_rule",
  },
  settlement_sources: {
    unexported: "Not about a customer.",
    none: "operator_id source kind label last_closing_minor last_sequence last_date checked_until created_at",
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
  staff: {
    unexported: "Not about a customer.",
    none: "staff_id operator_id role status email_sealed email_index name_sealed password_sealed totp_sealed totp_pending_sealed totp_last_step last_login_at version created_at updated_at approval_limits",
  },
  staff_devices: {
    unexported: "Not about a customer.",
    none: "device_id operator_id staff_id token_hash created_at last_used_at expires_at",
  },
  staff_invitations: {
    unexported: "Not about a customer.",
    none: "staff_id token_hash expires_at created_at",
  },
  staff_login_events: {
    unexported: "Not about a customer.",
    none: "event_id email_index network step known_device locked failed_at refused",
  },
  staff_login_failures: {
    unexported: "Not about a customer.",
    none: "subject failures locked_until last_failed_at email_index refusal_noted",
  },
  staff_passkey_challenges: {
    unexported: "Not about a customer.",
    none: "challenge_hash purpose bound_to expires_at",
  },
  staff_passkeys: {
    unexported: "Not about a customer.",
    none: "passkey_id operator_id staff_id credential_id public_key counter transports name_sealed created_at last_used_at",
  },
  staff_recovery_codes: {
    unexported: "Not about a customer.",
    none: "staff_id code_hash",
  },
  staff_sessions: {
    unexported: "Not about a customer.",
    none: "session_id staff_id operator_id token_hash stage wrong_codes ip_address_sealed user_agent_sealed created_at last_seen_at expires_at",
  },
  tax_documents: {
    unexported: "Reports of the sales and refunds in paymentIntents to the tax service.",
    none: "operator_id code kind payment_intent_id payment_id refund_id base_minor tax_minor tax_date wanted state problem tries sent_at next_check_at lease_check_at lease_until created_at updated_at",
  },
  tax_filing_prizes: {
    unexported: "Links prizes to filings; each prize has its own filing status.",
    none: "prize_id tax_filing_id",
  },
  tax_filings: {
    exported: "taxForms",
    none: "tax_filing_id operator_id tax_year form is_correction columns form_count status version created_by created_at filed_at receipt_id",
  },
  tax_forms: {
    exported: "taxForms",
    none: "tax_filing_id operator_id tax_year form external_customer_id revision amount_minor withheld_minor",
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
  webhook_attempts: {
    exported: "webhookAttempts",
    erased: "answer_sealed",
    none: "event_id webhook_id attempt attempted_at duration_ms status_code failure",
  },
  webhook_deliveries: {
    unexported: "Times of the next tries; webhookAttempts has what was sent.",
    none: "event_id webhook_id operator_id resource_id sequence status attempts retry_step next_at lease_until lease_token created_at finished_at",
  },
  webhook_endpoints: {
    unexported: "Not about a customer.",
    none: "webhook_id operator_id url description events status secret_sealed previous_secret_sealed previous_secret_expires_at created_at updated_at failing_since disabled_reason timeouts slow_since probe_at",
  },
};
