import type { PayoutArrival } from "#contract/client/disbursements";
import type { WirePayoutDestination } from "#contract/connectors/payout";

/** A payout to send. */
export interface PayoutOrder extends Omit<ExpectedPayout, "assetAmount" | "payoutId"> {
  /** The disbursement's id. */
  readonly merchantReference: string;
  readonly destination: WirePayoutDestination;
  /** Text on the payee's statement. */
  readonly descriptor: string;
  readonly payee: PayoutPayee;
}

/** The customer whom a payout is for. */
export interface PayoutPayee {
  readonly externalCustomerId: string;
  /** Only for providers that need it; null if the customer was erased. */
  readonly email: string | null;
}

/** What is known of a payout. */
export type PayoutOutcome =
  /** It has arrived; `paidAtMs` as the provider reported it, if it did. */
  | {
      readonly type: "paid";
      readonly payoutId: string;
      readonly paidAtMs: number | null;
      /** Only for a crypto payout, if the provider reports it. */
      readonly transactionHash?: string;
    }
  /** The provider has it and will know the outcome later. */
  | {
      readonly type: "pending";
      readonly payoutId: string;
      readonly transactionHash?: string;
    }
  /** Declined by the processor; failed on the rail later; canceled; or returned after it arrived. */
  | {
      readonly type: "declined" | "failed" | "canceled" | "returned";
      readonly payoutId: string;
      readonly reasonCode: string;
    }
  /** A payout of another amount or currency, so not the one that was ordered. */
  | { readonly type: "mismatch"; readonly payoutId: string }
  /** Look-up only: the provider has no payout with this key. */
  | { readonly type: "not_found" }
  /** The request was refused before anything was sent. `isOurs`: because of our credentials, not the payout. */
  | {
      readonly type: "rejected";
      readonly reason: string;
      readonly isOurs: boolean;
      /** What the customer learns; default `processing_error`. */
      readonly reasonCode?: string;
    }
  /** The provider could not be reached, so nothing can have been sent. `reason`: what it answered instead, safe to log. */
  | { readonly type: "unreached"; readonly reason?: string }
  /**
   * It may have been sent, and no usable response says so. `isFinal`: the provider answered, and the answer, however
   * often it is asked for, can prove no absence.
   */
  | { readonly type: "unknown"; readonly reason: string; readonly isFinal?: true };

/** What a payout must agree with. */
export interface ExpectedPayout {
  readonly operatorId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** The exact amount of a crypto asset, in whole units; absent if its value counts. */
  readonly assetAmount?: string;
  /** The provider's id, once it has named one. */
  readonly payoutId?: string | null;
  /** The customer's consent to payouts by the vendor of a bank login, if the payout uses one. */
  readonly consent?: PayoutConsent | undefined;
}

/** What a customer agreed to at the vendor of a bank login: that it pays out to the account. The vendor's ids. */
export interface PayoutConsent {
  readonly transactionId: string;
  readonly paymentId: string;
  /** Ours. */
  readonly reference: string;
}

/** A consent that a bank login brought, with the name of the payout processor that can use it. */
export interface LoginConsent extends PayoutConsent {
  readonly payer: string;
}

/**
 * A type of destination. An account from a bank login is a `bank`; as `bank_login`, the login's own vendor pays it with
 * the customer's {@link PayoutConsent}.
 */
export type PayoutMethod = WirePayoutDestination["type"] | "bank_login";

/** What a provider can do. The widget and the service offer nothing else. */
export interface PayoutCapabilities {
  /** The destination types that it pays, and how long each takes. */
  readonly arrivals: Readonly<Partial<Record<PayoutMethod, PayoutArrival>>>;
  /** ISO 4217 codes; null for every currency. */
  readonly currencies: readonly string[] | null;
  /** The smallest and the largest payout in minor units. Absent: without a limit. */
  readonly leastMinor?: number;
  readonly mostMinor?: number;
  /** Whether its orders need the customer's e-mail address. */
  readonly needsEmail?: true;
  /**
   * Whether a second request could be a second payout, although it has the same key. The service then never repeats a
   * request that may have arrived, and staff decide about a payout that is not found.
   */
  readonly sendsOnce?: true;
  readonly lookUps: LookUpTimes;
}

/** When a provider may be asked for an outcome. The pauses double from `firstMs` up to `mostMs`. */
export interface LookUpTimes {
  readonly firstMs: number;
  readonly mostMs: number;
  /** Whether a payout without a clear response is looked up at once, instead of after `firstMs`. */
  readonly atOnce: boolean;
  /** Whether look-ups show that a payout came back after it had arrived. */
  readonly showReturns: boolean;
}

/**
 * Sends payouts: a payout processor, or a rail of our own. No call throws for the other side's behaviour;
 * everything it does, including wrong data and silence, is an outcome.
 */
export interface PayoutProvider {
  /** Stored with the payout, so it must never change. */
  readonly name: string;
  readonly capabilities: PayoutCapabilities;
  /** Sends once per key, however often it is called; with `sendsOnce`, once if it is called once. */
  send(order: PayoutOrder, idempotencyKey: string): Promise<PayoutOutcome>;
  /** Looks up the payout with this key. Safe at any time. */
  lookUp(idempotencyKey: string, expected: ExpectedPayout): Promise<PayoutOutcome>;
  /** Reads the vendor's notices. Absent if it sends none, or none to the path of vendors. */
  readonly readNotice?: PayoutNoticeReader;
  /** Whether notices are forms instead of JSON. */
  readonly readsForms?: true;
  /** Ends a consent at the vendor. A second call changes nothing. Absent if it needs none. */
  endConsent?(consent: PayoutConsent): Promise<ConsentEnd>;
}

/** What the vendor says about a consent that was to end. */
export interface ConsentEnd {
  /** `not_given`: the customer has agreed to nothing so far. `open`: it has not ended, or the vendor does not say. */
  readonly state: "ended" | "not_given" | "open";
  /** Safe to log. */
  readonly reason: string;
}

/** What a vendor's notice says: which payouts to look up now, by the vendor's ids. It decides no outcome. */
export type PayoutNotice =
  /** The signature is missing or wrong. */
  | { readonly type: "forged" }
  /** Signed, but not understood; `paths` are the wrong fields. */
  | { readonly type: "malformed"; readonly paths: readonly string[] }
  | {
      readonly type: "heard";
      readonly payoutIds: readonly string[];
      /** Our keys of payouts, where the notice has them. */
      readonly keys?: readonly string[];
      /** To call once the look-ups are under way: the same notice then makes none due. */
      readonly accepted?: () => void;
    };

/** Reads a vendor's notices. Must check the signature before anything else, in constant time. */
export type PayoutNoticeReader = (received: {
  readonly rawBody: Buffer;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}) => PayoutNotice;

/** Whether a provider can send this payout. */
export function canSend(
  { capabilities }: Pick<PayoutProvider, "capabilities">,
  method: PayoutMethod,
  { amountMinor, currency }: Pick<ExpectedPayout, "amountMinor" | "currency">,
): boolean {
  const {
    arrivals,
    currencies,
    leastMinor = 0,
    mostMinor = Number.POSITIVE_INFINITY,
  } = capabilities;
  const isCurrency = currencies === null || currencies.includes(currency);
  return (
    arrivals[method] !== undefined &&
    isCurrency &&
    leastMinor <= amountMinor &&
    amountMinor <= mostMinor
  );
}
