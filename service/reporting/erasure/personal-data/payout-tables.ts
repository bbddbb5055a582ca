import type { TableDataByName } from "./table-data.ts";

/** Payouts, prizes, tax forms and the sanctions list. */
export const payoutTables: TableDataByName = {
  approval_totals: {
    unexported: "Not about a customer.",
    none: "operator_id approver currency day approved_minor",
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
};
