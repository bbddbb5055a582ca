import { renameSync } from "node:fs";
import { join } from "node:path";
import { type Journal, noopJournal, openJournal } from "../http/journal.ts";
import { createBlockTimer } from "../networks/block-timer.ts";
import { NetworkRefused, type PlayNetwork } from "../networks/play-network.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { addressOf, scriptOf } from "./address.ts";
import { mineBlock, type WrittenBlock, writeBlock } from "./block.ts";
import { checkPending, feeToReplace, type Rejection } from "./check-pending.ts";
import { amountOf, type Coin, Ledger, type LedgerEvent, type PlacedBlock } from "./ledger.ts";
import { isPayerScript, pay, payerScript } from "./payer.ts";
import { bitcoinAsset, readBitcoinLink } from "./payment-link.ts";
import { coinbaseMaturity, subsidyAt } from "./regtest.ts";
import type { BitcoinTransaction } from "./transaction.ts";

/** Fields of the pending payment to change. Fields that are missing stay the same. */
export interface Replacement {
  transactionHash: string;
  to?: string | undefined;
  baseUnits?: bigint | undefined;
}

/** A regtest node and a payer's wallet, which start on first use. */
export interface SandboxBitcoin extends PlayNetwork {
  ledger(): Ledger;
  now(): number;
  setClockAhead(seconds: number): void;
  /** Returns why the node refuses the transaction. */
  accept(transaction: BitcoinTransaction): Rejection | undefined;
  /** Replaces a pending payment, optionally with a different recipient or amount. Returns the new transaction. */
  replace(
    replacement: Replacement,
  ): Promise<{ transactionHash: string; to: string; baseUnits: bigint }>;
  drop(transactionHash: string): Promise<void>;
}

/** The number of blocks whose rewards are the payer's first coins. */
const rewardsToPayer = 10;
const coinsOfPayer = 100n;
/** Seconds between the first blocks, as on the real network. */
const firstBlockIntervalSeconds = 600;
/** The wallet's rate, in satoshi per virtual byte. */
const feeRate = 2n;
/** Blocks until the wallet spends a reward, so that no reorganization can make it immature again. */
const rewardRestBlocks = coinbaseMaturity + 64;

