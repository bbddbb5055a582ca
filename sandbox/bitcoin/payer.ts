import { hex } from "@scure/base";
import { p2wpkh, selectUTXO, type Transaction } from "@scure/btc-signer";
import { equalBytes, pubECDSA, sha256 } from "@scure/btc-signer/utils.js";
import type { Coin } from "./ledger.ts";
import { regtestNetwork } from "./regtest.ts";
import { type BitcoinTransaction, keyOf, readTransaction } from "./transaction.ts";

/** The key of the sandbox's payer and miner, known to everybody. */
const privateKey = sha256(new TextEncoder().encode("Tessera sandbox: play money"));
const wallet = p2wpkh(pubECDSA(privateKey), regtestNetwork);

/** Where the payer's change and the miner's rewards go. */
export const payerScript: Uint8Array = wallet.script;

/** Whether it is the payer's own. */
export function isPayers(script: Uint8Array): boolean {
  return equalBytes(script, payerScript);
}

/** Less than final: whoever sees it knows that it may be replaced (BIP-125). */
const replaceable = 0xfffffffd;

/** What the payer pays, and out of what. */
export interface PayerOrder {
  outputs: readonly { script: Uint8Array; amount: bigint }[];
  /** Coins that it may spend. */
  coins: readonly Coin[];
  /** Coins that it must spend. */
  required?: readonly Coin[];
  /** Satoshi for each virtual byte. */
  feeRate: bigint;
}

/** Chooses coins, the biggest first, and signs; change comes back. Undefined where they are too few. */
export function pay(order: PayerOrder): BitcoinTransaction | undefined {
  const coins = order.coins.toSorted((a, b) => (a.amount < b.amount ? 1 : -1));
  // The biggest do for nearly everything; to weigh hundreds takes a while.
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
