import { hex } from "@scure/base";
import { p2wpkh, selectUTXO, type Transaction } from "@scure/btc-signer";
import { equalBytes, pubECDSA, sha256 } from "@scure/btc-signer/utils.js";
import type { Coin } from "./ledger.ts";
import { regtestNetwork } from "./regtest.ts";
import { type BitcoinTransaction, keyOf, readTransaction } from "./transaction.ts";

/** The key is public, because it holds play money. */
const privateKey = sha256(new TextEncoder().encode("Tessera sandbox: play money"));
const wallet = p2wpkh(pubECDSA(privateKey), regtestNetwork);

/** Receives the payer's change and the miner's rewards. */
export const payerScript: Uint8Array = wallet.script;

export function isPayerScript(script: Uint8Array): boolean {
  return equalBytes(script, payerScript);
}

/** A number below the final one signals that the transaction can be replaced (BIP-125). */
const replaceable = 0xfffffffd;

export interface PayerOrder {
  outputs: readonly { script: Uint8Array; amount: bigint }[];
  coins: readonly Coin[];
  required?: readonly Coin[];
  feeRate: bigint;
}

/** Selects coins, largest first, and signs; change returns to the payer. Undefined if the coins do not suffice. */
export function pay(order: PayerOrder): BitcoinTransaction | undefined {
  const coins = order.coins.toSorted((a, b) => (a.amount < b.amount ? 1 : -1));
  // The largest coins nearly always suffice; selecting from hundreds is slow.
  const tx = select({ ...order, coins: coins.slice(0, 20) }) ?? select({ ...order, coins });
  if (!tx) return undefined;
  tx.sign(privateKey);
  tx.finalize();
  return readTransaction(tx.hex);
}

function select({ outputs, coins, required = [], feeRate }: PayerOrder): Transaction | undefined {
  const taken = new Set(required.map(keyOf));
  const inputs = coins.filter((coin) => !taken.has(keyOf(coin))).map(inputOf);
  return selectUTXO(inputs, [...outputs], "accumBiggest", {
    changeAddress: wallet.address as string,
    feePerByte: feeRate,
    network: regtestNetwork,
    requiredInputs: required.map(inputOf),
    allowUnknownOutputs: true,
    createTx: true,
    bip69: true,
  })?.tx;
}

function inputOf({ txid, vout, amount, script }: Coin) {
  return {
    txid: hex.decode(txid),
    index: vout,
    witnessUtxo: { amount, script },
    sequence: replaceable,
  };
}
