import type { TableDataByName } from "./table-data.ts";

/** The ledger, reconciliation and figures. */
export const booksTables: TableDataByName = {
  daily_figures: {
    unexported: "Sums over many customers.",
    none: "operator_id day dimension currency value payments succeeded approved decided first_approved first_decided volume_minor fees_minor tax_minor",
  },
  figure_changes: {
    unexported: "Not about a customer.",
    none: "operator_id at change_id",
  },
  figure_days: {
    unexported: "Not about a customer.",
    none: "operator_id day time_zone built_at",
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
};
