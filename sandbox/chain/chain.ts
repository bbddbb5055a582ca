import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sandboxChain } from "#contract/connectors/sandbox-chain";
import { createBlockTimer } from "../networks/block-timer.ts";
import { NoNetwork, type PlayNetwork } from "../networks/play-network.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { type Anvil, findAnvil, startAnvil } from "./anvil.ts";
import { readPaymentLink } from "./payment-link.ts";
import { askChain, quantity } from "./rpc.ts";
import { deployTokens, type SandboxAsset, sandboxAssets, transferData } from "./tokens.ts";

export interface ChainOptions {
  /** Folder for the chain's state; if absent, the state is lost at the end. */
  dataDir?: string | undefined;
  /** Path of anvil; default: the installed package. Null runs no chain. */
  program?: string | null | undefined;
}

/** The sandbox's chain. Methods throw {@link NoNetwork} if it cannot run. */
export interface SandboxChain extends PlayNetwork<SandboxAsset> {
  /** The address of the chain's JSON-RPC. */
  url(): Promise<string>;
  /** Also throws NetworkRefused for blocks from before the chain's start: their states are not kept. */
  reorganise(depth: number, keepPayments: boolean): Promise<void>;
}

/** Time between a failed start and the next attempt. */
const retryDelayMs = 30_000;

/** Creates the chain, which starts on first use. */
export function createChain(deps: SandboxDeps, options: ChainOptions): SandboxChain {
  const { program = findAnvil() ?? null } = options;
  if (program === null) {
    deps.log(
      "no crypto payments: Foundry's anvil is not installed (set SANDBOX_ANVIL to its path)",
    );
  }
  let starting: Promise<{ anvil: Anvil; payer: string }> | undefined;
  let failedAt = 0;
  let isClosed = false;
  let sending: Promise<unknown> = Promise.resolve();

  async function start() {
    if (isClosed) throw new NoNetwork("The sandbox is closing.");
    if (program === null) throw new NoNetwork("The local chain (anvil) is not installed.");
    const { dataDir } = options;
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
    const anvil = await startAnvil(
      dataDir === undefined ? undefined : join(dataDir, "sandbox-chain.json"),
      program,
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
      if (deps.machineNow() - failedAt < retryDelayMs) {
        return Promise.reject(new NoNetwork("The local chain does not run on this machine."));
      }
      starting = start();
      starting.catch((error: unknown) => {
        starting = undefined;
        failedAt = deps.machineNow();
        if (program !== null) deps.log(`no chain, so no crypto payments: ${String(error)}`);
      });
    }
    return starting;
  }

  const url = async () => (await running()).anvil.url;
  const ask = async <Result = string>(method: string, params: readonly unknown[] = []) =>
    askChain<Result>(await url(), method, params);
  const height = async () => Number(await ask("eth_blockNumber"));

  const timer = createBlockTimer(deps, () => ask("anvil_mine", [quantity(1)]));

  return {
    network: sandboxChain.network,
    assets: sandboxAssets,
    readLink: readPaymentLink,
    get isMining() {
      return timer.isMining;
    },
    setMining: timer.setMining,
    url,
    height,
    async send({ to, asset, baseUnits }) {
      const { payer } = await running();
      const call =
        asset.token === null
          ? { to, value: quantity(baseUnits) }
          : { to: asset.token, data: transferData(to, baseUnits) };
      // One at a time: anvil gives simultaneous transactions the same nonce and refuses one.
      const sent = sending.then(() => ask("eth_sendTransaction", [{ from: payer, ...call }]));
      sending = sent.catch(() => undefined);
      const hash = await sent;
      timer.wake();
      return hash;
    },
    async blockOf(transactionHash) {
      const found = await ask<{ blockNumber: string | null } | null>("eth_getTransactionByHash", [
        transactionHash,
      ]);
      if (!found) return undefined;
      return found.blockNumber === null ? null : Number(found.blockNumber);
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
      timer.stop();
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
