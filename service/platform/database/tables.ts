import type { ColumnType, Generated } from "kysely";

/**
 * Every table by name: the platform's here; each domain adds its own in `tables.ts` by declaration merging, so the
 * platform does not know the domains. A test compares them with a migrated database. Another domain's row type is
 * `Tables["w9_forms"]`.
 *
 * Times are `timestamptz`, written and read as `Date`. `bigint` is read as a number (minor units and counters stay
 * below 2^53), `numeric` as decimal text. `jsonb` is written as JSON text and read parsed. Columns named `…_sealed`
 * hold encrypted text (secrets/keyring.ts).
 */
export interface Tables {
  data_keys: DataKeyRow;
  index_keys: IndexKeyRow;
  idempotency_keys: IdempotencyKeyRow;
  service_settings: ServiceSettingRow;
}

/** A column that is written as JSON text and read as the parsed value. */
export type JsonColumn<Value> = ColumnType<Value, string, string>;

/** A version of an operator's data key, wrapped by a key-encryption key. */
export interface DataKeyRow {
  operator_id: string;
  key_version: number;
  wrapped_key: string;
  created_at: Date;
  /** Null if it was wrapped before key-encryption keys had ids. */
  kek_id: string | null;
  state: Generated<"incoming" | "active" | "retiring">;
  /** Seals that processes have reserved. */
  uses: Generated<number>;
  retired_at: Date | null;
  /** The rotation that created it, or 0. */
  rotation: Generated<number>;
}

/** The key of an operator's look-up hashes. `service` owns the one for all operators. */
export interface IndexKeyRow {
  owner: string;
  wrapped_key: string;
  kek_id: string;
  created_at: Date;
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
  /** Id of what the request began, if that continues without the request. */
  began: string | null;
}

/** Facts about the deployment, such as the key-encryption key of its setup. */
export interface ServiceSettingRow {
  name: string;
  value: string;
}
