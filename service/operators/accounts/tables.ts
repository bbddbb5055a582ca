import type { Generated } from "kysely";
import type { JsonColumn } from "../../platform/database/tables.ts";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    operators: OperatorRow;
    api_keys: ApiKeyRow;
    approval_totals: ApprovalTotalRow;
  }
}

export interface OperatorRow {
  operator_id: string;
  name: string;
  is_demo: boolean;
  /** Only the settings that differ from the defaults; `readSettings` adds the others. */
  settings: JsonColumn<Record<string, unknown>>;
  feature_flags: JsonColumn<Record<string, boolean>>;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface ApiKeyRow {
  key_id: string;
  operator_id: string;
  kind: "secret" | "publishable";
  environment: "sandbox" | "live";
  /** SHA-256, base64url. */
  key_hash: string;
  /** `sk_sandbox_…AbCd` */
  hint: string;
  created_at: Date;
  revoked_at: Date | null;
  label: string | null;
  /** Scopes of contract/api-key-scopes.ts; null for everything. */
  scopes: string[] | null;
  /** CIDR ranges; null for any address. */
  allowed_addresses: string[] | null;
  /** JSON of currency to minor units per day; null for no limit. */
  approval_limits: string | null;
  /** `staff:<id>`, `command` or `service`; null for older keys. */
  created_by: string | null;
  /** The first of the keys that this one replaced, if any. */
  line_id: string | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  version: Generated<number>;
}

/** Totals of the approver's latest day (service/operators/approvals). */
export interface ApprovalTotalRow {
  operator_id: string;
  /** `key:<line id>` or `staff:<id>` */
  approver: string;
  currency: string;
  /** YYYY-MM-DD in the operator's time zone. */
  day: string;
  approved_minor: number;
}
