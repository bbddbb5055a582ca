import type { MandateSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";
import { onStatement } from "#contract/payment-descriptor";
import { returnCodeOf } from "#contract/payment-reasons/index";
import { toIsoTime } from "../../../platform/clock.ts";
import type { AttemptDetail, AttemptRecord, IntentRecord } from "../../records.ts";
import { deadNumberCodes } from "./debit-rules.ts";
import type { MandateLocale } from "./mandate-text.ts";
import type { AccountSource, MandateEvidence } from "./mandates.ts";

/** The rail's name in stored attempts. Must never change. */
export const achRailName = "ach";

export interface BankDetail extends AttemptDetail {
  readonly mandate: {
    readonly version: string;
    readonly locale: MandateLocale;
    readonly acceptedAtMs: number;
    readonly endedAtMs: number | null;
    /** Absent in older attempts. */
    readonly accountSource?: AccountSource;
    /** Whether the numbers end with the customer's consent at the bank. */
    readonly isRevocable?: boolean;
  };
}

/** The data that a debit needs until its attempt is final. Stored sealed. */
export interface DebitSecret {
  readonly account: BankAccountInput;
  readonly accountIndex: string;
  readonly bankLoginId?: string;
  /** Whether an id identifies the account, so that its numbers can change between debits. */
  readonly hasStableId?: boolean;
  readonly evidence: MandateEvidence;
}

/** Returns as much of the descriptor as ACH carries. */
export function companyNameOf({ paymentDescriptor }: IntentRecord): string {
  return onStatement("bank", paymentDescriptor) ?? "";
}

/** The caller must have checked the attempt's type. */
export function bankDetailOf({ detail }: Pick<AttemptRecord, "detail">): BankDetail {
  return detail as BankDetail;
}

/**
 * Returns the reason that customers see. When a customer withdraws a login's consent, its numbers end and the bank
 * answers as for a wrong number. The account is valid: the customer logs in again.
 */
export function shownReasonOf(
  attempt: Pick<AttemptRecord, "type" | "detail">,
  code: string,
): string {
  if (attempt.type !== "bank" || !bankDetailOf(attempt).mandate.isRevocable) return code;
  return deadNumberCodes.includes(returnCodeOf(code) ?? "") ? "bank_access_ended" : code;
}

/** The mandate of an ACH debit; undefined for other payments. */
export function mandateSummaryOf(
  attempt: Pick<AttemptRecord, "type" | "detail">,
): MandateSummary | undefined {
  if (attempt.type !== "bank") return undefined;
  const { version, locale, acceptedAtMs, endedAtMs, accountSource } = bankDetailOf(attempt).mandate;
  const endedAt = endedAtMs === null ? null : toIsoTime(endedAtMs);
  return {
    version,
    locale,
    acceptedAt: toIsoTime(acceptedAtMs),
    endedAt,
    accountSource: accountSource ?? null,
  };
}