/** Mines the first blocks on first use, or restores the saved state. */
export function createBitcoin(
  deps: SandboxDeps,
  options: { dataDir?: string | undefined },
): SandboxBitcoin {
  let running: { ledger: Ledger; journal: Journal<JournalLine>; firstHeight: number } | undefined;
  let lines = 0;
  let clockAheadSeconds = 0;
  const timer = createBlockTimer(deps, async () => mine(1));

  const now = () => Math.floor(deps.now() / 1000) + clockAheadSeconds;

  function start() {
    if (running) return running;
    const kept = openLedger(options.dataDir, deps);
    const ledger = kept.ledger;
    lines = kept.journal.remembered.at(-1)?.line ?? 0;
    running = { ...kept, firstHeight: coinbaseMaturity + rewardsToPayer + 1 };
    if (ledger.tip.height === 0) fundPayer(running.firstHeight);
    if (ledger.pending().length > 0) timer.wake();
    return running;
  }

  const ledger = () => start().ledger;

  /** All changes go through here, so that a restart can replay them. */
  function record(event: LedgerEvent): void {
    const { journal } = start();
    ledger().apply(event);
    lines += 1;
    journal.append({ line: lines, event });
  }

  /** Mines blocks on top of `below`, each with its payments. */
  function makeBlocks(
    below: PlacedBlock,
    payments: readonly (readonly PaidFor[])[],
    timeOf = (medianTime: number) => Math.max(medianTime + 1, now()),
  ): WrittenBlock[] {
    const known = Array.from({ length: 11 }, (_, index) => ledger().at(below.height - index));
    const times = known.flatMap((block) => (block ? [block.header.time] : []));
    let previous = below.hash;
    return payments.map((paid, index) => {
      const height = below.height + 1 + index;
      const newest = times.slice(0, 11).toSorted((a, b) => a - b);
      const time = timeOf(newest[Math.floor(newest.length / 2)] ?? 0);
      const fees = paid.reduce((sum, { fee }) => sum + fee, 0n);
      const block = mineBlock({
        height,
        previous,
        time,
        reward: subsidyAt(height) + fees,
        rewardScript: payerScript,
        extraNonce: deps.randomBytes(8),
        payments: paid.map(({ transaction }) => transaction),
      });
      previous = block.hash;
      times.unshift(time);
      return writeBlock(block);
    });
  }

  function mine(count: number): void {
    const payments = Array.from({ length: count }, (_, index) =>
      index === 0 ? ledger().pending() : [],
    );
    record({ kind: "blocks", instead: 0, blocks: makeBlocks(ledger().tip, payments) });
  }

  function fundPayer(height: number): void {
    const none = Array.from({ length: height - 1 }, () => []);
    let time = now() - height * firstBlockIntervalSeconds;
    const blocks = makeBlocks(ledger().tip, none, () => {
      time += firstBlockIntervalSeconds;
      return time;
    });
    record({ kind: "blocks", instead: 0, blocks });
    const rewards = [...ledger().coins()].filter((coin) => (coin.height ?? 0) <= rewardsToPayer);
    // The last part is the remainder after the fee.
    const part = amountOf(rewards) / coinsOfPayer;
    const outputs = Array.from({ length: Number(coinsOfPayer) - 1 }, () => {
      return { script: payerScript, amount: part };
    });
    const split = pay({ outputs, coins: [], required: rewards, feeRate });
    if (!split) throw new Error("the payer cannot be funded");
    record({ kind: "accepted", transaction: split.hex, time: now() });
    mine(1);
  }

  /** The payer's confirmed coins, and all of them with pending change. */
  function payerCoins(): { settled: Coin[]; all: Coin[] } {
    const height = ledger().tip.height + 1;
    const spent = new Set(
      ledger()
        .pending()
        .flatMap(({ transaction }) =>
          transaction.inputs.map(({ txid, vout }) => `${txid}:${vout}`),
        ),
    );
    const isOurs = (coin: Coin) =>
      isPayerScript(coin.script) && !spent.has(`${coin.txid}:${coin.vout}`);
    const settled = [...ledger().coins()].filter(
      (coin) =>
        isOurs(coin) && !(coin.isCoinbase && height - (coin.height ?? height) < rewardRestBlocks),
    );
    const change = ledger()
      .pending()
      .flatMap(({ transaction }) =>
        transaction.outputs.flatMap(
          (_, vout) => ledger().coin({ txid: transaction.txid, vout }) ?? [],
        ),
      )
      .filter(isOurs);
    return { settled, all: [...settled, ...change] };
  }

  function accept(transaction: BitcoinTransaction): Rejection | undefined {
    const refusal = checkPending(ledger(), transaction);
    if (refusal) return refusal;
    record({ kind: "accepted", transaction: transaction.hex, time: now() });
    timer.wake();
    return undefined;
  }

  /** Pays. Throws NetworkRefused if the payer has too little or the node refuses the transaction. */
  function submit(output: PaidOutput, rate: bigint, required: readonly Coin[] = []): string {
    const { settled, all } = payerCoins();
    const order = { outputs: [output], required, feeRate: rate };
    const transaction = pay({ ...order, coins: settled }) ?? pay({ ...order, coins: all });
    if (!transaction) throw new NetworkRefused("The sandbox's payer does not have enough.");
    const refusal = accept(transaction);
    if (refusal) throw new NetworkRefused(`The node refused the payment: ${refusal.message}.`);
    return transaction.txid;
  }

  function waiting(txid: string) {
    const transaction = ledger().waiting(txid);
    if (!transaction) throw new NetworkRefused("There is no such pending payment.");
    return transaction;
  }

  return {
    network: "bitcoin",
    assets: [bitcoinAsset],
    readLink: readBitcoinLink,
    ledger,
    now,
    accept,
    get isMining() {
      return timer.isMining;
    },
    setMining: timer.setMining,
    setClockAhead(seconds) {
      clockAheadSeconds = seconds;
    },
    height: async () => ledger().tip.height,
    mine: async (blocks) => mine(blocks),
    async send({ to, baseUnits }, requestedFeeRate) {
      const rate = requestedFeeRate === undefined ? feeRate : BigInt(requestedFeeRate);
      return submit({ script: scriptOf(to), amount: baseUnits }, rate);
    },
    async blockOf(transactionHash) {
      if (ledger().waiting(transactionHash)) return null;
      return ledger().blockOf(transactionHash)?.height;
    },
    async reorganise(depth, keepPayments) {
      const { tip } = ledger();
      const below = ledger().at(tip.height - depth);
      if (!below || below.height < start().firstHeight) {
        throw new NetworkRefused(
          "The blocks that fund the payer cannot be reorganized. Mine more blocks first.",
        );
      }
      const kept = keepPayments ? paymentsAbove(ledger(), below) : [];
      const payments = Array.from({ length: depth }, (_, index) => (index === 0 ? kept : []));
      record({ kind: "blocks", instead: depth, blocks: makeBlocks(below, payments) });
    },
    async replace({ transactionHash, to, baseUnits }) {
      const { transaction, spent } = waiting(transactionHash);
      const paid = transaction.outputs.find(({ script }) => !isPayerScript(script));
      if (!paid || !spent.every(({ script }) => isPayerScript(script))) {
        throw new NetworkRefused("Only payments of the sandbox's own payer can be replaced.");
      }
      const output = {
        script: to === undefined ? paid.script : scriptOf(to),
        amount: baseUnits ?? paid.amount,
      };
      const descendants = ledger().withDescendants(transactionHash);
      const wanted = feeToReplace(descendants, transaction.vsize);
      // Adds the usual rate, so that the difference is visible.
      const rate = wanted / BigInt(transaction.vsize) + 1n + feeRate;
      const newHash = submit(output, rate, spent);
      return {
        transactionHash: newHash,
        to: addressOf(output.script) ?? "",
        baseUnits: output.amount,
      };
    },
    async drop(transactionHash) {
      waiting(transactionHash);
      record({ kind: "dropped", txid: transactionHash });
    },
    async close() {
      timer.stop();
    },
  };
}

