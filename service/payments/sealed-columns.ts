import { type SealedTable, sealedColumns } from "../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "payments",
    key: ["payment_id"],
    columns: [
      { column: "details_sealed", sealedAs: "card_sealed" },
      ...sealedColumns("context_sealed", "tax_address_sealed", "stop_lift_sealed"),
    ],
  },
  {
    table: "payment_deliveries",
    key: ["operator_id", "payment_intent_id"],
    id: ["payment_intent_id"],
    columns: sealedColumns("delivery_sealed"),
  },
  {
    table: "bank_mandates",
    key: ["payment_id"],
    columns: sealedColumns("evidence_sealed", "bar_lift_sealed"),
  },
  {
    table: "refunds",
    key: ["operator_id", "refund_id"],
    id: ["refund_id"],
    columns: sealedColumns("note_sealed", "destination_sealed"),
  },
  {
    table: "refund_batches",
    key: ["operator_id", "refund_batch_id"],
    id: ["refund_batch_id"],
    columns: sealedColumns("note_sealed"),
  },
  {
    table: "outcome_marks",
    key: ["operator_id", "outcome_mark_id"],
    id: ["outcome_mark_id"],
    columns: sealedColumns("note_sealed"),
  },
  {
    table: "outcome_mark_files",
    key: ["operator_id", "outcome_mark_id"],
    id: ["outcome_mark_id"],
    columns: sealedColumns("name_sealed", "content_sealed"),
    rowsAtOnce: 2,
  },
  {
    table: "outcome_alarms",
    key: ["operator_id", "outcome_alarm_id"],
    id: ["outcome_alarm_id"],
    columns: sealedColumns("note_sealed"),
  },
  {
    table: "disputes",
    key: ["operator_id", "dispute_id"],
    id: ["dispute_id"],
    columns: sealedColumns("evidence_sealed"),
  },
  {
    table: "processor_notices",
    key: ["processor", "event_id"],
    columns: sealedColumns("note_sealed"),
  },
  {
    table: "dispute_inquiries",
    key: ["operator_id", "dispute_id"],
    id: ["dispute_id"],
    columns: sealedColumns("note_sealed", "answer_note_sealed"),
  },
  {
    table: "dispute_files",
    key: ["operator_id", "dispute_id", "kind"],
    id: ["dispute_id", "kind"],
    columns: sealedColumns("name_sealed", "content_sealed"),
    rowsAtOnce: 2,
  },
];
