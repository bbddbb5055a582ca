import type { ColumnType, Generated } from "kysely";

/**
 * Every table of the store by its name. The platform's own stand here; each domain adds its own in its
 * `tables.ts` by declaration merging, so that the platform knows no domain. Written by hand after the
 * migrations; a test compares all of them with a migrated database. The row of another domain's table is
 * `Tables["w9_forms"]`.
 *
 * Conventions: times are `timestamptz`, given and read as `Date`; `bigint` is read as a number
 * (minor units and counters stay below 2^53), `numeric` as decimal text; `jsonb` is given as JSON text and
 * read parsed; columns named `…_sealed` hold encrypted text (see secrets/keyring.ts).
 */
export interface Tables {
  data_keys: DataKeyRow;
  index_keys: IndexKeyRow;
  idempotency_keys: IdempotencyKeyRow;
  service_settings: ServiceSettingRow;
}

/** A column that takes JSON text and gives the parsed value. */
export type JsonColumn<Value> = ColumnType<Value, string, string>;

/** A version of an operator's data key, wrapped by a key-encryption key. */
export interface DataKeyRow {
  operator_id: string;
  key_version: number;
  wrapped_key: string;
  created_at: Date;
  /** Null: wrapped before key-encryption keys had ids. */
  kek_id: string | null;
  state: Generated<"incoming" | "active" | "retiring">;
  /** Seals that processes have reserved. */
  uses: Generated<number>;
  retired_at: Date | null;
  /** Number of the rotation that made it; 0: none did. */
  rotation: Generated<number>;
}

/** The key of an operator's look-up hashes; `service` owns the one over all operators. */
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
  /** Id of what the request began and that lives on without it; null: nothing of that kind. */
  began: string | null;
}

/** Facts about the deployment itself, such as which key-encryption key it was set up with. */
export interface ServiceSettingRow {
  name: string;
  value: string;
}
