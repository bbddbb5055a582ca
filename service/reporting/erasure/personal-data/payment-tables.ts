import type { TableDataByName } from "./table-data.ts";

/** Payments, refunds, disputes and unknown outcomes. */
export const paymentTables: TableDataByName = {
  card_attempt_counts: {
    unexported: "Keyed counts that are deleted an hour after the last attempt.",
    // Keyed indexes. A job deletes them an hour after the last attempt.
    none: "operator_id subject kind attempts refused_at updated_at",
  },
  connector_checks: {
    unexported: "Not about a customer.",
    none: "operator_id processor vendor started_at checked_at passed connector_version keys_index steps finished_start noticed_at notice_refused_at",
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
  fraud_reports: {
    exported: "fraudReports",
    none: "operator_id processor report_id payment_intent_id payment_id network fraud_type amount_minor currency reported_at created_at",
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
  processor_notices: {
    unexported:
      "Reports with the processor's ids and the card's last digits; disputes and fraudReports have the content.",
    kept: "note_sealed",
    because:
      "It says why staff dismissed or matched a report, which the audit log must be able to explain.",
    none: "processor event_id body state problem operator_id dispute_id tries next_try_at received_at matched_payment_id decided_by decided_at",
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
};
