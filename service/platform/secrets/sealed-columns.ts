/**
 * How a domain declares where it stores sealed text, in its `sealed-columns.ts`. service/app puts the
 * declarations together. The keyring refuses to seal for any other place, because a key rotation
 * (service/operators/encryption-keys) reseals exactly the declared columns and destroys the old key afterwards.
 */

/** A sealed column of a table. */
export interface SealedColumn {
  readonly column: string;
  /** The column's name in the seal (`FieldPlace.column`), if it differs. */
  readonly sealedAs?: string;
  /** The path of the sealed member in a `jsonb` column. */
  readonly path?: readonly string[];
}

/** A table with sealed columns. */
export interface SealedTable {
  readonly table: string;
  /** Its primary key. */
  readonly key: readonly string[];
  /** The columns that form `FieldPlace.id`, joined by `idSeparator` (`:`). The key by default. */
  readonly id?: readonly string[];
  readonly idSeparator?: string;
  /** If the row has no operator: the table that names it, and the column that both tables have. */
  readonly operatorIn?: { readonly table: string; readonly by: string };
  readonly columns: readonly SealedColumn[];
  /**
   * Names for sealed text that leaves the service and comes back, and that no column holds. It must
   * expire long before a retired key is destroyed (service/operators/encryption-keys, `graceMs`).
   */
  readonly handedOut?: readonly string[];
  /** Rows to read at the same time; few if values are large. */
  readonly rowsAtOnce?: number;
}

/** Declares columns that are sealed as a whole and under their own name. */
export function sealedColumns(...names: readonly string[]): SealedColumn[] {
  return names.map((column) => ({ column }));
}

/** The platform's own tables with sealed columns. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: "idempotency_keys",
    key: ["scope"],
    columns: [{ column: "answer_sealed", sealedAs: "answer" }],
  },
];

/** Creates a test whether text may be sealed for a place. */
export function createSealedPlaceTest(
  tables: readonly SealedTable[],
): (place: { table: string; column: string }) => boolean {
  const known = new Set(
    tables.flatMap(({ table, columns, handedOut = [] }) => [
      ...columns.map(({ column, sealedAs = column }) => `${table}.${sealedAs}`),
      ...handedOut.map((name) => `${table}.${name}`),
    ]),
  );
  return ({ table, column }) => known.has(`${table}.${column}`);
}
