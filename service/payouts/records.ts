import type { TaxCategory } from "#contract/api/disbursements";
import type { PaymentMethodSummary } from "#contract/api/payment-intents";
import type { BankAccountInput } from "#contract/bank-account";
import type { CryptoAddressInput, DebitCardInput } from "#contract/payout-methods";
import type { PayoutStep } from "./states/payout-steps.ts";

/** A payout as the store holds it: the intent and, once a method was chosen, the record. One version. */
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
  /** The API key that created it; null for payouts from before it was kept. */
  readonly createdKeyId: string | null;
  readonly record: DisbursementRecord | null;
}

/** What there is once the customer has chosen how to be paid. */
export interface DisbursementRecord {
  readonly disbursementId: string;
  readonly type: string;
  /** What goes to the tax office; the rest of the amount is sent. */
  readonly withheldMinor: number;
  /** As it is shown to operators and staff. */
  readonly shown: PaymentMethodSummary;
  /** {@link PayoutDestination}, sealed; null once the payout is final. */
  readonly destinationSealed: string | null;
  readonly messages: readonly PayoutMessage[];
  /** Name of the processor or rail that it is sent by; null until it is approved. */
  readonly provider: string | null;
  /** The provider's own id. */
  readonly payoutId: string | null;
  readonly submittedAtMs: number;
  readonly decidedAtMs: number | null;
  readonly decidedBy: string | null;
  /** The API key that decided; null where staff did, or nobody yet. */
  readonly decidedKeyId: string | null;
  readonly paidAtMs: number | null;
  /** The day that it counts on in the operator's time zone, YYYY-MM-DD: when paid, until then expected. */
  readonly taxDate: string;
  /** When the recovery job looks at it; null: never again. */
  readonly nextCheckAtMs: number | null;
  /** Look-ups in this step so far. */
  readonly checks: number;
  /** When it was last sent without an answer that could be believed; null: never. */
  readonly sentAtMs: number | null;
}

/** A message about a payout; its text is looked up by the code when it is shown. */
export interface PayoutMessage {
  readonly code: string;
  readonly atMs: number;
}

/** Where the money goes, whole. Kept sealed. */
export type PayoutDestination =
  | { readonly type: "bank"; readonly bank: BankAccountInput }
  /** The account that the customer shared by logging in at their bank. */
  | { readonly type: "pay_by_bank"; readonly bank: BankAccountInput }
  | { readonly type: "card"; readonly card: DebitCardInput & { readonly brand: string } }
  | { readonly type: "crypto"; readonly crypto: CryptoAddressInput };

/** The record of a payout in a step that has one. */
export function recordOf(payout: PayoutRecord): DisbursementRecord {
  if (!payout.record) throw new Error(`${payout.disbursementIntentId} has no disbursement yet`);
  return payout.record;
}

/** What is sent: the amount without what is withheld. */
export function netMinorOf(payout: PayoutRecord): number {
  return payout.amountMinor - (payout.record?.withheldMinor ?? 0);
}
