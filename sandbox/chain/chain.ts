import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { type Anvil, NoChain, startAnvil } from "./anvil.ts";
import { askChain, quantity } from "./rpc.ts";
import { deployTokens, type SandboxAsset, transferData } from "./tokens.ts";

/** How the sandbox's chain is run. */
export interface ChainOptions {
  /** Folder for what happened on it; forgotten at the end when left out. */
  dataDir?: string | undefined;
  /** The program, where it is not the one of the packages. */
  program?: string | undefined;
}

/** A money transfer that a tester makes. */
export interface SandboxTransfer {
  to: string;
  asset: SandboxAsset;
  baseUnits: bigint;
}

/** The sandbox's blockchain. Every method starts it when it does not run; all throw {@link NoChain}. */
export interface SandboxChain {
  /** Its JSON-RPC, for the service's questions. */
  url(): Promise<string>;
  /** Hands a transfer in; resolves to its transaction hash. It is in a block once one is made. */
  send(transfer: SandboxTransfer): Promise<string>;
  /** Makes so many blocks. */
  mine(blocks: number): Promise<void>;
  /**
   * Exchanges the newest `depth` blocks for as many others, without their payments or, if asked, with
   * all of them in the first. Throws RpcRefused for blocks from before the chain was started: their
   * states are not kept.
   */
  reorganise(depth: number, keepPayments: boolean): Promise<void>;
  /** Whether blocks are made by themselves while there is something to put in or to confirm. */
  readonly isMining: boolean;
  setMining(isMining: boolean): void;
  height(): Promise<number>;
  close(): Promise<void>;
}

/** A block every so often, and so many after the last payment: then the chain rests until the next one. */
const blockEveryMs = 2_000;
const blocksAfterPayment = 16;
/** After a start that failed nobody tries again for so long. */
const restAfterFailureMs = 30_000;

/** The chain, which starts with its first use. */
export function createChain(deps: SandboxDeps, options: ChainOptions): SandboxChain {
  let starting: Promise<{ anvil: Anvil; payer: string }> | undefined;
  let failedAt = 0;
  let isClosed = false;
  let blocksDue = 0;
  let isMining = true;
  let stopMining: (() => void) | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  async function start() {
    if (isClosed) throw new NoChain("The sandbox is closing.");
    const { dataDir } = options;
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
    const anvil = await startAnvil(
      dataDir === undefined ? undefined : join(dataDir, "sandbox-chain.json"),
      options.program,
    );
    void anvil.ended.then(() => {
      starting = undefined;
    });
    const accounts = await askChain<string[]>(anvil.url, "eth_accounts");
    const [payer = "", deployer = ""] = [accounts[0], accounts[9]];
    await deployTokens(anvil.url, payer, deployer);
    return { anvil, payer };
  }

  function running() {
    if (starting === undefined) {
      if (deps.now() - failedAt < restAfterFailureMs) {
        return Promise.reject(new NoChain("The local chain does not run on this machine."));
      }
      starting = start();
      starting.catch((error: unknown) => {
        starting = undefined;
        failedAt = deps.now();
        deps.log(`no chain, so no payments by crypto: ${String(error)}`);
      });
    }
    return starting;
  }

  const url = async () => (await running()).anvil.url;
  const ask = async <Result = string>(method: string, params: readonly unknown[] = []) =>
    askChain<Result>(await url(), method, params);
  const height = async () => Number(await ask("eth_blockNumber"));

  /** One timer at most; it dies away with the last block that is due. */
  function keepMining(): void {
    if (stopMining || blocksDue <= 0 || !isMining || isClosed) return;
    stopMining = deps.schedule(blockEveryMs, () => {
      stopMining = undefined;
      if (!isMining) return;
      blocksDue -= 1;
      ask("anvil_mine", [quantity(1)])
        .catch((error: unknown) => deps.log(`no block could be made: ${String(error)}`))
        .finally(keepMining);
    });
  }

  return {
    get isMining() {
      return isMining;
    },
    setMining(wanted) {
      isMining = wanted;
      keepMining();
    },
    url,
    height,
    async send({ to, asset, baseUnits }) {
      const { payer } = await running();
      const call =
        asset.token === null
          ? { to, value: quantity(baseUnits) }
          : { to: asset.token, data: transferData(to, baseUnits) };
      // One after the other: of two at once the node gives both the same nonce, and refuses one.
      const sent = sending.then(() => ask("eth_sendTransaction", [{ from: payer, ...call }]));
      sending = sent.catch(() => undefined);
      const hash = await sent;
      blocksDue = blocksAfterPayment;
      keepMining();
      return hash;
    },
    async mine(blocks) {
      await ask("anvil_mine", [quantity(blocks)]);
    },
    async reorganise(depth, keepPayments) {
      const kept = keepPayments ? await paymentsOf(depth) : [];
      await ask("anvil_reorg", [depth, kept.map((raw) => [raw, 0])]);
    },
    async close() {
      isClosed = true;
      stopMining?.();
      const started = await starting?.catch(() => undefined);
      await started?.anvil.stop();
    },
  };

  async function paymentsOf(depth: number): Promise<string[]> {
    const top = await height();
    const blocks = await Promise.all(
      Array.from({ length: depth }, (_, index) =>
        ask<{ transactions: string[] }>("eth_getBlockByNumber", [
          quantity(top - depth + 1 + index),
          false,
        ]),
      ),
    );
    const hashes = blocks.flatMap(({ transactions }) => transactions);
    return Promise.all(hashes.map((hash) => ask("eth_getRawTransactionByHash", [hash])));
  }
}
