import type { PayoutWorld } from "../../../payouts/testing/payout-world.ts";
import { sealedPlace } from "../open-column.ts";

export interface CanaryRows {
  readonly world: PayoutWorld;
  readonly externalCustomerId: string;
  readonly owner: { readonly operator_id: string; readonly external_customer_id: string };
  readonly now: Date;
  readonly paymentIntentId: string;
  readonly disbursementIntentId: string;
  /** The texts by `table.column`. */
  readonly texts: Map<string, string>;
}

/** The value of an index or a hash. */
export function own({ externalCustomerId }: CanaryRows, column: string): string {
  return `1.${externalCustomerId}-${column}-${"x".repeat(20)}`;
}

/** `inside` wraps the text in the column's format. */
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
