import { hex } from "@scure/base";
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js";
import { equalBytes, sha256x2 } from "@scure/btc-signer/utils.js";

/** A reference to an output of an earlier transaction. */
export interface OutPoint {
  /** Hexadecimal text, last byte first. */
  txid: string;
  vout: number;
}

export interface BitcoinTransaction {
  txid: string;
  /** The wtxid, which includes the signatures. */
  hash: string;
  hex: string;
  version: number;
  lockTime: number;
  size: number;
  weight: number;
  vsize: number;
  inputs: (OutPoint & { sequence: number; script: Uint8Array; witness: Uint8Array[] })[];
  outputs: { amount: bigint; script: Uint8Array }[];
  /** The block's first transaction, which pays the miner. */
  isCoinbase: boolean;
}

export const keyOf = ({ txid, vout }: OutPoint): string => `${txid}:${vout}`;

/** Writes a hash in Bitcoin's format: hexadecimal, last byte first. */
export const writeHash = (hash: Uint8Array): string => hex.encode(hash.toReversed());

/** Parses a transaction; undefined for other text and for a transaction without inputs. */
export function readTransaction(text: string): BitcoinTransaction | undefined {
  try {
    const raw = hex.decode(text);
    const tx = RawTx.decode(raw);
    const stripped = RawOldTx.encode(tx);
    const [size, weight] = [raw.length, stripped.length * 3 + raw.length];
    const witnesses = tx.witnesses ?? [];
    const inputs = tx.inputs.map(({ txid, index, finalScriptSig, sequence }, at) => ({
      txid: hex.encode(txid),
      vout: index,
      sequence,
      script: finalScriptSig,
      witness: witnesses[at] ?? [],
    }));
    if (inputs.length === 0) return undefined;
    return {
      txid: writeHash(sha256x2(stripped)),
      hash: writeHash(sha256x2(raw)),
      hex: text.toLowerCase(),
      version: tx.version,
      lockTime: tx.lockTime,
      size,
      weight,
      vsize: Math.ceil(weight / 4),
      inputs,
      outputs: tx.outputs,
      isCoinbase: isCoinbase(tx.inputs),
    };
  } catch {
    return undefined;
  }
}

function isCoinbase(inputs: readonly { txid: Uint8Array; index: number }[]): boolean {
  const [only, ...others] = inputs;
  return (
    only !== undefined &&
    others.length === 0 &&
    only.index === 0xffffffff &&
    equalBytes(only.txid, new Uint8Array(32))
  );
}
