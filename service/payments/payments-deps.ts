import type { Locations } from "../customers/location/index.ts";
import type { Webhooks } from "../events/index.ts";
import type { Operator } from "../operators/accounts/index.ts";
import type { ClientSecrets } from "../platform/http/authentication.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { BankDirectory } from "../providers/bank-directory/index.ts";
import type { ProcessorDirectory, ProcessorSettings } from "../providers/processor/index.ts";
import type { DirectoryServer, ThreeDSSettings } from "../providers/three-ds/index.ts";
import type { Ach } from "../rails/ach/index.ts";
import type { Coins } from "../rails/coins/index.ts";
import type { OpenBanking } from "../rails/open-banking/index.ts";
import type { PaymentMethods } from "./methods/payment-method.ts";
import type { PaymentCounters } from "./payment-counters.ts";
import type { Pricing } from "./pricing/index.ts";
import type { PayoutReads } from "./routes/client-routes.ts";
import type { Routing } from "./routing/index.ts";
import type { PaymentStore } from "./store/payment-store.ts";

/** How long things may take; tests shorten them. All in milliseconds. */
export interface PaymentTimes {
  readonly chargeDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
  /** How long a payment waits for the card ranges of 3-D Secure, where there are none yet. */
  readonly versioningDeadlineMs: number;
  /** Card ranges older than this are asked for anew (EMV: at most every hour, at least every day). */
  readonly cardRangesFreshMs: number;
  /** Card ranges older than this are not believed any more. */
  readonly cardRangesStaleMs: number;
  readonly authenticationDeadlineMs: number;
  /** How long the frame waits for the 3DS Method (EMV: 10 s). */
  readonly methodTimeoutMs: number;
  /** From the ARes to the end of the challenge (EMV: 10 minutes for an interaction). */
  readonly challengeMs: number;
  /** How long continue waits for an RReq that should have come before the browser's return. */
  readonly resultsWaitMs: number;
  /** How long a charge that the processor does not know is still looked for after it failed. */
  readonly lateChargeWatchMs: number;
  /** Two questions about a status that has been seen: at least so far apart. */
  readonly pollingCooldownMs: number;
}

/** The times of a running service. */
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
  pollingCooldownMs: 2_000,
};

/** What the functions of payments use of the others. */
export interface PaymentsUses extends PlatformDeps<ProcessorSettings & ThreeDSSettings> {
  readonly operators: { get(operatorId: string): Operator | Promise<Operator> };
  readonly locations: Pick<Locations, "requireAllowed" | "noteSeen">;
  readonly pricing: Pricing;
  readonly ach: Ach;
  readonly banks: BankDirectory;
  readonly webhooks: Webhooks;
}

/** What the domain needs to be put together. */
export interface PaymentsNeeds extends PaymentsUses {
  readonly openBanking: OpenBanking;
  readonly coins: Coins;
  readonly clientSecrets: ClientSecrets;
  readonly idempotency: Idempotency;
  /** What payouts answer on the paths of clients that both share. */
  readonly payouts: PayoutReads;
}

/** What the functions of payments are given. */
export interface PaymentsDeps extends PaymentsUses {
  readonly methods: PaymentMethods;
  readonly processors: ProcessorDirectory;
  readonly routing: Routing;
  readonly directoryServer: DirectoryServer;
  readonly times: PaymentTimes;
  readonly store: PaymentStore;
  readonly counters: PaymentCounters;
  /** Where the directory server posts results (RReq), as it reaches this service. */
  readonly resultsUrl: string;
}

/**
 * After so long a request that began a charge is over in any case, and the recovery job takes the
 * attempt up: every deadline that one request can run into, and then some.
 */
export function handlerLeaseMs(times: PaymentTimes): number {
  return (
    times.versioningDeadlineMs +
    times.authenticationDeadlineMs +
    2 * (times.chargeDeadlineMs + times.lookUpDeadlineMs) +
    times.resultsWaitMs +
    10_000
  );
}
