import type { CryptoQuote, OfferedAsset } from "#contract/client/session";
import type { Tx } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { randomToken } from "../../platform/randomness.ts";
import { createBitcoinNode, createEvmNode } from "../../providers/chain/index.ts";
import { createRates } from "../../providers/rates/index.ts";
import { offeredAssets } from "./availability.ts";
import {
  type Chain,
  type CoinsDeps,
  type CoinsGauges,
  type CoinsTimes,
  type DepositListener,
  defaultCoinsTimes,
} from "./coins-deps.ts";
import type { CoinsSettings } from "./coins-settings.ts";
import type { DepositView } from "./deposit-view.ts";
import { cancelDeposit, type DepositTerms, openDeposit, viewDepositOf } from "./open-deposit.ts";
import { createPlausibleRates } from "./plausible-rates.ts";
import { acceptQuote, deleteExpiredQuotes, makeQuote, type QuoteRequest } from "./quotes.ts";
import { addressRefusal } from "./receipts.ts";
import { reportDeposits } from "./report-deposits.ts";
import {
  findPaymentsOnChain,
  listStrayDeposits,
  listTransfers,
  type SeenTransfer,
} from "./stray-deposits.ts";
import type { CryptoQuoteRow } from "./tables.ts";
import { followChain } from "./watch/follow-chain.ts";
import { dropLeases } from "./watch/lease.ts";
import { createUnwatchedReport } from "./watch/report-unwatched.ts";

export interface Coins extends Domain {
  readonly networks: readonly string[];
  /** Assets on networks that are being followed. */
  offered(): OfferedAsset[];
  /** See {@link makeQuote}. */
  quote(request: QuoteRequest): Promise<CryptoQuote>;
  /** See {@link acceptQuote}. */
  acceptQuote(
    quoteId: string,
    wanted: Pick<QuoteRequest, "operatorId" | "subject" | "asset" | "network">,
  ): Promise<CryptoQuoteRow>;
  /** See {@link openDeposit}. */
  openDeposit(
    owner: { readonly operatorId: string; readonly paymentId: string },
    terms: DepositTerms,
  ): Promise<DepositView>;
  /** See {@link viewDepositOf}. */
  depositOf(paymentId: string): Promise<DepositView | null>;
  /** See {@link cancelDeposit}. */
  cancel(paymentId: string, tx?: Tx): Promise<boolean>;
  /** See {@link DepositListener}. */
  listen(listener: DepositListener): void;
  /** See {@link listStrayDeposits}. */
  listStrays(
    operatorId: string,
    page: { readonly page: number; readonly size: number },
  ): ReturnType<typeof listStrayDeposits>;
  /** See {@link listTransfers}. */
  transfersOf(operatorId: string, paymentId: string): Promise<SeenTransfer[]>;
  /** See {@link findPaymentsOnChain}. */
  findPayments(operatorId: string, text: string): Promise<string[]>;
  /** See {@link addressRefusal}. */
  addressRefusal(address: string): ReturnType<typeof addressRefusal>;
  /** Releases the leases, so that another process can watch immediately. */
  close(): Promise<void>;
}

export interface CoinsOptions {
  readonly times?: Partial<CoinsTimes>;
  /** True if no other process uses the store, so any earlier lease holder has ended. */
  readonly isAlone?: boolean;
}

/** One set of metrics per registry; several services of a process share it. */
const gaugesOf = new WeakMap<Metrics, CoinsGauges>();

function createGauges(metrics: Metrics): CoinsGauges {
  const known = gaugesOf.get(metrics);
  if (known) return known;
  const behind = metrics.gauge(
    "tessera_crypto_behind_seconds",
    "Seconds since a network was last read to its newest block, or since the start if it never was.",
    ["network"],
  );
  const unwatched = metrics.gauge(
    "tessera_crypto_unwatched_payments",
    "Payments that wait, or can be taken back, on a network that is no longer configured, so nobody watches them.",
    ["network"],
  );
  const reorganisations = metrics.counter(
    "tessera_crypto_reorganisations_total",
    "Reorganisations that replaced blocks which had been read.",
    ["network"],
  );
  const implausible = metrics.counter(
    "tessera_crypto_implausible_rates_total",
    "Rates of the provider that cannot be right. Nothing was quoted at them.",
    ["asset"],
  );
  const gauges: CoinsGauges = {
    behind: (network, seconds) => behind.set({ network }, seconds),
    unwatched: (network, count) => unwatched.set({ network }, count),
    reorganised: (network) => reorganisations.inc({ network }),
    implausibleRate: (asset) => implausible.inc({ asset }),
  };
  gaugesOf.set(metrics, gauges);
  return gauges;
}

