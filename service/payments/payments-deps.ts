import type { Locations } from "../customers/location/index.ts";
import type { Sanctions } from "../customers/sanctions/index.ts";
import type { Webhooks } from "../events/index.ts";
import type { Operator } from "../operators/accounts/index.ts";
import type { ClientSecrets } from "../platform/http/authentication.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { BankDirectory } from "../providers/bank-directory/index.ts";
import type { ConnectorAccounts } from "../providers/kit/connector-accounts.ts";
import type { BankSettings } from "../providers/open-banking/index.ts";
import type { PayoutDirectory, PayoutSettings } from "../providers/payout/index.ts";
import type { ProcessorDirectory, ProcessorSettings } from "../providers/processor/index.ts";
import type { SalesTaxSettings } from "../providers/sales-tax/index.ts";
import type { ThreeDSServer, ThreeDSSettings } from "../providers/three-ds/index.ts";
import type { Ach } from "../rails/ach/index.ts";
import type { Coins } from "../rails/coins/index.ts";
import type { OpenBanking } from "../rails/open-banking/index.ts";
import type { PaymentMethods } from "./methods/payment-method.ts";
import type { PaymentCounters } from "./payment-counters.ts";
import type { Pricing } from "./pricing/index.ts";
import type { Transfers } from "./refunds/destination/transfers.ts";
import type { PayoutReads } from "./routes/client-routes.ts";
import type { Routing } from "./routing/index.ts";
import type { PaymentStore } from "./store/payment-store.ts";

/** Times in milliseconds. Tests shorten them. */
export interface PaymentTimes {
  readonly chargeDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
  /** How long a payment waits for the first card ranges. */
  readonly versioningDeadlineMs: number;
  /** Older card ranges are requested again (EMV: at most once an hour, at least once a day). */
  readonly cardRangesFreshMs: number;
  /** Older card ranges are no longer used. */
  readonly cardRangesStaleMs: number;
  readonly authenticationDeadlineMs: number;
  /** How long the frame waits for the 3DS method (EMV: 10 s). */
  readonly methodTimeoutMs: number;
  /** The time from the ARes to the end of the challenge (EMV: 10 minutes). */
  readonly challengeMs: number;
  /** How long to wait for a result that usually precedes the browser's return. */
  readonly resultsWaitMs: number;
  /** How long to look for a charge that the processor did not know, after the attempt failed. */
  readonly lateChargeWatchMs: number;
  /** How long a check of a processor waits for a notice. */
  readonly checkNoticeMs: number;
  /** Shortest time between two requests for a status that the caller has already seen. */
  readonly pollingCooldownMs: number;
}

export const defaultPaymentTimes: PaymentTimes = {
  chargeDeadlineMs: 15_000,
  lookUpDeadlineMs: 5_000,
  versioningDeadlineMs: 5_000,
  cardRangesFreshMs: 60 * 60_000,
  cardRangesStaleMs: 24 * 60 * 60_000,
  authenticationDeadlineMs: 10_000,
  methodTimeoutMs: 10_000,
  challengeMs: 10 * 60_000,
  resultsWaitMs: 3_000,
  lateChargeWatchMs: 60 * 60_000,
  checkNoticeMs: 20_000,
  pollingCooldownMs: 2_000,
};

export interface PaymentsUses
  extends PlatformDeps<
    ProcessorSettings &
      ThreeDSSettings &
      Pick<PayoutSettings, "payoutProcessors"> &
      Pick<BankSettings, "payByBank" | "earlierBanks" | "bankLogin"> &
      Pick<SalesTaxSettings, "taxService">
  > {
  readonly operators: { get(operatorId: string): Operator | Promise<Operator> };
  readonly locations: Pick<Locations, "requireAllowed" | "recordSeen">;
  readonly pricing: Pricing;
  readonly routing: Routing;
  readonly connectorAccounts: ConnectorAccounts;
  readonly ach: Ach;
  readonly banks: BankDirectory;
  readonly payoutProcessors: PayoutDirectory;
  readonly sanctions: Pick<Sanctions, "readList" | "check" | "addMoney">;
  readonly webhooks: Webhooks;
}

export interface PaymentsNeeds extends PaymentsUses {
  readonly openBanking: OpenBanking;
  readonly coins: Coins;
  readonly clientSecrets: ClientSecrets;
  readonly idempotency: Idempotency;
  /** For the client paths that both domains share. */
  readonly payouts: PayoutReads;
}

export interface PaymentsDeps extends PaymentsUses {
  readonly methods: PaymentMethods;
  readonly processors: ProcessorDirectory;
  readonly threeDSServer: ThreeDSServer;
  readonly times: PaymentTimes;
  readonly store: PaymentStore;
  readonly counters: PaymentCounters;
  /** The job that sends refunds. */
  readonly refunds: { wake(): void };
  /** The job that requests the refunds of batches. */
  readonly refundBatches: { wake(): void };
  /** Sends refunds to destinations that customers named. */
  readonly transfers: Transfers;
  readonly coins: Pick<Coins, "quote" | "acceptQuote" | "addressRefusal">;
  /** The jobs that apply notices and send answers to disputes. */
  readonly disputes: { wake(): void };
}

/** How long a request may work on an attempt before recovery takes over: the sum of all its deadlines, plus 10 s. */
export function handlerLeaseMs(times: PaymentTimes): number {
  return (
    times.versioningDeadlineMs +
    times.authenticationDeadlineMs +
    2 * (times.chargeDeadlineMs + times.lookUpDeadlineMs) +
    times.resultsWaitMs +
    10_000
  );
}

/** The end of the lease of a request that begins its work now; see {@link handlerLeaseMs}. */
export function leaseEndMs({ clock, times }: Pick<PaymentsDeps, "clock" | "times">): number {
  return clock.nowMs() + handlerLeaseMs(times);
}
