import { type SealedTable, sealedColumns } from "../../platform/secrets/sealed-columns.ts";

export const sealedTables: readonly SealedTable[] = [
  {
    table: "kyc_verifications",
    key: ["kyc_verification_id"],
    columns: sealedColumns("reading_sealed", "outcome_sealed", "decision_reason_sealed"),
  },
  {
    table: "kyc_images",
    key: ["upload_id"],
    columns: sealedColumns("problems_sealed", "image_sealed"),
    rowsAtOnce: 2,
  },
  {
    table: "kyc_image_pieces",
    key: ["upload_id", "begins_at"],
    idSeparator: "/",
    operatorIn: { table: "kyc_images", by: "upload_id" },
    columns: sealedColumns("piece_sealed"),
    rowsAtOnce: 10,
  },
];
