import type { MandateSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";
import { onStatement } from "#contract/payment-descriptor";
import { toIsoTime } from "../../../platform/clock.ts";
import type { AttemptDetail, AttemptRecord, IntentRecord } from "../../records.ts";
import type { MandateLocale } from "./mandate-text.ts";
import type { MandateEvidence } from "./mandates.ts";

/** The name of the rail in attempts: never renamed. */
export const achRailName = "ach";

/** A bank attempt's own state. */
export interface BankDetail extends AttemptDetail {
  readonly mandate: {
    readonly version: string;
    readonly locale: MandateLocale;
    readonly acceptedAtMs: number;
    readonly endedAtMs: number | null;
  };
}

/** What of a debit is needed until the attempt is final. Kept sealed. */
export interface DebitSecret {
  readonly account: BankAccountInput;
  /** Of {@link account}. */
  readonly accountIndex: string;
  readonly evidence: MandateEvidence;
}

/** What the customer reads on the statement: as much of the descriptor as ACH carries. */
export function companyNameOf({ paymentDescriptor }: IntentRecord): string {
  return onStatement("bank", paymentDescriptor) ?? "";
}

/** The state that this method wrote into an attempt of its own. */
export function bankDetailOf({ detail }: Pick<AttemptRecord, "detail">): BankDetail {
  return detail as BankDetail;
}

/** The mandate as operators' answers show it; undefined for payments that are not by bank. */
export function mandateSummaryOf(
  attempt: Pick<AttemptRecord, "type" | "detail">,
): MandateSummary | undefined {
  if (attempt.type !== "bank") return undefined;
  const { version, locale, acceptedAtMs, endedAtMs } = bankDetailOf(attempt).mandate;
  const endedAt = endedAtMs === null ? null : toIsoTime(endedAtMs);
  return { version, locale, acceptedAt: toIsoTime(acceptedAtMs), endedAt };
}
