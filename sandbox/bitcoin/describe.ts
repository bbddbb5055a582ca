import { hex } from "@scure/base";
import { OutScript } from "@scure/btc-signer";
import { addressOf } from "./address.ts";
import { encodeBlock, encodeHeader } from "./block.ts";
import { CoreAmount } from "./core-json.ts";
import {
  amountOf,
  type Coin,
  type Ledger,
  type PendingTransaction,
  type PlacedBlock,
} from "./ledger.ts";
import { regtestDifficulty, workOfBlock } from "./regtest.ts";
import type { BitcoinTransaction } from "./transaction.ts";

/** Bitcoin Core's names of btc-signer's types; all others are `nonstandard`. */
const scriptTypes: Record<string, string> = {
  wpkh: "witness_v0_keyhash",
  wsh: "witness_v0_scripthash",
  tr: "witness_v1_taproot",
  pkh: "pubkeyhash",
  sh: "scripthash",
  pk: "pubkey",
  ms: "multisig",
  p2a: "anchor",
};

/** Confirmations of a block; -1 for one outside the chain, as in Bitcoin Core. */
export function confirmationsOf(ledger: Ledger, block: PlacedBlock): number {
  return ledger.isOnChain(block) ? ledger.tip.height - block.height + 1 : -1;
}

/** Expected number of hashes up to a height, as 64 hexadecimal digits. */
export function chainWork(height: number): string {
  return ((height + 1) * workOfBlock).toString(16).padStart(64, "0");
}

export function describeHeader(ledger: Ledger, block: PlacedBlock): Record<string, unknown> {
  const { header, height, hash } = block;
  const next = ledger.isOnChain(block) ? ledger.at(height + 1)?.hash : undefined;
  return {
    hash,
    confirmations: confirmationsOf(ledger, block),
    height,
    version: header.version,
    versionHex: (header.version >>> 0).toString(16).padStart(8, "0"),
    merkleroot: header.merkleRoot,
    time: header.time,
    mediantime: block.medianTime,
    nonce: header.nonce,
    bits: header.bits.toString(16),
    difficulty: regtestDifficulty,
    chainwork: chainWork(height),
    nTx: block.transactions.length,
    ...(height > 0 ? { previousblockhash: header.previous } : {}),
    ...(next === undefined ? {} : { nextblockhash: next }),
  };
}

export function describeBlock(
  ledger: Ledger,
  block: PlacedBlock,
  verbosity: number,
): Record<string, unknown> {
  const { transactions } = block;
  const size = encodeBlock(block).length;
  const weight =
    (size - transactions.reduce((sum, transaction) => sum + transaction.size, 0)) * 4 +
    transactions.reduce((sum, transaction) => sum + transaction.weight, 0);
  return {
    ...describeHeader(ledger, block),
    strippedsize: (weight - size) / 3,
    size,
    weight,
    tx: transactions.map((transaction, index) =>
      verbosity === 1
        ? transaction.txid
        : describeTransaction(transaction, block.spent[index], verbosity > 2),
    ),
  };
}

export const headerHex = (block: PlacedBlock): string => hex.encode(encodeHeader(block.header));

export const blockHex = (block: PlacedBlock): string => hex.encode(encodeBlock(block));

/** A transaction in the format of `getrawtransaction`, with the fee if the spent coins are known. */
export function describeTransaction(
  transaction: BitcoinTransaction,
  spent?: readonly Coin[],
  withSpent = false,
): Record<string, unknown> {
  const { txid, hash, version, size, vsize, weight, lockTime, inputs, outputs } = transaction;
  return {
    txid,
    hash,
    version,
    size,
    vsize,
    weight,
    locktime: lockTime,
    vin: inputs.map((input, index) => {
      const coin = withSpent ? spent?.[index] : undefined;
      const script = hex.encode(input.script);
      const witness = input.witness.map((each) => hex.encode(each));
      return {
        ...(transaction.isCoinbase
          ? { coinbase: script }
          : { txid: input.txid, vout: input.vout, scriptSig: { hex: script } }),
        ...(witness.length > 0 ? { txinwitness: witness } : {}),
        ...(coin ? { prevout: describeCoin(coin) } : {}),
        sequence: input.sequence,
      };
    }),
    vout: outputs.map(({ amount, script }, n) => ({
      value: new CoreAmount(amount),
      n,
      scriptPubKey: describeScript(script),
    })),
    ...(spent && !transaction.isCoinbase
      ? { fee: new CoreAmount(amountOf(spent) - amountOf(outputs)) }
      : {}),
    hex: transaction.hex,
  };
}

export function describePending(
  ledger: Ledger,
  entry: PendingTransaction,
): Record<string, unknown> {
  const { transaction, time, height, fee } = entry;
  const { txid, vsize, weight, hash } = transaction;
  const all = ledger.pending();
  const descendants = ledger.withDescendants(txid);
  const ancestors = all.filter((pending) =>
    ledger.withDescendants(pending.transaction.txid).includes(entry),
  );
  const spendsOf = (pending: PendingTransaction, other: string) =>
    pending.transaction.inputs.some((input) => input.txid === other);
  return {
    vsize,
    weight,
    time,
    height,
    descendantcount: descendants.length,
    descendantsize: sizeOf(descendants),
    ancestorcount: ancestors.length,
    ancestorsize: sizeOf(ancestors),
    wtxid: hash,
    fees: {
      base: new CoreAmount(fee),
      modified: new CoreAmount(fee),
      ancestor: new CoreAmount(feesOf(ancestors)),
      descendant: new CoreAmount(feesOf(descendants)),
    },
    depends: all
      .filter((pending) => spendsOf(entry, pending.transaction.txid))
      .map((pending) => pending.transaction.txid),
    spentby: all
      .filter((pending) => spendsOf(pending, txid))
      .map((pending) => pending.transaction.txid),
    // Descendants of a replaceable transaction are replaceable.
    "bip125-replaceable": ancestors.some((ancestor) =>
      ancestor.transaction.inputs.some(({ sequence }) => sequence < 0xfffffffe),
    ),
    unbroadcast: false,
  };
}

export function feesOf(pending: readonly PendingTransaction[]): bigint {
  return pending.reduce((sum, { fee }) => sum + fee, 0n);
}

export function sizeOf(pending: readonly PendingTransaction[]): number {
  return pending.reduce((sum, { transaction }) => sum + transaction.vsize, 0);
}

function describeCoin({ isCoinbase, height, amount, script }: Coin): Record<string, unknown> {
  return {
    generated: isCoinbase,
    ...(height === null ? {} : { height }),
    value: new CoreAmount(amount),
    scriptPubKey: describeScript(script),
  };
}

function describeScript(script: Uint8Array): Record<string, unknown> {
  const type = scriptTypes[OutScript.decode(script).type] ?? "nonstandard";
  // A bare key has no address.
  const address = type === "pubkey" ? undefined : addressOf(script);
  return {
    hex: hex.encode(script),
    ...(address === undefined ? {} : { address }),
    type: script[0] === 0x6a ? "nulldata" : type,
  };
}
