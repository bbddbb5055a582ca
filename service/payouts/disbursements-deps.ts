import type { Locations } from "../customers/location/index.ts";
import type { Sanctions } from "../customers/sanctions/index.ts";
import type { Webhooks } from "../events/index.ts";
import type { OperatorSettings, Operators } from "../operators/accounts/index.ts";
import type { ClientSecrets } from "../platform/http/authentication.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import type { BankDirectory } from "../providers/bank-directory/index.ts";
import type { BankLoginSettings } from "../providers/bank-login/index.ts";
import type { ConnectorAccounts } from "../providers/kit/connector-accounts.ts";
import type { PayoutDirectory, PayoutProvider, PayoutSettings } from "../providers/payout/index.ts";
import type { Ach } from "../rails/ach/index.ts";

/** Time limits and intervals in milliseconds; tests shorten them. */
export interface PayoutTimes {
  readonly sendDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
  /** Minimum time between two requests for a status that the caller has already seen. */
  readonly pollingCooldownMs: number;
  /** How long the service checks whether an arrived payout is returned. */
  readonly returnWatchMs: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The production values. Banks can return an ACH credit for 60 days. */
export const defaultPayoutTimes: PayoutTimes = {
  sendDeadlineMs: 15_000,
  lookUpDeadlineMs: 5_000,
  pollingCooldownMs: 2_000,
  returnWatchMs: 65 * dayMs,
};

/** What payouts need from other domains. */
export interface DisbursementsNeeds extends PlatformDeps<PayoutSettings & BankLoginSettings> {
  readonly operators: Operators;
  readonly idempotency: Idempotency;
  readonly clientSecrets: ClientSecrets;
  readonly webhooks: Webhooks;
  readonly locations: Locations;
  readonly sanctions: Pick<Sanctions, "readList" | "check" | "hold">;
  readonly ach: Ach;
  readonly banks: BankDirectory;
  readonly payoutProcessors: PayoutDirectory;
  readonly connectorAccounts: ConnectorAccounts;
  /** Receives the keys of the processor's notifications that name no payout: refunds that it sends. */
  readonly transferNoticed: (key: string) => Promise<void>;
  /** The counter of disagreements, which payments and payouts share. */
  readonly outcomeAlarm: (problem: string) => void;
}

/** Dependencies of the payout functions. */
export interface DisbursementsDeps extends DisbursementsNeeds {
  readonly times: PayoutTimes;
  readonly rails: PayoutRails;
  readonly outgoing: OutgoingPayouts;
  readonly counters: PayoutCounters;
}

/** The payout counters at `/metrics`. */
export interface PayoutCounters {
  /** Counts the outcome that a provider reported for a payout. */
  outcome(provider: string, outcome: string): void;
  /** Counts a disagreement with a provider about an outcome that staff entered. */
  outcomeAlarm(problem: string): void;
}

/** The operator settings that decide how money is sent. */
export type RailSettings = Pick<OperatorSettings, "bankPayoutRail" | "paymentMethodTypes">;

/** The rails that can send money. */
export interface PayoutRails {
  /** The rail that the operator has chosen for a destination type; undefined if there is none. */
  forType(type: string, settings: RailSettings): PayoutProvider | undefined;
  /** The processor with this name that pays to the account of a bank login itself; undefined if it must not. */
  ofLogin(payer: string, type: string, settings: RailSettings): PayoutProvider | undefined;
  /** The processor that pays to accounts of new bank logins itself; null if none does. */
  readonly loginPayer: string | null;
  /** The rail that sends an earlier payout. */
  byName(name: string): PayoutProvider | undefined;
}

/** Sends payouts and looks up their outcomes in the background. */
export interface OutgoingPayouts {
  /** Sends now. Never rejects: an error is logged, and the recovery job retries. */
  send(disbursementIntentId: string): Promise<void>;
  /** Looks up the outcome. Never rejects, as with `send`. */
  recover(disbursementIntentId: string): Promise<void>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/**
 * How long one process may take to send a payout: the sum of all deadlines in one sending, plus a
 * margin. Afterwards the recovery job takes over.
 */
export function sendLeaseMs(times: PayoutTimes): number {
  return times.sendDeadlineMs + 2 * times.lookUpDeadlineMs + 10_000;
}
