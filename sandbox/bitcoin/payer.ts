import { hex } from "@scure/base";
import { p2wpkh, selectUTXO } from "@scure/btc-signer";
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
export function pay({ outputs, coins, required = [], feeRate }: PayerOrder) {
  const taken = new Set(required.map(keyOf));
  const selected = selectUTXO(
    coins.filter((coin) => !taken.has(keyOf(coin))).map(inputOf),
    [...outputs],
    "accumBiggest",
    {
      changeAddress: wallet.address as string,
      feePerByte: feeRate,
      network: regtestNetwork,
      requiredInputs: required.map(inputOf),
      allowUnknownOutputs: true,
      createTx: true,
      bip69: true,
    },
  );
  if (!selected?.tx) return undefined;
  selected.tx.sign(privateKey);
  selected.tx.finalize();
  return readTransaction(selected.tx.hex) as BitcoinTransaction;
}

function inputOf({ txid, vout, amount, script }: Coin) {
  return {
    txid: hex.decode(txid),
    index: vout,
    witnessUtxo: { amount, script },
    sequence: replaceable,
  };
}
