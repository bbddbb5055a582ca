import type { Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    key_walks: KeyWalkRow;
  }
}

/** See key-walk.ts. */
export interface KeyWalkRow {
  walk_id: Generated<number>;
  started_at: Date;
  /** With the fingerprint of the list of tables (walk-position.ts). */
  table_name: string | null;
  /** JSON: the last examined primary key. */
  cursor: string | null;
  resealed: Generated<number>;
  /** Sealed long after the version was retired. */
  late: Generated<number>;
  /** Values that do not open. */
  broken: Generated<number>;
  lease_token: string | null;
  lease_until: Date | null;
  finished_at: Date | null;
}
