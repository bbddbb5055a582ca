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

/** `verbosity` is a number, or true and false for 1 and 0, as in old versions. A question mark means optional. */
type ParameterType = "string" | "number" | "string?" | "number?" | "bool?" | "verbosity?";

/** Parameters by name, in order, and the implementation. */
export interface NodeMethod {
  parameters: Readonly<Record<string, ParameterType>>;
  answer(...values: unknown[]): unknown;
}

const notFound = -5;
const outOfRange = -8;
const wrongType = -3;
const misused = -1;
const undecodable = -22;

/** The supported methods of Bitcoin Core 28, without a transaction index (`txindex=0`). */
export function nodeMethods(bitcoin: SandboxBitcoin): Record<string, NodeMethod> {
  const ledger = () => bitcoin.ledger();

  function blockAt(hash: unknown, name: string): PlacedBlock {
    const block = ledger().block(readHash(hash, name));
    if (!block) throw new CoreError(notFound, "Block not found");
    return block;
  }

  const methods: Record<string, NodeMethod> = {
    getblockchaininfo: method({}, () => {
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

    getblockcount: method({}, () => ledger().tip.height),

    getbestblockhash: method({}, () => ledger().tip.hash),

    getblockhash: method({ height: "number" }, (height) => {
      const block = ledger().at(integerOf(height));
      if (!block) throw new CoreError(outOfRange, "Block height out of range");
      return block.hash;
    }),

    getblockheader: method({ blockhash: "string", verbose: "bool?" }, (hash, verbose = true) => {
      const block = blockAt(hash, "hash");
      return verbose ? describeHeader(ledger(), block) : headerHex(block);
    }),

    getblock: method({ blockhash: "string", verbosity: "verbosity?" }, (hash, verbosity = 1) => {
      const level = levelOf(verbosity);
      const block = blockAt(hash, "blockhash");
      return level === 0 ? blockHex(block) : describeBlock(ledger(), block, level);
    }),

    getrawmempool: method({ verbose: "bool?" }, (verbose = false) => {
      const pending = ledger().pending();
      if (!verbose) return pending.map((entry) => entry.transaction.txid);
      return Object.fromEntries(
        pending.map((entry) => [entry.transaction.txid, describePending(ledger(), entry)]),
      );
    }),

    getmempoolentry: method({ txid: "string" }, (txid) => {
      const entry = ledger().waiting(readHash(txid, "txid"));
      if (!entry) throw new CoreError(notFound, "Transaction not in mempool");
      return describePending(ledger(), entry);
    }),

    // Below the payer's fee rate, above the relay minimum.
    estimatesmartfee: method({ conf_target: "number", estimate_mode: "string?" }, (target) => ({
      feerate: new CoreAmount(1_500n),
      blocks: Math.max(2, integerOf(target)),
    })),

    getmempoolinfo: method({}, () => {
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
      { txid: "string", verbosity: "verbosity?", blockhash: "string?" },
      (id, verbosity = 0, hash) => {
        const txid = readHash(id, "parameter 1");
        if (txid === ledger().at(0)?.transactions[0]?.txid) {
          throw new CoreError(
            notFound,
            "The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved",
          );
        }
        const level = levelOf(verbosity);
        if (hash === undefined) return describeWaiting(bitcoin, txid, level);
        const block = ledger().block(readHash(hash, "parameter 3"));
        if (!block) throw new CoreError(notFound, "Block hash not found");
        const index = block.transactions.findIndex((transaction) => transaction.txid === txid);
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

    sendrawtransaction: method(
      { hexstring: "string", maxfeerate: "number?", maxburnamount: "number?" },
      (text) => {
        const transaction = readTransaction(String(text));
        if (!transaction) {
          throw new CoreError(
            undecodable,
            "TX decode failed. Make sure the tx has at least one input.",
          );
        }
        const { txid } = transaction;
        // A second submission is only relayed again.
        if (ledger().waiting(txid)) return txid;
        const refusal = bitcoin.accept(transaction);
        if (refusal) throw new CoreError(refusal.code, refusal.message);
        return txid;
      },
    ),
  };
  return methods;
}

function method(parameters: NodeMethod["parameters"], answer: NodeMethod["answer"]): NodeMethod {
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
  const { transaction } = found;
  // Spent coins are reported only for transactions in blocks.
  return level === 0 ? transaction.hex : describeTransaction(transaction);
}

function sizeOnDisk(bitcoin: SandboxBitcoin): number {
  const ledger = bitcoin.ledger();
  let size = 0;
  for (let height = 0; height <= ledger.tip.height; height += 1) {
    const block = ledger.at(height);
    size += 80 + (block?.transactions.reduce((sum, transaction) => sum + transaction.size, 1) ?? 0);
  }
  return size;
}

/** Checks the parameters; throws in Bitcoin Core's words. */
export function checkValues(
  name: string,
  { parameters }: NodeMethod,
  values: unknown[],
): unknown[] {
  const wanted = Object.entries(parameters);
  const required = wanted.filter(([, type]) => !type.endsWith("?"));
  if (values.length > wanted.length || values.length < required.length) {
    const usage = wanted.map(([each, type]) => (type.endsWith("?") ? `( ${each} )` : each));
    throw new CoreError(misused, [name, ...usage].join(" "));
  }
  const mismatches = wanted.flatMap(([each, type], index) => {
    const value = values[index] ?? null;
    const actualType = typeNameOf(value);
    if (type.endsWith("?") && actualType === "null") return [];
    if (type === "verbosity?" && actualType === "bool") return [];
    const name = type === "verbosity?" ? "number" : type.replace("?", "");
    if (actualType === name) return [];
    return [[`Position ${index + 1} (${each})`, mismatch(actualType, name)]];
  });
  if (mismatches.length > 0) {
    const list = JSON.stringify(Object.fromEntries(mismatches), undefined, 4);
    throw new CoreError(wrongType, `Wrong type passed:\n${list}`);
  }
  return values.map((value) => value ?? undefined);
}

function mismatch(actualType: string, wanted: string): string {
  return `JSON value of type ${actualType} is not of expected type ${wanted}`;
}

/** Bitcoin Core's names of JSON types. */
function typeNameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

function readHash(value: unknown, name: string): string {
  const text = String(value);
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

function integerOf(value: unknown): number {
  if (!Number.isInteger(value)) throw new CoreError(misused, "JSON integer out of range");
  return Number(value);
}

function levelOf(value: unknown): number {
  return typeof value === "boolean" ? Number(value) : integerOf(value);
}
