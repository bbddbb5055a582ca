import type { PayoutWorld } from "../../../payouts/testing/payout-world.ts";
import { sealedPlace } from "../open-column.ts";

/** What the canary's rows are made from. */
export interface CanaryRows {
  readonly world: PayoutWorld;
  readonly externalCustomerId: string;
  readonly owner: { readonly operator_id: string; readonly external_customer_id: string };
  /** The test clock's time, which does not advance by itself. */
  readonly now: Date;
  readonly paymentIntentId: string;
  readonly disbursementIntentId: string;
  /** The sealed texts, by `table.column`. */
  readonly texts: Map<string, string>;
}

/** A value of the canary for an index or a hash. */
export function own({ externalCustomerId }: CanaryRows, column: string): string {
  return `1.${externalCustomerId}-${column}-${"x".repeat(20)}`;
}

/** Seals a text of the canary for a column of a row; `inside` wraps it in what the column holds. */
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
  const { keyring } = world.service.deps;
  const place = sealedPlace(keyring, table, column, row, owner.operator_id);
  return keyring.encryptField(place, plain);
}
