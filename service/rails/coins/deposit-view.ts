import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import { toShownAddress } from "./addresses.ts";
import { minTransfer, toUnits } from "./amounts.ts";
import { type Chain, tokenOf } from "./coins-deps.ts";
import { type DepositStatus, isOpen } from "./states/deposit-states.ts";
import type { CryptoDepositRow } from "./tables.ts";

/** Plain JSON; amounts are decimal text in whole units of the asset. */
export interface DepositView {
  readonly status: DepositStatus;
  readonly asset: CryptoAsset;
  readonly network: CryptoNetwork;
  readonly address: string;
  readonly amount: string;
  readonly received: string;
  readonly missing: string;
  /** ERC-681 or BIP-321 link for the missing amount. */
  readonly uri: string;
  readonly confirmations: number;
  readonly required: number;
  readonly isOverpaid: boolean;
  readonly hasWrongAsset: boolean;
  /**
   * `held`: the quoted rate holds. `lost`: incoming money was not mined in time or pays too small a fee, and will count
   * at its block's rate. `requoted`: it was mined, and `amount` is new.
   */
  readonly rate: "held" | "lost" | "requoted";
  /** ISO time until which money counts as in time. */
  readonly expiresAt: string;
  readonly version: number;
}

export function viewDeposit(chain: Pick<Chain, "config">, row: CryptoDepositRow): DepositView {
  const asset = row.asset as CryptoAsset;
  const due = BigInt(row.due);
  const received = BigInt(row.received);
  const isPaid = received + BigInt(row.tolerance) >= due;
  const missing = isPaid ? 0n : atLeast(due - received, minTransfer[asset]);
  const address = toShownAddress(row.address);
  return {
    status: row.status,
    asset,
    network: row.network as CryptoNetwork,
    address,
    amount: toUnits(due, asset),
    received: toUnits(received, asset),
    missing: toUnits(missing, asset),
    uri: paymentLink(chain, asset, address, isOpen(row.status) && !isPaid ? missing : due),
    confirmations: row.confirmations,
    required: row.required,
    isOverpaid: row.overpaid,
    hasWrongAsset: row.wrong_asset,
    rate: row.rate_lost_at !== null ? "lost" : row.requoted_at !== null ? "requoted" : "held",
    expiresAt: row.expires_at.toISOString(),
    version: row.version,
  };
}

/** Fills all fields of a wallet: ERC-681, or BIP-321 for Bitcoin. `amount` is in base units. */
export function paymentLink(
  chain: Pick<Chain, "config">,
  asset: CryptoAsset,
  address: string,
  amount: bigint,
): string {
  const { network, chainId: name } = chain.config;
  if (network === "bitcoin") return `bitcoin:${address}?amount=${toUnits(amount, asset)}`;
  const chainId = name.replace("eip155:", "");
  const token = tokenOf(chain, asset);
  return token
    ? `ethereum:${token}@${chainId}/transfer?address=${address}&uint256=${amount}`
    : `ethereum:${address}@${chainId}?value=${amount}`;
}

function atLeast(amount: bigint, least: bigint): bigint {
  return amount < least ? least : amount;
}