interface PaidOutput {
  script: Uint8Array;
  amount: bigint;
}

interface PaidFor {
  transaction: BitcoinTransaction;
  fee: bigint;
}

interface JournalLine {
  line: number;
  event: LedgerEvent;
}

function paymentsAbove(ledger: Ledger, below: PlacedBlock): PaidFor[] {
  const found: PaidFor[] = [];
  for (let height = below.height + 1; height <= ledger.tip.height; height += 1) {
    const block = ledger.at(height);
    for (const [index, transaction] of block?.transactions.entries() ?? []) {
      if (transaction.isCoinbase) continue;
      const fee = amountOf(block?.spent[index] ?? []) - amountOf(transaction.outputs);
      found.push({ transaction, fee });
    }
  }
  return found;
}

/** Restores the saved state. Sets an inconsistent one aside and starts a new network. */
function openLedger(dataDir: string | undefined, deps: SandboxDeps) {
  if (dataDir === undefined) return { ledger: new Ledger(), journal: noopJournal };
  const path = join(dataDir, "sandbox-bitcoin.jsonl");
  const open = () => openJournal<JournalLine>(path, ({ line }) => String(line));
  const journal = open();
  const ledger = new Ledger();
  try {
    for (const { event } of journal.remembered) ledger.apply(event);
    return { ledger, journal };
  } catch (error) {
    deps.log(`the sandbox's Bitcoin starts over: ${String(error)}`);
    renameSync(path, `${path}.broken`);
    return { ledger: new Ledger(), journal: open() };
  }
}
