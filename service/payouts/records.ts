import type { TaxCategory } from "#contract/api/disbursements";
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";
import type { CryptoAddressInput, DebitCardInput } from "#contract/payout-methods";
import type { PayoutStep } from "./states/payout-steps.ts";

/**
 * A stored payout: the intent and, once the customer has chosen a method, the record. Both share a
 * version.
 */
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
  /** The API key that created it; null for payouts from before keys were stored. */
  readonly createdKeyId: string | null;
  /** Since when a sanctions review holds it; null if none does. Staff see it, and nobody else. */
  readonly heldAtMs: number | null;
  readonly record: DisbursementRecord | null;
}

/** What a payout has once the customer has chosen a method. */
export interface DisbursementRecord {
  readonly disbursementId: string;
  readonly type: string;
  /** The amount withheld for tax; the rest is sent. */
  readonly withheldMinor: number;
  /** The method as operators and staff see it. */
  readonly shown: PaymentMethodSummary;
  /** {@link PayoutDestination}, sealed; null once the payout is final. */
  readonly destinationSealed: string | null;
  readonly messages: readonly PayoutMessage[];
  /** Name of the processor or rail that sends it; null until approval. */
  readonly provider: string | null;
  /** The provider's id. */
  readonly payoutId: string | null;
  readonly submittedAtMs: number;
  readonly decidedAtMs: number | null;
  readonly decidedBy: string | null;
  /** The API key that decided; null if staff decided, or nobody yet. */
  readonly decidedKeyId: string | null;
  readonly paidAtMs: number | null;
  /**
   * The day in the operator's time zone on which it counts, YYYY-MM-DD: the day of payment, or of
   * the last decision before that.
   */
  readonly taxDate: string;
  /** When the recovery job checks it next; null if it needs no more checks. */
  readonly nextCheckAtMs: number | null;
  /** Look-ups in this step so far. */
  readonly checks: number;
  /** Time of the last try to send without a clear response; null if there is none. */
  readonly sentAtMs: number | null;
  /** It counted as failed before, because staff said so. */
  readonly arrivedLate: boolean;
  /** As {@link arrivedLate}, and before that it counted as paid. */
  readonly arrivedAgain: boolean;
  /** The customer's consent to payouts by the vendor of the bank login; null if there is none. */
  readonly consentId: string | null;
}

/** A message about a payout. Its text is chosen by the code when it is shown. */
export interface PayoutMessage {
  readonly code: string;
  readonly atMs: number;
}

/** The complete destination. Stored sealed. */
export type PayoutDestination =
  | { readonly type: "bank"; readonly bank: BankAccountInput }
  /** The account that the customer shared by bank login. `isRevocable`: until they withdraw their consent. */
  | {
      readonly type: "pay_by_bank";
      readonly bank: BankAccountInput;
      readonly isRevocable?: boolean;
    }
  | { readonly type: "card"; readonly card: DebitCardInput & { readonly brand: string } }
  | { readonly type: "crypto"; readonly crypto: CryptoAddressInput };

/** The record of a payout in a step that has one; throws otherwise. */
export function recordOf(payout: PayoutRecord): DisbursementRecord {
  if (!payout.record) throw new Error(`${payout.disbursementIntentId} has no disbursement yet`);
  return payout.record;
}

/** The amount to send: the payout's amount minus the withholding. */
export function netMinorOf(payout: PayoutRecord): number {
  return payout.amountMinor - (payout.record?.withheldMinor ?? 0);
}
