import type { PayoutArrival } from "#contract/client/disbursements";
import type { WirePayoutDestination } from "#contract/connectors/payout";

export interface PayoutOrder extends Omit<ExpectedPayout, "assetAmount" | "payoutId"> {
  /** The disbursement's id. */
  readonly merchantReference: string;
  readonly destination: WirePayoutDestination;
  /** The text on the payee's statement. */
  readonly descriptor: string;
  readonly payee: PayoutPayee;
}

export interface PayoutPayee {
  readonly externalCustomerId: string;
  /** The e-mail address, only for providers that need it; null if the customer was erased. */
  readonly email: string | null;
}

export type PayoutOutcome =
  /** `paidAtMs` only if the provider reports it. */
  | {
      readonly type: "paid";
      readonly payoutId: string;
      readonly paidAtMs: number | null;
      /** The transaction's hash, only for crypto, if the provider reports it. */
      readonly transactionHash?: string;
    }
  /** The provider has it; the outcome comes later. */
  | {
      readonly type: "pending";
      readonly payoutId: string;
      readonly transactionHash?: string;
    }
  /** Declined by the processor, failed on the rail later, canceled, or returned after it arrived. */
  | {
      readonly type: "declined" | "failed" | "canceled" | "returned";
      readonly payoutId: string;
      readonly reasonCode: string;
    }
  /** A payout with a different amount or currency than ordered. */
  | { readonly type: "mismatch"; readonly payoutId: string }
  /** Look-ups only: the provider has no payout with this key. */
  | { readonly type: "not_found" }
  /** Refused before anything was sent. `isAboutOurAccount`: because of our credentials, balance or limits. */
  | {
      readonly type: "rejected";
      readonly reason: string;
      readonly isAboutOurAccount: boolean;
      /** The reason for the customer; default `processing_error`. */
      readonly reasonCode?: string;
    }
  /** Nothing can have been sent. `reason`: what the provider answered instead, safe to log. */
  | { readonly type: "unreached"; readonly reason?: string }
  /**
   * The payout may have been sent, and no usable response says whether it was. `isFinal`: the provider answered, and
   * asking again cannot prove absence.
   */
  | { readonly type: "unknown"; readonly reason: string; readonly isFinal?: true };

export interface ExpectedPayout {
  readonly operatorId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The exact amount of a crypto asset, in whole units; absent if `amountMinor` decides. */
  readonly assetAmount?: string;
  /** The provider's id, once it has named one. */
  readonly payoutId?: string | null;
  /** The customer's consent to payouts by a bank login's vendor, if the payout uses one. */
  readonly consent?: PayoutConsent | undefined;
}

/** A customer's consent that a bank login's vendor pays out to the account, as the vendor's ids. */
export interface PayoutConsent {
  readonly transactionId: string;
  readonly paymentId: string;
  /** Our own reference. */
  readonly reference: string;
}

/** A consent from a bank login, with the payout processor that can use it. */
export interface LoginConsent extends PayoutConsent {
  readonly payer: string;
}

/**
 * A type of destination. An account from a bank login is a `bank`; as `bank_login`, the login's vendor pays it with the
 * customer's {@link PayoutConsent}.
 */
export type PayoutMethod = WirePayoutDestination["type"] | "bank_login";

/** What a provider can do. The widget and the service offer nothing else. */
export interface PayoutCapabilities {
  /** The destination types that it pays to, and how long each takes. */
  readonly arrivals: Readonly<Partial<Record<PayoutMethod, PayoutArrival>>>;
  /** ISO 4217 codes; null for all. */
  readonly currencies: readonly string[] | null;
  /** Smallest and largest payout in minor units. Absent: no limit. */
  readonly minMinor?: number;
  readonly maxMinor?: number;
  readonly needsEmail?: true;
  /**
   * Whether a second request with the same key could be a second payout. The service then never repeats a request that
   * may have arrived, and staff decide about a payout that is not found.
   */
  readonly sendsOnce?: true;
  readonly lookUps: LookUpTimes;
}

/** When a provider may be asked for an outcome. Pauses double from `firstMs` to `maxMs`. */
export interface LookUpTimes {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Whether a payout without a clear response is looked up at once, instead of after `firstMs`. */
  readonly atOnce: boolean;
  /** Whether look-ups show that a payout came back after it had arrived. */
  readonly showReturns: boolean;
}

/**
 * Sends payouts: a payout processor, or our own rail. No call throws for the other side's behavior; everything it
 * does, including wrong data and silence, is an outcome.
 */
export interface PayoutProvider {
  /** Stored with the payout, so it must never change. */
  readonly name: string;
  readonly capabilities: PayoutCapabilities;
  /** Sends once per key, however often it is called. With `sendsOnce`, a second call may send a second payout. */
  send(order: PayoutOrder, idempotencyKey: string): Promise<PayoutOutcome>;
  /** Looks up the payout with this key. Safe at any time. */
  lookUp(idempotencyKey: string, expected: ExpectedPayout): Promise<PayoutOutcome>;
  /** Reads the vendor's notices. Absent if the vendor sends none to the path of vendors. */
  readonly readNotice?: PayoutNoticeReader;
  /** Whether notices are forms instead of JSON. */
  readonly readsForms?: true;
  /** Ends a consent at the vendor. A second call changes nothing. Absent if not needed. */
  endConsent?(consent: PayoutConsent): Promise<ConsentEnd>;
}

export interface ConsentEnd {
  /** `not_given`: the customer has agreed to nothing so far. `open`: it has not ended, or the vendor does not say. */
  readonly state: "ended" | "not_given" | "open";
  /** The reason, which is safe to log. */
  readonly reason: string;
}

/** A vendor's notice: payouts to look up now, by the vendor's ids. It decides no outcome. */
export type PayoutNotice =
  | { readonly type: "forged" }
  /** Signed, but not understood; `paths` are the wrong fields. */
  | { readonly type: "malformed"; readonly paths: readonly string[] }
  | {
      readonly type: "valid";
      readonly payoutIds: readonly string[];
      /** Our keys, if the notice has them. */
      readonly keys?: readonly string[];
      /** Call it once the look-ups are in progress; a repeat of the notice then makes none due. */
      readonly accepted?: () => void;
    };

/** Reads a vendor's notices. Must check the signature first, in constant time. */
export type PayoutNoticeReader = (received: {
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}) => PayoutNotice;

/** Whether the provider's capabilities allow this amount by this method. Limits and consents are checked elsewhere. */
export function canSend(
  { capabilities }: Pick<PayoutProvider, "capabilities">,
  method: PayoutMethod,
  { amountMinor, currency }: Pick<ExpectedPayout, "amountMinor" | "currency">,
): boolean {
  const { arrivals, currencies, minMinor = 0, maxMinor = Number.POSITIVE_INFINITY } = capabilities;
  const isCurrency = currencies === null || currencies.includes(currency);
  return (
    arrivals[method] !== undefined &&
    isCurrency &&
    minMinor <= amountMinor &&
    amountMinor <= maxMinor
  );
}
