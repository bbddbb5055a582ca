import type { Generated } from "kysely";

/** Row types of this domain's tables; see platform/database/tables.ts. */
declare module "../../platform/database/tables.ts" {
  interface Tables {
    key_walks: KeyWalkRow;
  }
}

/** A walk through every sealed column; see key-walk.ts. */
export interface KeyWalkRow {
  walk_id: Generated<number>;
  started_at: Date;
  /** Table and fingerprint of the list of tables (walk-position.ts); null at the start. */
  table_name: string | null;
  /** JSON: primary key of the last examined row. */
  cursor: string | null;
  resealed: Generated<number>;
  /** Values sealed with a version long after it was retired. */
  late: Generated<number>;
  /** Values that do not open. */
  broken: Generated<number>;
  lease_token: string | null;
  lease_until: Date | null;
  finished_at: Date | null;
}
