import type { ColumnType, Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    key_walks: KeyWalkRow;
  }
}

/** See key-walk.ts. */
export interface KeyWalkRow {
  walk_id: Generated<number>;
  started_at: Date;
  /** The table's name with the fingerprint of the list of tables (walk-position.ts). */
  table_name: string | null;
  /** JSON of the last examined primary key. */
  cursor: string | null;
  resealed: Generated<number>;
  /** The number of values sealed long after their version was retired. */
  late: Generated<number>;
  /** The number of values that cannot be decrypted. */
  broken: Generated<number>;
  /** The same by operator. */
  broken_by_operator: ColumnType<Readonly<Record<string, number>>, string | undefined, string>;
  lease_token: string | null;
  lease_until: Date | null;
  finished_at: Date | null;
}
