import type { CryptoQuote, OfferedAsset } from "#contract/client/session";
import type { Domain } from "../../platform/domain.ts";
import { createJob } from "../../platform/jobs/job.ts";
import type { Metrics } from "../../platform/metrics.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { randomToken } from "../../platform/randomness.ts";
import { createBitcoinNode, createEvmNode } from "../../providers/chain/index.ts";
import { createHttpRates } from "../../providers/rates/index.ts";
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
import { callOffDeposit, type DepositTerms, openDeposit, viewDepositOf } from "./open-deposit.ts";
import { createPlausibleRates } from "./plausible-rates.ts";
import { forgetQuotes, makeQuote, type QuoteQuestion, takeQuote } from "./quotes.ts";
import {
  findPaymentsOnChain,
  listStrayDeposits,
  listTransfers,
  type SeenTransfer,
} from "./stray-deposits.ts";
import type { CryptoQuoteRow } from "./tables.ts";
import { tellDeposits } from "./tell-deposits.ts";
import { followChain } from "./watch/follow-chain.ts";
import { dropLeases } from "./watch/lease.ts";
import { createUnwatchedNote } from "./watch/unwatched.ts";

/** Payments by crypto: quotes, addresses, and what comes to them. */
export interface Coins extends Domain {
  /** What can be paid with at this moment: networks that are being followed. Empty where none is set up. */
  offered(): OfferedAsset[];
  /** See {@link makeQuote}. */
  quote(question: QuoteQuestion): Promise<CryptoQuote>;
  /** See {@link takeQuote}. */
  takeQuote(
    quoteId: string,
    wanted: Pick<QuoteQuestion, "operatorId" | "subject" | "asset" | "network">,
  ): Promise<CryptoQuoteRow>;
  /** See {@link openDeposit}. */
  openDeposit(
    owner: { readonly operatorId: string; readonly paymentId: string },
    terms: DepositTerms,
  ): Promise<DepositView>;
  /** See {@link viewDepositOf}. */
  depositOf(paymentId: string): Promise<DepositView | null>;
  /** See {@link callOffDeposit}. */
  callOff(paymentId: string): Promise<boolean>;
  /** Registers who is told of deposits; see {@link DepositListener}. */
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
  /** Lets another service watch at once. */
  close(): Promise<void>;
}

/** How the domain is put together. */
export interface CoinsOptions {
  readonly times?: Partial<CoinsTimes>;
  /** No other process uses the store, so whoever watched before is gone. */
  readonly isAlone?: boolean;
}

/** The same numbers for every service of one process. */
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
    "Payments that wait, or can be taken back, on a network that is configured no more: nobody looks.",
    ["network"],
  );
  const reorganisations = metrics.counter(
    "tessera_crypto_reorganisations_total",
    "Chains that were exchanged under what had been read.",
    ["network"],
  );
  const implausible = metrics.counter(
    "tessera_crypto_implausible_rates_total",
    "Rates of the provider that can't be true, so that nothing was sold by them.",
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

/** Puts the domain together with the networks that the configuration names. */
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
        : createEvmNode(http, config.url);
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
      stride: node.mostBlocks,
      knownPending: new Map(),
      isPendingWhole: true,
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
          createHttpRates({ ...platform, http: callsTo("rates", platform.http) }, coins.rates),
        )
      : noRates,
    times: { ...defaultCoinsTimes, ...times },
    paymentMs: coins?.paymentMs ?? 0,
    leaseToken: isAlone ? "alone" : randomToken(platform.random, 16),
    gauges,
    listener: undefined,
    tellSoon: () => tell.wake(),
  };
  const tell = createJob({ name: "crypto.tell", everyMs: 2_000, run: () => tellDeposits(deps) });
  const forget = createJob({
    name: "crypto.forget",
    everyMs: 10 * 60_000,
    async run() {
      await forgetQuotes(deps);
      return undefined;
    },
  });
  const noteUnwatched = createUnwatchedNote(deps);
  const unwatched = createJob({
    name: "crypto.unwatched",
    everyMs: 60_000,
    async run() {
      await noteUnwatched();
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
    quote: (question) => makeQuote(deps, question),
    takeQuote: (quoteId, wanted) => takeQuote(deps, quoteId, wanted),
    openDeposit: (owner, terms) => openDeposit(deps, owner, terms),
    depositOf: (paymentId) => viewDepositOf(deps, paymentId),
    callOff: (paymentId) => callOffDeposit(deps, paymentId),
    listen(listener) {
      deps.listener = listener;
    },
    listStrays: (operatorId, page) => listStrayDeposits(deps, operatorId, page),
    transfersOf: (operatorId, paymentId) => listTransfers(deps, operatorId, paymentId),
    findPayments: (operatorId, text) => findPaymentsOnChain(deps, operatorId, text),
    jobs: chains.length === 0 ? [unwatched] : [...watch, tell, forget, unwatched],
    commands: [],
    async close() {
      // Whoever has never asked a node has no lease; a store that is gone keeps none.
      if (chains.every(({ isVerified }) => !isVerified)) return;
      await dropLeases(deps).catch((error: unknown) => {
        platform.log.warn("the watch could not be handed over", { error });
      });
    },
  };
}
