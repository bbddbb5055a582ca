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

/** Times in milliseconds; tests shorten them. */
export interface PayoutTimes {
  readonly sendDeadlineMs: number;
  readonly lookUpDeadlineMs: number;
  /** Shortest time between two requests for a status that the caller has already seen. */
  readonly pollingCooldownMs: number;
  /** How long the service checks whether an arrived payout is returned. */
  readonly returnWatchMs: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Banks can return an ACH credit for 60 days. */
export const defaultPayoutTimes: PayoutTimes = {
  sendDeadlineMs: 15_000,
  lookUpDeadlineMs: 5_000,
  pollingCooldownMs: 2_000,
  returnWatchMs: 65 * dayMs,
};

export interface DisbursementsNeeds extends PlatformDeps<PayoutSettings & BankLoginSettings> {
  readonly operators: Operators;
  readonly idempotency: Idempotency;
  readonly clientSecrets: ClientSecrets;
  readonly webhooks: Webhooks;
  readonly locations: Locations;
  readonly sanctions: Pick<Sanctions, "readList" | "check" | "addMoney">;
  readonly ach: Ach;
  readonly banks: BankDirectory;
  readonly payoutProcessors: PayoutDirectory;
  readonly connectorAccounts: ConnectorAccounts;
  /** Receives the keys of processor notifications that name no payout: refunds that it sends. */
  readonly transferNoticed: (key: string) => Promise<void>;
  /** Counts alarms, together with those of payments. */
  readonly outcomeAlarm: (problem: string) => void;
}

export interface DisbursementsDeps extends DisbursementsNeeds {
  readonly times: PayoutTimes;
  readonly rails: PayoutRails;
  readonly outgoing: OutgoingPayouts;
  readonly counters: PayoutCounters;
}

export interface PayoutCounters {
  /** Counts an outcome that a provider reported. */
  outcome(provider: string, outcome: string): void;
  /** Counts a disagreement with a provider about an outcome that staff entered. */
  outcomeAlarm(problem: string): void;
}

export type RailSettings = Pick<OperatorSettings, "bankPayoutRail" | "paymentMethodTypes">;

export interface PayoutRails {
  /** The names of all configured rails. */
  readonly names: readonly string[];
  /** The rail that the operator has chosen, if any. */
  forType(type: string, settings: RailSettings): PayoutProvider | undefined;
  /** The processor, if it may pay to the account of a bank login. */
  ofLogin(payer: string, type: string, settings: RailSettings): PayoutProvider | undefined;
  /** The processor that pays to accounts of new bank logins. */
  readonly loginPayer: string | null;
  /** The rail of an earlier payout. */
  byName(name: string): PayoutProvider | undefined;
}

/** A payout at the provider that sends it; null for one without a provider yet. */
export interface OutgoingPayout {
  readonly disbursementIntentId: string;
  readonly provider: string | null;
}

export interface TaskFailure {
  readonly error: unknown;
}

/** Runs tasks of payouts in the background. */
export interface OutgoingPayouts {
  /** Sends a payout. Never rejects: an error is logged, and the recovery job retries. */
  send(payout: OutgoingPayout): Promise<void>;
  /**
   * Looks up the outcome. Never rejects, like `send`. Resolves to the error if the task failed, unless it is repeated as
   * soon as the store is back.
   */
  recover(payout: OutgoingPayout): Promise<TaskFailure | undefined>;
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>;
}

/**
 * How long one process may take to send a payout: the sum of all its deadlines, plus a margin. Then the recovery job
 * takes over.
 */
export function sendLeaseMs(times: PayoutTimes): number {
  return times.sendDeadlineMs + 2 * times.lookUpDeadlineMs + 10_000;
}
