import type { SandboxBitcoin } from "./bitcoin.ts";
import { CoreError } from "./core-error.ts";
import { CoreAmount } from "./core-json.ts";
import {
  blockHex,
  chainWork,
  confirmationsOf,
  describeBlock,
  describeHeader,
  describePending,
  describeTransaction,
  feesOf,
  headerHex,
  sizeOf,
} from "./describe.ts";
import type { PlacedBlock } from "./ledger.ts";
import { regtestDifficulty } from "./regtest.ts";
import { readTransaction } from "./transaction.ts";

/** A method: the names of its parameters, for who sends them by name, and what it answers. */
export interface NodeMethod {
  parameters: readonly string[];
  answer(...values: unknown[]): unknown;
}

const notFound = -5;
const outOfRange = -8;
const wrongType = -3;
const misused = -1;
const undecodable = -22;

/** The methods of Bitcoin Core 28 that this node knows; it has no index of transactions (`txindex=0`). */
export function nodeMethods(bitcoin: SandboxBitcoin): Record<string, NodeMethod> {
  const ledger = () => bitcoin.ledger();

  function blockAt(hash: unknown, name = "blockhash"): PlacedBlock {
    const block = ledger().block(readHash(hash, name));
    if (!block) throw new CoreError(notFound, "Block not found");
    return block;
  }

  const methods: Record<string, NodeMethod> = {
    getblockchaininfo: method([], () => {
      const { tip } = ledger();
      return {
        chain: "regtest",
        blocks: tip.height,
        headers: tip.height,
        bestblockhash: tip.hash,
        difficulty: regtestDifficulty,
        time: tip.header.time,
        mediantime: tip.medianTime,
        verificationprogress: 1,
        initialblockdownload: false,
        chainwork: chainWork(tip.height),
        size_on_disk: sizeOnDisk(bitcoin),
        pruned: false,
        warnings: [],
      };
    }),

    getblockcount: method([], () => ledger().tip.height),

    getbestblockhash: method([], () => ledger().tip.hash),

    getblockhash: method(["height"], (height) => {
      const block = ledger().at(readInteger(height, "height"));
      if (!block) throw new CoreError(outOfRange, "Block height out of range");
      return block.hash;
    }),

    getblockheader: method(["blockhash", "verbose"], (hash, verbose = true) => {
      const block = blockAt(hash);
      return readBoolean(verbose, "verbose") ? describeHeader(ledger(), block) : headerHex(block);
    }),

    getblock: method(["blockhash", "verbosity"], (hash, verbosity = 1) => {
      const level = readVerbosity(verbosity);
      const block = blockAt(hash);
      return level === 0 ? blockHex(block) : describeBlock(ledger(), block, level);
    }),

    getrawmempool: method(["verbose"], (verbose = false) => {
      const pending = ledger().pending();
      if (!readBoolean(verbose, "verbose")) return pending.map((each) => each.transaction.txid);
      return Object.fromEntries(
        pending.map((each) => [each.transaction.txid, describePending(ledger(), each)]),
      );
    }),

    getmempoolentry: method(["txid"], (txid) => {
      const found = ledger().waiting(readHash(txid, "txid"));
      if (!found) throw new CoreError(notFound, "Transaction not in mempool");
      return describePending(ledger(), found);
    }),

    getmempoolinfo: method([], () => {
      const pending = ledger().pending();
      const bytes = sizeOf(pending);
      const smallest = new CoreAmount(1_000n);
      return {
        loaded: true,
        size: pending.length,
        bytes,
        usage: bytes * 4,
        total_fee: new CoreAmount(feesOf(pending)),
        maxmempool: 300_000_000,
        mempoolminfee: smallest,
        minrelaytxfee: smallest,
        incrementalrelayfee: smallest,
        unbroadcastcount: 0,
        fullrbf: true,
      };
    }),

    getrawtransaction: method(
      ["txid", "verbosity", "blockhash"],
      (id, verbosity = 0, hash = null) => {
        const txid = readHash(id, "parameter 1");
        if (txid === ledger().at(0)?.transactions[0]?.txid) {
          throw new CoreError(
            notFound,
            "The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved",
          );
        }
        const level = readVerbosity(verbosity);
        if (hash === null) return describeWaiting(bitcoin, txid, level);
        const block = ledger().block(readHash(hash, "parameter 3"));
        if (!block) throw new CoreError(notFound, "Block hash not found");
        const index = block.transactions.findIndex((each) => each.txid === txid);
        const transaction = block.transactions[index];
        if (!transaction) {
          throw new CoreError(
            notFound,
            "No such transaction found in the provided block. Use gettransaction for wallet transactions.",
          );
        }
        if (level === 0) return transaction.hex;
        const isOnChain = ledger().isOnChain(block);
        return {
          in_active_chain: isOnChain,
          ...describeTransaction(
            transaction,
            level > 1 ? block.spent[index] : undefined,
            level > 1,
          ),
          blockhash: block.hash,
          confirmations: Math.max(confirmationsOf(ledger(), block), 0),
          ...(isOnChain ? { time: block.header.time, blocktime: block.header.time } : {}),
        };
      },
    ),

    sendrawtransaction: method(["hexstring", "maxfeerate", "maxburnamount"], (text) => {
      const transaction = readTransaction(readString(text, "hexstring"));
      if (!transaction) {
        throw new CoreError(
          undecodable,
          "TX decode failed. Make sure the tx has at least one input.",
        );
      }
      const { txid } = transaction;
      // Handed in once more, it is only told around once more.
      if (ledger().waiting(txid)) return txid;
      const refusal = bitcoin.accept(transaction);
      if (refusal) throw new CoreError(refusal.code, refusal.message);
      return txid;
    }),
  };
  return methods;
}

