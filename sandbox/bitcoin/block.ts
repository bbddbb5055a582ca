import { hex } from "@scure/base";
import { CompactSize, RawTx, Script } from "@scure/btc-signer/script.js";
import { concatBytes, sha256x2 } from "@scure/btc-signer/utils.js";
import { genesis, regtestBits } from "./regtest.ts";
import { type BitcoinTransaction, readTransaction, writeHash } from "./transaction.ts";

export interface BlockHeader {
  version: number;
  previous: string;
  merkleRoot: string;
  time: number;
  bits: number;
  nonce: number;
}

export interface BitcoinBlock {
  hash: string;
  header: BlockHeader;
  transactions: BitcoinTransaction[];
}

const zeros = new Uint8Array(32);
/** The target that {@link regtestBits} encodes. */
const target = `7fffff${"00".repeat(29)}`;
const noHash = "00".repeat(32);
const readHash = (hash: string): Uint8Array => hex.decode(hash).toReversed();

export function encodeHeader(header: BlockHeader): Uint8Array {
  const bytes = new Uint8Array(80);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, header.version, true);
  bytes.set(readHash(header.previous), 4);
  bytes.set(readHash(header.merkleRoot), 36);
  view.setUint32(68, header.time, true);
  view.setUint32(72, header.bits, true);
  view.setUint32(76, header.nonce, true);
  return bytes;
}

function decodeHeader(text: string): BlockHeader {
  const bytes = hex.decode(text);
  if (bytes.length !== 80) throw new Error("a header has 80 bytes");
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    version: view.getInt32(0, true),
    previous: writeHash(bytes.subarray(4, 36)),
    merkleRoot: writeHash(bytes.subarray(36, 68)),
    time: view.getUint32(68, true),
    bits: view.getUint32(72, true),
    nonce: view.getUint32(76, true),
  };
}

/** The merkle root. The last hash of an odd row counts twice. */
export function merkleRoot(hashes: readonly string[]): string {
  let row = hashes.map(readHash);
  while (row.length > 1) {
    row = Array.from({ length: Math.ceil(row.length / 2) }, (_, index) => {
      const left = row[index * 2] ?? zeros;
      return sha256x2(left, row[index * 2 + 1] ?? left);
    });
  }
  return writeHash(row[0] ?? zeros);
}

/** The coinbase output that commits to the witnesses (BIP-141). */
export function witnessCommitment(hashes: readonly string[]): Uint8Array {
  // The coinbase cannot include its own hash.
  const root = merkleRoot([noHash, ...hashes]);
  return Script.encode([
    "RETURN",
    concatBytes(hex.decode("aa21a9ed"), sha256x2(readHash(root), zeros)),
  ]);
}

export function encodeBlock({ header, transactions }: BitcoinBlock): Uint8Array {
  return concatBytes(
    encodeHeader(header),
    CompactSize.encode(BigInt(transactions.length)),
    ...transactions.map((transaction) => hex.decode(transaction.hex)),
  );
}

/** Header and transactions in hexadecimal. */
export interface WrittenBlock {
  header: string;
  transactions: string[];
}

export function writeBlock({ header, transactions }: BitcoinBlock): WrittenBlock {
  return {
    header: hex.encode(encodeHeader(header)),
    transactions: transactions.map((transaction) => transaction.hex),
  };
}

/** Throws on missing proof of work, a wrong merkle root, or a first transaction other than a coinbase. */
export function readBlock(written: WrittenBlock): BitcoinBlock {
  const header = decodeHeader(written.header);
  const transactions = written.transactions.map((text) => {
    const transaction = readTransaction(text);
    if (!transaction) throw new Error("a block contains something other than a transaction");
    return transaction;
  });
  const hash = hashOf(header);
  if (!isProofOfWork(hash)) throw new Error(`block ${hash} has no proof of work`);
  if (merkleRoot(transactions.map(({ txid }) => txid)) !== header.merkleRoot) {
    throw new Error(`block ${hash} has the wrong merkle root`);
  }
  if (transactions.findIndex(({ isCoinbase }) => isCoinbase) !== 0) {
    throw new Error(`block ${hash} does not begin with a coinbase`);
  }
  return { hash, header, transactions };
}

export interface BlockTemplate {
  height: number;
  previous: string;
  time: number;
  /** Subsidy and fees, in satoshi. */
  reward: bigint;
  rewardScript: Uint8Array;
  /** Makes two blocks of the same height and time differ. */
  extraNonce: Uint8Array;
  payments: readonly BitcoinTransaction[];
}

/** Tries nonces until the hash is small enough, two on average. */
export function mineBlock(template: BlockTemplate): BitcoinBlock {
  const { height, previous, time, reward, rewardScript, extraNonce, payments } = template;
  const coinbase = coinbaseTransaction({
    version: 2,
    // The height comes first (BIP-34).
    script: Script.encode([height, extraNonce]),
    outputs: [
      { amount: reward, script: rewardScript },
      { amount: 0n, script: witnessCommitment(payments.map(({ hash }) => hash)) },
    ],
    witness: [zeros],
  });
  const transactions = [coinbase, ...payments];
  const header: BlockHeader = {
    version: 0x20000000,
    previous,
    merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)),
    time,
    bits: regtestBits,
    nonce: 0,
  };
  while (!isProofOfWork(hashOf(header))) header.nonce += 1;
  return { hash: hashOf(header), header, transactions };
}

export function genesisBlock(): BitcoinBlock {
  const { version, script, amount, outputScript } = genesis.coinbase;
  const coinbase = coinbaseTransaction({
    version,
    script,
    outputs: [{ amount, script: outputScript }],
  });
  const header: BlockHeader = {
    version: genesis.version,
    previous: noHash,
    merkleRoot: coinbase.txid,
    time: genesis.time,
    bits: regtestBits,
    nonce: genesis.nonce,
  };
  return { hash: hashOf(header), header, transactions: [coinbase] };
}

function coinbaseTransaction(parts: {
  version: number;
  script: Uint8Array;
  outputs: { amount: bigint; script: Uint8Array }[];
  witness?: Uint8Array[];
}): BitcoinTransaction {
  const { version, script, outputs, witness } = parts;
  const raw = RawTx.encode({
    version,
    segwitFlag: witness !== undefined,
    inputs: [{ txid: zeros, index: 0xffffffff, finalScriptSig: script, sequence: 0xffffffff }],
    outputs,
    witnesses: witness && [witness],
    lockTime: 0,
  });
  const transaction = readTransaction(hex.encode(raw));
  if (!transaction) throw new Error("the coinbase can't be read back");
  return transaction;
}

function hashOf(header: BlockHeader): string {
  return writeHash(sha256x2(encodeHeader(header)));
}

function isProofOfWork(hash: string): boolean {
  return hash <= target;
}
