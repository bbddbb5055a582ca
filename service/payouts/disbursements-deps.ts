import type { Locations } from "../customers/location/index.ts";
import type { IdentityChanges } from "../customers/profile/index.ts";
import type { Webhooks } from "../events/index.ts";
import type { OperatorSettings, Operators } from "../operators/accounts/index.ts";
import type { ClientSecrets } from "../platform/http/authentication.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { BankDirectory } from "../providers/bank-directory/index.ts";
import type { BankLoginSettings } from "../providers/bank-oauth/index.ts";
import type { PayoutProvider, PayoutSettings } from "../providers/payout/index.ts";
import type { Ach } from "../rails/ach/index.ts";

/** How long things may take; tests shorten them. All in milliseconds. */
export interface PayoutTimes {
  readonly sendDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
  /** Two questions about a status that has been seen: at least so far apart. */
  readonly pollingCooldownMs: number;
  /** How long a payout that has arrived is asked after, in case that it comes back. */
  readonly returnWatchMs: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The times of a running service. Banks may return an ACH credit for 60 days. */
export const defaultPayoutTimes: PayoutTimes = {
  sendDeadlineMs: 15_000,
  lookUpDeadlineMs: 5_000,
  pollingCooldownMs: 2_000,
  returnWatchMs: 65 * dayMs,
};

/** What payouts need of the others. */
export interface DisbursementsNeeds extends PlatformDeps<PayoutSettings & BankLoginSettings> {
  readonly operators: Operators;
  readonly idempotency: Idempotency;
  readonly clientSecrets: ClientSecrets;
  readonly webhooks: Webhooks;
  readonly locations: Locations;
  readonly identityChanges: IdentityChanges;
  readonly ach: Ach;
  readonly banks: BankDirectory;
}

/** What the functions of payouts are given. */
export interface DisbursementsDeps extends DisbursementsNeeds {
  readonly times: PayoutTimes;
  readonly rails: PayoutRails;
  readonly outgoing: OutgoingPayouts;
  readonly counters: PayoutCounters;
}

/** The payouts' own numbers at `/metrics`. */
export interface PayoutCounters {
  /** What a provider was found to have done with a payout. */
  outcome(provider: string, outcome: string): void;
}

/** What of an operator's settings decides how money is sent. */
export type RailSettings = Pick<OperatorSettings, "bankPayoutRail" | "paymentMethodTypes">;

/** What money can be sent by. */
export interface PayoutRails {
  /** The way for a type of destination that the operator has chosen; undefined where there is none. */
  forType(type: string, settings: RailSettings): PayoutProvider | undefined;
  /** The one that an earlier payout went by. */
  byName(name: string): PayoutProvider | undefined;
}

/** Payouts being sent and asked about beside the requests that want it. */
export interface OutgoingPayouts {
  /** Sends it now. Never rejects: what fails is logged, and the recovery job's. */
  send(disbursementIntentId: string): Promise<void>;
  /** Asks what became of it; the same. */
  lookAfter(disbursementIntentId: string): Promise<void>;
  /** Resolves when nothing is being sent any more. */
  idle(): Promise<void>;
}

/**
 * After so long whoever began to send a payout is over in any case, and the recovery job takes it up:
 * every deadline that one sending can run into, and then some.
 */
export function sendLeaseMs(times: PayoutTimes): number {
  return times.sendDeadlineMs + 2 * times.lookUpDeadlineMs + 10_000;
}
