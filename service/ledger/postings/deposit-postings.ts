import { accountOf } from "../accounts.ts";
import { createPosting, type Posting, type PostingSource } from "../posting.ts";

/** A crypto deposit, in base units of its asset. */
export interface PostedDeposit {
  readonly operatorId: string;
  readonly depositId: string;
  readonly paymentId: string;
  readonly asset: string;
  readonly status: string;
  readonly received: bigint;
  readonly due: bigint;
  readonly isOverpaid: boolean;
  readonly version: number;
}

export function depositSource(
  deposit: Pick<PostedDeposit, "operatorId" | "depositId" | "paymentId">,
): PostingSource {
  const { operatorId, depositId, paymentId } = deposit;
  return { operatorId, type: "deposit", id: depositId, paymentId };
}

/**
 * The balances that a deposit requires, by account. Its money counts once it is paid or over. The amount due is
 * exchanged for the sale; late, short and surplus money, and what a reorganization left, is the customer's.
 */
export function depositPosition(deposit: PostedDeposit): ReadonlyMap<string, bigint> {
  const { asset, status, received, due } = deposit;
  const isPaid = status === "confirmed" || status === "shaken";
  const isOver = status === "expired" || status === "late" || status === "reorganised";
  const held = isPaid || isOver ? received : 0n;
  const surplus = isPaid && deposit.isOverpaid && received > due ? received - due : 0n;
  const sold = isPaid ? received - surplus : 0n;
  return new Map([
    [accountOf("crypto_wallet", asset), held],
    [accountOf("fx_position", asset), -sold],
    [accountOf("customer_funds"), -(held - sold)],
  ]);
}

/**
 * Money that arrived at a deposit's address in another asset or on another network. It is the customer's and not a
 * sale.
 */
export function strayPosition(asset: string, units: bigint): ReadonlyMap<string, bigint> {
  return new Map([
    [accountOf("crypto_wallet", asset), units],
    [accountOf("customer_funds"), -units],
  ]);
}

/** Adjusts the posted strays in `asset` to `units`. `serial` makes the cause unique within the deposit. */
export function strayMoved(
  deposit: Pick<PostedDeposit, "operatorId" | "depositId" | "paymentId">,
  stray: {
    readonly asset: string;
    readonly units: bigint;
    readonly postedUnits: bigint;
    readonly serial: number;
  },
  atMs: number,
): Posting | null {
  const { asset, units, postedUnits, serial } = stray;
  return createPosting({
    source: depositSource(deposit),
    cause: `${strayCause}${serial}`,
    currency: asset,
    debit: Object.fromEntries(strayPosition(asset, units - postedUnits)),
    atMs,
  });
}

/** Prefix of the causes of a deposit's own postings. */
export const depositCause = "version_";
/** Prefix of the causes of strays. */
export const strayCause = "stray_";

/** Moves a deposit's accounts from what is posted to its position; null if they are equal. Each version posts once. */
export function depositMoved(
  deposit: PostedDeposit,
  posted: ReadonlyMap<string, bigint>,
  atMs: number,
): Posting | null {
  const position = depositPosition(deposit);
  const accounts = [...new Set([...position.keys(), ...posted.keys()])];
  const debit = accounts.map(
    (account) => [account, (position.get(account) ?? 0n) - (posted.get(account) ?? 0n)] as const,
  );
  return createPosting({
    source: depositSource(deposit),
    cause: `${depositCause}${deposit.version}`,
    currency: deposit.asset,
    debit: Object.fromEntries(debit),
    atMs,
  });
}
