import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import type { CryptoAsset, CryptoNetwork } from "#contract/crypto-networks";
import { createSandbox, type Sandbox } from "../../../../sandbox/create-sandbox.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { createTestClock } from "../../../testing/test-clock.ts";
import type { CoinsTimes, DepositUpdate } from "../coins-deps.ts";
import { type Coins, createCoins } from "../create-coins.ts";
import type { DepositView } from "../deposit-view.ts";
import type { CryptoDepositRow } from "../tables.ts";

/** Controls of one of the sandbox's chains; see sandbox/chain and sandbox/bitcoin. */
export interface Wallet {
  pay(to: string, order?: object): Promise<{ transactionHash: string }>;
  mine(count: number): Promise<void>;
  reorganise(depth: number, keepPayments?: boolean): Promise<void>;
  /** Spoils the node's next responses. */
  spoil(answers: "dropped" | "garbled" | "error", times: number): Promise<void>;
  /** Calls the node by JSON-RPC. */
  ask(method: string, ...params: unknown[]): Promise<unknown>;
}

export interface BitcoinWallet extends Wallet {
  /** Replaces a transaction by another with a higher fee. `amount` is in bitcoin; default: the same. */
  replace(transactionHash: string, amount?: string): Promise<{ transactionHash: string }>;
  drop(transactionHash: string): Promise<void>;
  setTimeMs(timeMs: number): Promise<void>;
}

/** The watcher runs only in {@link CoinsWorld.round}. */
export interface CoinsWorld extends TestService {
  sandbox: Sandbox;
  wallet: Wallet;
  bitcoin: BitcoinWallet;
  coins: Coins;
  reported: DepositUpdate[];
  /** Creates a watcher like a second service process. */
  anotherWatcher(times?: Partial<CoinsTimes>): Coins;
  /** Quotes a payment of this many cents and opens its deposit. */
  open(amountMinor: number, asset?: CryptoAsset): Promise<DepositView>;
  /** Moves the clock by `ms` (default: a second), and reports the changes. */
  round(ms?: number, coins?: Coins): Promise<void>;
  /** The newest reported view of the deposit at this address. */
  newest(view: DepositView): DepositView | undefined;
  rowOf(view: DepositView): Promise<CryptoDepositRow>;
}

const bitcoinUser = `Basic ${btoa(`tessera:${sandboxCredentials.bitcoinNode}`)}`;

/** Starts at the real time, which the chain's blocks also have. */
export async function createCoinsWorld(
  envFor: (sandboxUrl: string) => Record<string, string> = () => ({}),
): Promise<CoinsWorld> {
  const sandbox = await createSandbox({ port: 0 });
  const service = await createTestService({
    clock: createTestClock(Date.now()),
    env: { SANDBOX_URL: sandbox.url, ...envFor(sandbox.url) },
  });
  const { deps } = service.service;
  const reported: DepositUpdate[] = [];
  const anotherWatcher = (times?: Partial<CoinsTimes>) => {
    const coins = createCoins(deps, { times: times ?? {} });
    coins.listen(async (update) => void reported.push(update));
    return coins;
  };
  const callerOf = (chain: string) => async (method: string, path: string, body: unknown) => {
    const response = await fetch(`${sandbox.url}/${chain}/${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: bitcoinUser },
      body: JSON.stringify(body),
    });
    const data: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(data));
    return data as never;
  };
  const walletOf = (call: ReturnType<typeof callerOf>): Wallet => ({
    pay: (to, order = {}) => call("POST", "payments", { to, ...order }),
    mine: async (count) => void (await call("POST", "blocks", { count })),
    reorganise: async (depth, keepPayments = false) =>
      void (await call("POST", "reorganisations", { depth, keepPayments })),
    spoil: async (answers, times) => void (await call("POST", "faults", { answers, times })),
    ask: async (method, ...params) =>
      (await call("POST", "rpc", { jsonrpc: "2.0", id: 1, method, params }))["result"],
  });
  const wallet = walletOf(callerOf("chain"));
  const callBitcoin = callerOf("bitcoin");
  const bitcoin: BitcoinWallet = {
    ...walletOf(callBitcoin),
    replace: (transactionHash, amount) =>
      callBitcoin("POST", "replacements", { transactionHash, ...(amount ? { amount } : {}) }),
    drop: async (transactionHash) => void (await callBitcoin("POST", "drops", { transactionHash })),
    async setTimeMs(timeMs) {
      const seconds = Math.max(0, Math.floor((timeMs - Date.now()) / 1_000));
      await callBitcoin("POST", "time", { seconds });
    },
  };
  for (const chain of ["chain", "bitcoin"]) {
    await callerOf(chain)("PUT", "mining", { automatic: false });
  }
  let payments = 0;
  const world: CoinsWorld = {
    ...service,
    sandbox,
    wallet,
    bitcoin,
    reported,
    anotherWatcher,
    coins: anotherWatcher(),
    async open(amountMinor, asset = "USDC") {
      const network: CryptoNetwork = asset === "BTC" ? "bitcoin" : "ethereum";
      payments += 1;
      const serial = payments;
      const { operatorId } = service.operator;
      const owner = { operatorId, subject: `pi_${serial}`, asset, network };
      const { quoteId } = await world.coins.quote({ ...owner, amountMinor, currency: "USD" });
      const terms = await world.coins.acceptQuote(quoteId, owner);
      return world.coins.openDeposit({ operatorId, paymentId: `pay_${serial}` }, terms);
    },
    async round(ms = 1_000, coins = world.coins) {
      service.clock.advance(ms);
      const [watch, report] = [/^crypto\.watch/, /^crypto\.report_deposits/].map((name) =>
        coins.jobs.filter((job) => name.test(job.name)),
      );
      for (const job of [...(watch ?? []), ...(report ?? [])]) {
        while ((await job.run(AbortSignal.timeout(60_000))) === "more");
      }
    },
    newest: ({ address }) => reported.findLast(({ view }) => view.address === address)?.view,
    rowOf: ({ address }) =>
      deps.database.kysely
        .selectFrom("crypto_deposits")
        .selectAll()
        .where("address", "=", address.toLowerCase())
        .executeTakeFirstOrThrow(),
    async close() {
      await service.close();
      await sandbox.close();
    },
  };
  await world.round();
  return world;
}
