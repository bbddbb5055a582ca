import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hex } from "@scure/base";
import { OutScript } from "@scure/btc-signer";
import { Transaction } from "@scure/btc-signer/transaction.js";
import { equalBytes, hash160 } from "@scure/btc-signer/utils.js";
import { amountOf, type Coin, type Ledger, type PendingTransaction } from "./ledger.ts";
import { coinbaseMaturity } from "./regtest.ts";
import { type BitcoinTransaction, keyOf } from "./transaction.ts";

export interface Rejection {
  code: -25 | -26 | -27;
  message: string;
}

/** Minimum satoshi per virtual byte to relay a transaction, and to replace another. */
const minimumFeeRate = 1n;

const verifyRejection = (message: string): Rejection => ({ code: -26, message });

/**
 * A node's checks before it accepts a transaction, in Bitcoin Core's order and words. Only P2WPKH coins can be spent
 * here; others are refused as nonstandard.
 */
export function checkPending(
  ledger: Ledger,
  transaction: BitcoinTransaction,
): Rejection | undefined {
  const { inputs, outputs, txid, vsize } = transaction;
  if (transaction.isCoinbase) return verifyRejection("coinbase");
  if (outputs.length === 0) return verifyRejection("bad-txns-vout-empty");
  if (new Set(inputs.map(keyOf)).size < inputs.length) {
    return verifyRejection("bad-txns-inputs-duplicate");
  }
  if (outputs.some(isDust)) return verifyRejection("dust");
  if (ledger.waiting(txid)) return verifyRejection("txn-already-in-mempool");
  if (outputs.some((_, vout) => ledger.coin({ txid, vout }))) {
    return { code: -27, message: "Transaction outputs already in utxo set" };
  }
  const spent: Coin[] = [];
  for (const input of inputs) {
    const coin = ledger.coin(input);
    if (!coin) return { code: -25, message: "bad-txns-inputs-missingorspent" };
    spent.push(coin);
  }
  if (spent.some((coin) => isImmature(coin, ledger.tip.height + 1))) {
    return verifyRejection("bad-txns-premature-spend-of-coinbase");
  }
  const fee = amountOf(spent) - amountOf(outputs);
  if (fee < 0n) return verifyRejection("bad-txns-in-belowout");
  const wanted = BigInt(vsize) * minimumFeeRate;
  if (fee < wanted) return verifyRejection(`min relay fee not met, ${fee} < ${wanted}`);
  const replaced = replacedBy(ledger, transaction);
  if (
    replaced.some(({ transaction: { txid: gone } }) => inputs.some((input) => input.txid === gone))
  ) {
    return verifyRejection("bad-txns-spends-conflicting-tx");
  }
  if (replaced.length > 0 && fee < feeToReplace(replaced, vsize)) {
    return verifyRejection(`insufficient fee, rejecting replacement ${txid}`);
  }
  return checkSignatures(transaction, spent);
}

/** Pending transactions that spend the same coins, and their descendants. */
export function replacedBy(ledger: Ledger, transaction: BitcoinTransaction): PendingTransaction[] {
  const rivals = transaction.inputs.flatMap((input) => ledger.spenderOf(input) ?? []);
  const all = rivals.flatMap((rival) => ledger.withDescendants(rival.transaction.txid));
  return [...new Set(all)];
}

/** Minimum fee to replace these transactions (BIP-125, rules 3 and 4, and a better rate). */
export function feeToReplace(replaced: readonly PendingTransaction[], vsize: number): bigint {
  const paid = replaced.reduce((sum, { fee }) => sum + fee, 0n) + BigInt(vsize) * minimumFeeRate;
  const rates = replaced.map(
    ({ fee, transaction }) => (fee * BigInt(vsize)) / BigInt(transaction.vsize) + 1n,
  );
  return rates.reduce((most, each) => (each > most ? each : most), paid);
}

/** Whether a miner's reward cannot be spent yet at that height. */
export function isImmature({ isCoinbase, height }: Coin, spentAt: number): boolean {
  return isCoinbase && height !== null && spentAt - height < coinbaseMaturity;
}

/** Bitcoin Core's dust rule: spending the output would cost more than a third of its value, at 3 satoshi per byte. */
function isDust({ amount, script }: { amount: bigint; script: Uint8Array }): boolean {
  if (script[0] === 0x6a) return false;
  const type = OutScript.decode(script).type;
  const spending = ["wpkh", "wsh", "tr"].includes(type) ? 67 : 148;
  return amount < BigInt((8 + 1 + script.length + spending) * 3);
}

function checkSignatures(
  transaction: BitcoinTransaction,
  spent: readonly Coin[],
): Rejection | undefined {
  const signed = Transaction.fromRaw(hex.decode(transaction.hex), {
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
  });
  for (const [index, { script, amount }] of spent.entries()) {
    const output = OutScript.decode(script);
    if (output.type !== "wpkh") return verifyRejection("bad-txns-nonstandard-inputs");
    const [signature, key, ...more] = transaction.inputs[index]?.witness ?? [];
    if (!signature || !key || more.length > 0 || !equalBytes(hash160(key), output.hash)) {
      return verifyRejection("mandatory-script-verify-flag-failed (Witness program hash mismatch)");
    }
    const scriptCode = OutScript.encode({ type: "pkh", hash: output.hash });
    const hash = signed.preimageWitnessV0(index, scriptCode, signature.at(-1) ?? 0, amount);
    if (!isSignature(signature.slice(0, -1), hash, key)) {
      return verifyRejection(
        "mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)",
      );
    }
  }
  return undefined;
}

function isSignature(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, hash, key, { prehash: false, format: "der" });
  } catch {
    return false;
  }
}