function method(parameters: readonly string[], answer: NodeMethod["answer"]): NodeMethod {
  return { parameters, answer };
}

function describeWaiting(bitcoin: SandboxBitcoin, txid: string, level: number): unknown {
  const found = bitcoin.ledger().waiting(txid);
  if (!found) {
    throw new CoreError(
      notFound,
      "No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.",
    );
  }
  const { transaction, spent } = found;
  if (level === 0) return transaction.hex;
  return describeTransaction(transaction, level > 1 ? spent : undefined, level > 1);
}

function sizeOnDisk(bitcoin: SandboxBitcoin): number {
  const ledger = bitcoin.ledger();
  let size = 0;
  for (let height = 0; height <= ledger.tip.height; height += 1) {
    const block = ledger.at(height);
    size += 80 + (block?.transactions.reduce((sum, each) => sum + each.size, 1) ?? 0);
  }
  return size;
}

function readHash(value: unknown, name: string): string {
  const text = readString(value, name);
  if (text.length !== 64) {
    throw new CoreError(
      outOfRange,
      `${name} must be of length 64 (not ${text.length}, for '${text}')`,
    );
  }
  if (!/^[0-9a-fA-F]+$/.test(text)) {
    throw new CoreError(outOfRange, `${name} must be hexadecimal string (not '${text}')`);
  }
  return text.toLowerCase();
}

function readString(value: unknown, name: string): string {
  if (typeof value !== "string") throw typeError(value, name, "string");
  return value;
}

function readInteger(value: unknown, name: string): number {
  if (typeof value !== "number") throw typeError(value, name, "number");
  if (!Number.isInteger(value)) throw new CoreError(misused, "JSON integer out of range");
  return value;
}

function readBoolean(value: unknown, name: string): boolean {
  if (typeof value !== "boolean") throw typeError(value, name, "bool");
  return value;
}

/** A number, or true and false for 1 and 0, as it was once. */
function readVerbosity(value: unknown): number {
  return typeof value === "boolean" ? Number(value) : readInteger(value, "verbosity");
}

function typeError(value: unknown, name: string, wanted: string): CoreError {
  if (value === undefined) return new CoreError(misused, `${name} is missing`);
  const given =
    value === null
      ? "null"
      : Array.isArray(value)
        ? "array"
        : typeof value === "boolean"
          ? "bool"
          : typeof value;
  return new CoreError(
    wrongType,
    `JSON value of type ${given} for field ${name} is not of expected type ${wanted}`,
  );
}
