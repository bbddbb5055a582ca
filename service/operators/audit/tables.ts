declare module "../../platform/database/tables.ts" {
  interface Tables {
    audit_entries: AuditEntryRow;
    audit_heads: AuditHeadRow;
  }
}

/** Append-only. */
export interface AuditEntryRow {
  operator_id: string;
  sequence: number;
  at: Date;
  actor_kind: "staff" | "command" | "api" | "service";
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  /** JSON of the details. */
  details: string;
  previous_hash: string;
  hash: string;
}

export interface AuditHeadRow {
  operator_id: string;
  sequence: number;
  hash: string;
}
