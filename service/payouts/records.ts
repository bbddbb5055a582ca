import type { TaxCategory } from "#contract/api/disbursements";
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";
import type { CryptoAddressInput, DebitCardInput } from "#contract/payout-methods";
import type { PayoutStep } from "./states/payout-steps.ts";

/** An intent with its record, once the customer has chosen a method. Both share a version. */
export interface PayoutRecord {
  readonly disbursementIntentId: string;
  readonly operatorId: string;
  readonly externalDisbursementIntentId: string;
  readonly externalCustomerId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly taxCategory: TaxCategory;
  readonly description: string | null;
  readonly customData: Readonly<Record<string, string>>;
  /** `hashSecret` of the client secret. */
  readonly secretHash: string;
  readonly step: PayoutStep;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly expiresAtMs: number;
  /** Null for payouts from before keys were stored. */
  readonly createdKeyId: string | null;
  /** When a sanctions review began to hold it. Only staff see it. */
  readonly heldAtMs: number | null;
  readonly record: DisbursementRecord | null;
}

/** What exists once the customer has chosen a method. */
export interface DisbursementRecord {
  readonly disbursementId: string;
  readonly type: string;
  /** Withheld for tax; the rest is sent. */
  readonly withheldMinor: number;
  /** The method as operators and staff see it. */
  readonly shown: PaymentMethodSummary;
  /** The stored text of `shown` if it cannot be decrypted. Changes keep it, so that it can be repaired. */
  readonly damagedShown: string | null;
  /** {@link PayoutDestination}, sealed; null once the payout is final. */
  readonly destinationSealed: string | null;
  readonly messages: readonly PayoutMessage[];
  /** The processor or rail that sends it; null until approval. */
  readonly provider: string | null;
  readonly payoutId: string | null;
  readonly submittedAtMs: number;
  readonly decidedAtMs: number | null;
  readonly decidedBy: string | null;
  /** Null if staff decided, or nobody has decided yet. */
  readonly decidedKeyId: string | null;
  readonly paidAtMs: number | null;
  /** YYYY-MM-DD in the operator's time zone: the day of payment, or of the last decision before that. */
  readonly taxDate: string;
  /** When the recovery job checks it next; null if never again. */
  readonly nextCheckAtMs: number | null;
  /** Look-ups in this step so far. */
  readonly checks: number;
  /** Time of the last try without a clear response. */
  readonly sentAtMs: number | null;
  /** Whether it counted as failed before, because of a mark. */
  readonly arrivedLate: boolean;
  /** Like {@link arrivedLate}, and before that it counted as paid. */
  readonly arrivedAgain: boolean;
  /** The customer's consent to payouts by the bank login's vendor. */
  readonly consentId: string | null;
}

/** A message of a payout. The code determines the text. */
export interface PayoutMessage {
  readonly code: string;
  readonly atMs: number;
}

/** Where a payout goes. Stored sealed. */
export type PayoutDestination =
  | { readonly type: "bank"; readonly bank: BankAccountInput }
  /** `isRevocable`: until the customer withdraws their consent. */
  | {
      readonly type: "pay_by_bank";
      readonly bank: BankAccountInput;
      readonly isRevocable?: boolean;
    }
  | { readonly type: "card"; readonly card: DebitCardInput & { readonly brand: string } }
  | { readonly type: "crypto"; readonly crypto: CryptoAddressInput };

/** The record of a payout. Throws in a step without a record. */
export function recordOf(payout: PayoutRecord): DisbursementRecord {
  if (!payout.record) throw new Error(`${payout.disbursementIntentId} has no disbursement yet`);
  return payout.record;
}

/** The payout's amount minus the withholding. */
export function netMinorOf(payout: PayoutRecord): number {
  return payout.amountMinor - (payout.record?.withheldMinor ?? 0);
}
