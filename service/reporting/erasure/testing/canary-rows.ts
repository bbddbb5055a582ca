import type { PayoutWorld } from "../../../payouts/testing/payout-world.ts";
import { sealedPlace } from "../open-column.ts";

/** What the canary's rows are made with. */
export interface CanaryRows {
  readonly world: PayoutWorld;
  readonly externalCustomerId: string;
  readonly owner: { readonly operator_id: string; readonly external_customer_id: string };
  /** The clock's time, which stands still in tests. */
  readonly now: Date;
  readonly paymentIntentId: string;
  readonly disbursementIntentId: string;
  /** What was sealed, by `table.column`. */
  readonly texts: Map<string, string>;
}

/** A value of the canary's for an index or a hash. */
export function own({ externalCustomerId }: CanaryRows, column: string): string {
  return `1.${externalCustomerId}-${column}-${"x".repeat(20)}`;
}

/** Seals a text of the canary's for a column of a row, `inside` what the column holds. */
export function sealText(
  { world, owner, texts }: CanaryRows,
  table: string,
  column: string,
  row: object,
  inside: (text: string) => unknown = (text) => text,
): string {
  const text = `canary ${table} ${column}`;
  texts.set(`${table}.${column}`, text);
  const held = inside(text);
  const plain = typeof held === "string" ? held : JSON.stringify(held);
  const place = sealedPlace(table, column, row, owner.operator_id);
  return world.service.deps.keyring.encryptField(place, plain);
}