export function createCoins(
  platform: PlatformDeps<CoinsSettings>,
  { times = {}, isAlone = false }: CoinsOptions = {},
): Coins {
  const { coins } = platform.config;
  const chains = (coins?.chains ?? []).map((config): Chain => {
    const http = callsTo(config.network, platform.http);
    const node =
      config.network === "bitcoin"
        ? createBitcoinNode(http, config.url, config.feeRates)
        : createEvmNode(http, config.url, Object.values(config.tokens));
    return {
      config,
      node,
      sinceMs: platform.clock.nowMs(),
      followedAtMs: null,
      isVerified: false,
      nextRoundAtMs: 0,
      idleUntilMs: 0,
      failures: 0,
      failure: null,
      strides: { close: node.maxBlocks, ended: node.maxBlocks },
      knownPending: new Map(),
      isPendingComplete: true,
      isSettled: false,
    };
  });
  const noRates = { rate: () => Promise.resolve(null) };
  const gauges = createGauges(platform.metrics);
  const deps: CoinsDeps = {
    ...platform,
    chains: new Map(chains.map((chain) => [chain.config.network, chain])),
    rates: coins
      ? createPlausibleRates(
          { ...platform, gauges },
          createRates({ ...platform, clock: platform.machineClock }, coins.rates),
        )
      : noRates,
    times: { ...defaultCoinsTimes, ...times },
    paymentMs: coins?.paymentMs ?? 0,
    leaseToken: isAlone ? "alone" : randomToken(platform.random, 16),
    gauges,
    listener: undefined,
    reportSoon: () => report.wake(),
  };
  const report = createJob({
    name: "crypto.report_deposits",
    followsStore: true,
    everyMs: 2_000,
    run: (signal) => reportDeposits(deps, signal),
  });
  const deleteQuotes = createJob({
    name: "crypto.forget",
    everyMs: 10 * 60_000,
    async run() {
      await deleteExpiredQuotes(deps);
      return undefined;
    },
  });
  const reportUnwatched = createUnwatchedReport(deps);
  const unwatched = createJob({
    name: "crypto.unwatched",
    everyMs: 60_000,
    async run() {
      await reportUnwatched();
      return undefined;
    },
  });
  const watch = chains.map((chain) =>
    createJob({
      name: `crypto.watch.${chain.config.network}`,
      everyMs: chain.config.pollMs,
      run: () => followChain(deps, chain),
    }),
  );
  return {
    offered: () => offeredAssets(deps),
    quote: (request) => makeQuote(deps, request),
    acceptQuote: (quoteId, wanted) => acceptQuote(deps, quoteId, wanted),
    openDeposit: (owner, terms) => openDeposit(deps, owner, terms),
    depositOf: (paymentId) => viewDepositOf(deps, paymentId),
    cancel: (paymentId, tx) => cancelDeposit(deps, paymentId, tx),
    listen(listener) {
      deps.listener = listener;
    },
    networks: [...deps.chains.keys()],
    listStrays: (operatorId, page) => listStrayDeposits(deps, operatorId, page),
    transfersOf: (operatorId, paymentId) => listTransfers(deps, operatorId, paymentId),
    findPayments: (operatorId, text) => findPaymentsOnChain(deps, operatorId, text),
    addressRefusal: (address) => addressRefusal(deps, address),
    jobs: chains.length === 0 ? [unwatched] : [...watch, report, deleteQuotes, unwatched],
    commands: [],
    async close() {
      // A process that never asked a node holds no lease. A lost store needs no release.
      if (chains.every(({ isVerified }) => !isVerified)) return;
      await dropLeases(deps).catch((error: unknown) => {
        platform.log.warn("the watch leases could not be released", { error });
      });
    },
  };
}
