/**
 * A domain declares its sealed text in `sealed-columns.ts`; service/app combines the declarations. The keyring refuses
 * to seal for other places: a key rotation (service/operators/encryption-keys) reseals exactly the declared columns,
 * then destroys the old key.
 */

export interface SealedColumn {
  readonly column: string;
  /** Its name in the seal (`FieldPlace.column`), if it differs. */
  readonly sealedAs?: string;
  /** The sealed member's path in a `jsonb` column. */
  readonly path?: readonly string[];
}

export interface SealedTable {
  readonly table: string;
  readonly key: readonly string[];
  /** The columns that form `FieldPlace.id`, joined by `idSeparator` (`:`). Default: the key. */
  readonly id?: readonly string[];
  readonly idSeparator?: string;
  /** For rows without an operator: the table that names it, and the column that both have. */
  readonly operatorIn?: { readonly table: string; readonly by: string };
  readonly columns: readonly SealedColumn[];
  /**
   * Names of sealed text that leaves the service and comes back, and that no column holds. It must expire long before a
   * retired key is destroyed (service/operators/encryption-keys, `graceMs`).
   */
  readonly handedOut?: readonly string[];
  /** How many rows are read at the same time; few if values are large. */
  readonly rowsAtOnce?: number;
}

/** Declares columns that are sealed whole and under their own name. */
export function sealedColumns(...names: readonly string[]): SealedColumn[] {
  return names.map((column) => ({ column }));
}

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
