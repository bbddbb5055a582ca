import type { ColumnType } from "kysely";

/**
 * Row types of every table, written by hand after the migrations; a test compares them with a
 * migrated database. Each owner adds the tables of their domain.
 *
 * Conventions: times are `timestamptz`, given and read as `Date`; `bigint` is read as a number
 * (minor units and counters stay below 2^53); `jsonb` is given as JSON text and read parsed; columns
 * named `…_sealed` hold encrypted text (see crypto/keyring.ts).
 */
export interface Tables {
  operators: OperatorRow;
  data_keys: DataKeyRow;
  api_keys: ApiKeyRow;
  idempotency_keys: IdempotencyKeyRow;
  service_settings: ServiceSettingRow;
}

/** A column that takes JSON text and gives the parsed value. */
export type JsonColumn<Value> = ColumnType<Value, string, string>;

export interface OperatorRow {
  operator_id: string;
  name: string;
  is_demo: boolean;
  /** Only what differs from the defaults; read through `service/operators`. */
  settings: JsonColumn<Record<string, unknown>>;
  feature_flags: JsonColumn<Record<string, boolean>>;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** An operator's data key, wrapped by the key-encryption key. */
export interface DataKeyRow {
  operator_id: string;
  key_version: number;
  wrapped_key: string;
  created_at: Date;
}

export interface ApiKeyRow {
  key_id: string;
  operator_id: string;
  kind: "secret" | "publishable";
  environment: "sandbox" | "live";
  /** SHA-256 of the whole key, base64url. */
  key_hash: string;
  /** Enough to tell keys apart when they are listed: `sk_sandbox_…AbCd`. */
  hint: string;
  created_at: Date;
  revoked_at: Date | null;
}

/** See http/idempotency.ts. */
export interface IdempotencyKeyRow {
  scope: string;
  operator_id: string;
  fingerprint: string;
  /** Null while the request runs. */
  status_code: number | null;
  answer_sealed: string | null;
  lease_until: Date | null;
  lease_token: string | null;
  created_at: Date;
  expires_at: Date;
}

/** Facts about the deployment itself, such as which key-encryption key it was set up with. */
export interface ServiceSettingRow {
  name: string;
  value: string;
}
