// Generated from the OpenAPI document; it is long because it describes every call. Regenerate it with
// npx vitest run --project service service/app/api-reference/server-client.test.ts -u

import type { Call, CallOptions, FileBody, ListCall } from "../call-types.ts";

export interface Breakdown {
  /** The amount that you requested. In major units of the currency (`49.99`). */
  baseAmount: number;
  /** The surcharge; 0 if there is none. In major units of the currency (`49.99`). */
  processingFees: number;
  /** Sales tax; 0 if there is none. In major units of the currency (`49.99`). */
  salesTax: number;
  /** The sum of the three, which is charged. In major units of the currency (`49.99`). */
  total: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** As a fraction: `0.0825` is 8.25 %. Only if sales tax was looked up. */
  salesTaxRate?: number;
  /** Where the tax applies: a state, with a ZIP code if necessary. */
  salesTaxJurisdiction?: string;
  /** The tax by jurisdiction, only if a tax service computed it. The parts add up to `salesTax`. */
  salesTaxParts?: {
    /** The jurisdiction's name. */
    jurisdiction: string;
    /** `state`, `county`, `city` or `special`. An open list. */
    level: string;
    /** As a fraction: `0.0625` is 6.25 %. */
    rate: number;
    /** The jurisdiction's part of the tax. In major units of the currency (`49.99`). */
    amount: number;
  }[];
}

export interface CreatedDisbursementIntent {
  /** `di_…` */
  disbursementIntentId: string;
  /** Your id of the payout, unique among your intents. */
  externalDisbursementIntentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  status: "requires-customer-data" | "pending" | "pending-validation" | "success" | "failed" | "rejected" | "expired" | "refunded" | (string & {});
  taxCategory: string;
  /** Up to three pairs that you set. */
  customData: Record<string, string>;
  description: string | null;
  requiresCustomerData?: boolean;
  missingCustomerDataFields?: string[];
  w9CaptureUrl?: string;
  disbursement?: Disbursement;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  expiresAt: string;
  clientSecretKey: string;
}

export interface CreatedPaymentIntent {
  /** `pi_…` */
  paymentIntentId: string;
  /** Your id of the payment, unique among your intents. */
  externalPaymentIntentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  /**
   * The amount that you requested; see `breakdown` for the amount to pay. In major units of the
   * currency (`49.99`).
   */
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** `no-payment`, `pending`, `success`, `failed` or `expired`; new ones can be added. */
  status: "no-payment" | "pending" | "success" | "failed" | "expired" | (string & {});
  /** Up to three pairs that you set. */
  customData: Record<string, string>;
  /** What the customer pays for, as they read it; null if you set none. */
  description: string | null;
  /** The payment method types that the customer can use. */
  paymentMethodTypes: string[];
  /** What the customer's statement shows. */
  paymentDescriptor: string;
  /** Amounts of the newest attempt, or the amounts known before the first one. */
  breakdown: Breakdown;
  /**
   * The part of the base amount that refunds return, pending ones included; 0 without a refund. In
   * major units of the currency (`49.99`).
   */
  refundedAmount: number;
  /**
   * What disputes that are open or lost take back, fees and tax included; 0 without one, and during
   * an inquiry. In major units of the currency (`49.99`).
   */
  disputedAmount: number;
  /** All attempts, oldest first. */
  payments: Payment[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  /** ISO 8601, UTC. No attempt can start after this time. */
  expiresAt: string;
  /** For the SDK on this customer's page. No other response contains it. Do not log it. */
  clientSecretKey: string;
}

export interface CreatedWebhook {
  /** `we_…` */
  webhookId: string;
  url: string;
  description: string | null;
  events: string[];
  status: "enabled" | "disabled" | (string & {});
  failingSince: string | null;
  disabledReason: string | null;
  slowSince: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  secretKey: string;
}

export interface Customer {
  /** Your id of the customer. */
  externalCustomerId: string;
  /** What is known about the customer; null for each unknown field. */
  data: CustomerData;
  kycStatus: string | null;
  kycVerifications: KycVerification[];
  w9: W9State;
  phoneVerifiedAt: string | null;
  savedPaymentMethods: SavedPaymentMethod[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
}

export interface CustomerData {
  email: string;
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  suffix: string | null;
  dateOfBirth: string | null;
  phoneNumber: string | null;
  address: {
    line1: string | null;
    line2: string | null;
    city: string | null;
    state: string | null;
    postalCode: string | null;
    country: string | null;
  } | null;
}

export interface Delivery {
  /** `pi_…` */
  paymentIntentId: string;
  /** Who receives it; null if you reported none. */
  recipientName: string | null;
  /** Where it was sent to; null if you reported none. */
  address: {
    /** First line. */
    line1: string | null;
    /** Second line. */
    line2: string | null;
    /** City. */
    city: string | null;
    /** A US state as USPS code; elsewhere the region. */
    state: string | null;
    /** Postal code. */
    postalCode: string | null;
    /** ISO 3166-1 alpha-2. */
    country: string | null;
  } | null;
  /** Goods on the way or delivered. */
  shipments: {
    /** Who carries it. */
    carrier: string;
    /** The carrier's number; null if unknown. */
    trackingNumber: string | null;
    /** ISO 8601, UTC; null if unknown. */
    shippedAt: string | null;
    /** ISO 8601, UTC; null if unknown. */
    deliveredAt: string | null;
    /** Who signed for it; null if unknown. */
    signedBy: string | null;
  }[];
  /** Goods and services without shipment, and their use. */
  digital: {
    /** When the customer got or used it. ISO 8601, UTC. */
    at: string;
    /** What was delivered or used. */
    description: string;
    /** The customer's IP address; null if unknown. */
    ipAddress: string | null;
    /** Your id of the customer's device; null if unknown. */
    deviceId: string | null;
  }[];
  /** When you first reported it. ISO 8601, UTC. */
  createdAt: string;
  /** When you last reported it. ISO 8601, UTC. */
  updatedAt: string;
}

export interface Disbursement {
  /** `dis_…` */
  disbursementId: string;
  /** `di_…` */
  disbursementIntentId: string;
  /** Your id of the payout, unique among your intents. */
  externalDisbursementIntentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  status: "pending-validation" | "pending" | "success" | "failed" | "voided" | "refunded" | (string & {});
  type: "bank" | "card" | "crypto" | "pay_by_bank" | (string & {});
  amount: number;
  withheldAmount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  taxCategory: string;
  payoutMethod: {
    brand: string;
    last4: string;
    expiryMonth: number;
    expiryYear: number;
  } | {
    bankName: string | null;
    accountType: "checking" | "savings" | (string & {});
    last4: string;
  } | {
    asset: string;
    network: string;
    address: string;
  };
  messages: {
    code: string;
    /** For people; the wording can change. */
    message: string;
    at: string;
  }[];
  version: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  paidAt: string | null;
}

export interface DisbursementIntent {
  /** `di_…` */
  disbursementIntentId: string;
  /** Your id of the payout, unique among your intents. */
  externalDisbursementIntentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  status: "requires-customer-data" | "pending" | "pending-validation" | "success" | "failed" | "rejected" | "expired" | "refunded" | (string & {});
  taxCategory: string;
  /** Up to three pairs that you set. */
  customData: Record<string, string>;
  description: string | null;
  requiresCustomerData?: boolean;
  missingCustomerDataFields?: string[];
  w9CaptureUrl?: string;
  disbursement?: Disbursement;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  expiresAt: string;
}

export interface Dispute {
  /** `dsp_…` */
  disputeId: string;
  /** `pi_…` */
  paymentIntentId: string;
  /** `pay_…`: one attempt. */
  paymentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  /** Who reported it: a card processor's name, or `ach`. */
  processor: string;
  /**
   * What the customer's bank takes back. It can differ from the payment. In major units of the
   * currency (`49.99`).
   */
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /**
   * The processor's fee; null until the processor says. In major units of the currency (`49.99`).
   */
  fee: number | null;
  /** `visa`, `mastercard`, `amex`, `discover` or `ach`; new ones can be added. */
  network: "visa" | "mastercard" | "amex" | "discover" | "ach" | (string & {});
  /** The network's code, such as `10.4`. */
  reasonCode: string;
  /** What the code means; the code itself if it is unknown. */
  reason: string;
  /**
   * `fraudulent`, `not_received`, `not_as_described`, `duplicate`, `canceled`,
   * `credit_not_processed`, `processing`, `unauthorized_debit` or `other`; new ones can be added.
   */
  category: "fraudulent" | "not_received" | "not_as_described" | "duplicate" | "canceled" | "credit_not_processed" | "processing" | "unauthorized_debit" | "other" | (string & {});
  /**
   * `inquiry` (takes no money), `chargeback`, `pre_arbitration` or `arbitration`; new ones can be
   * added.
   */
  stage: "inquiry" | "chargeback" | "pre_arbitration" | "arbitration" | (string & {});
  /**
   * `needs-response`, `under-review`, `won`, `lost`, `accepted` or `expired`; new ones can be
   * added. A dispute that is won can still move to the next stage.
   */
  status: "needs-response" | "under-review" | "won" | "lost" | "accepted" | "expired" | (string & {});
  /**
   * `won`, `lost`, `accepted`, `expired` or `withdrawn`; new ones can be added. Null while it is
   * open.
   */
  outcome: string | null;
  /** The processor's deadline, ISO 8601, UTC; null if it named none. */
  respondBy: string | null;
  /** Whether evidence can be submitted now. */
  canRespond: boolean;
  /** A bank's reference of its inquiry; null without one. */
  bankReference: string | null;
  /** Of a returned debit: the inquiry about the same debit that came before; null without one. */
  inquiryId: string | null;
  /** Your evidence. The content of files is never sent back. */
  evidence: {
    /** Your texts by field. */
    fields: Record<string, string>;
    files: {
      /** `receipt`, `customerCommunication`, …; one file of each kind. */
      kind: string;
      name: string;
      /** `application/pdf`, `image/jpeg` or `image/png`. */
      contentType: string;
      /** Size in bytes. */
      sizeBytes: number;
      /** Number of pages; 1 for an image. */
      pages: number;
      /** ISO 8601, UTC. */
      addedAt: string;
    }[];
    /** When it was submitted in this stage; null before. ISO 8601, UTC. */
    submittedAt: string | null;
  };
  /** Why the processor refused an answer; empty otherwise. */
  messages: {
    /** The reason as a code; an open list. */
    code: string;
    /** For people; the wording can change. */
    message: string;
    /** ISO 8601, UTC. */
    at: string;
  }[];
  /** When the processor opened it. ISO 8601, UTC. */
  openedAt: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  /** When it ended; null while it is open. ISO 8601, UTC. */
  closedAt: string | null;
}

export interface KycInfo {
  status: "pending" | "under_review" | "verified" | "verified_manually" | "rejected" | "rejected_manually" | "expired" | (string & {});
  links: {
    driversLicense: {
      url: string;
      expiresAt: string;
    };
    passport: {
      url: string;
      expiresAt: string;
    };
  };
  clientSecret: string;
  clientSecretExpiresAt: string;
  verifications: KycVerification[];
}

export interface KycVerification {
  /** `kyc_…` */
  kycVerificationId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  type: string | null;
  status: "pending" | "under_review" | "verified" | "verified_manually" | "rejected" | "rejected_manually" | "expired" | (string & {});
  checks: {
    code: string;
    result: "passed" | "failed" | "unknown" | (string & {});
    /** For people; the wording can change. */
    message: string;
  }[];
  reasons: {
    code: string;
    /** For people; the wording can change. */
    message: string;
  }[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  submittedAt: string | null;
  decidedAt: string | null;
  documentExpiresOn: string | null;
}

export interface Payment {
  /** `pay_…`: one attempt. */
  paymentId: string;
  /** `pi_…` */
  paymentIntentId: string;
  /**
   * `pending`, `success` (authorized and captured) or `failed`; new ones can be added. A success
   * can still become a failure: through a bank return, or when a chain reverts the transfer.
   */
  status: "pending" | "success" | "failed" | (string & {});
  /** `card`, `bank`, `pay_by_bank` or `crypto`; new ones can be added. */
  type: "card" | "bank" | "pay_by_bank" | "crypto" | (string & {});
  /** The charged amount: the breakdown's total. In major units of the currency (`49.99`). */
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** The amounts of this attempt. */
  breakdown: Breakdown;
  /**
   * The part of the base amount that refunds return, pending ones included; 0 without a refund. In
   * major units of the currency (`49.99`).
   */
  refundedAmount: number;
  /**
   * What disputes that are open or lost take back, fees and tax included; 0 without one, and during
   * an inquiry. In major units of the currency (`49.99`).
   */
  disputedAmount: number;
  /** Messages, newest last: why it failed, and notes for your staff. */
  messages: PaymentMessage[];
  /** The payment method; null until it is known (a bank account, for example). */
  paymentMethod: {
    /** The card's brand: `visa`, `mastercard`, … */
    brand: string;
    /** The last four digits of the card or account. */
    last4: string;
    /** 1 to 12. */
    expiryMonth: number;
    /** Four digits. */
    expiryYear: number;
  } | {
    /** Null if the bank's name is unknown. */
    bankName: string | null;
    /** `checking` or `savings`; new ones can be added. */
    accountType: string;
    /** The last four digits of the card or account. */
    last4: string;
  } | {
    /** `USDC`, `USDT`, `ETH`, `BTC`; new ones can be added. */
    asset: string;
    /** `ethereum`, `base`, `bitcoin`, … */
    network: string;
    /** The deposit address, used by this payment only. */
    address: string;
  } | null;
  /** Null if 3-D Secure was not used. */
  threeDSecure: {
    /** EMV transStatus: `Y`, `A`, `I`, `N`, `R`, `U`, `D`. */
    status: string | null;
    /** Version of the messages: `2.2.0`. */
    version: string | null;
    /** The electronic commerce indicator of the charge. */
    eci: string | null;
    /** Whether the customer had to confirm with their issuer. */
    challenged: boolean;
  } | null;
  /** Only for type `bank`. The complete mandate: `GET /v1/payments/{paymentId}/mandate`. */
  mandate?: {
    /** Version of the text. */
    version: string;
    /** The language of the text. */
    locale: string;
    /** ISO 8601, UTC. */
    acceptedAt: string;
    /** When the debit was returned or canceled. No further debit is allowed. */
    endedAt: string | null;
    /**
     * How the customer gave the account: `typed`, `bank_login` or `saved`; new ones can be added.
     * Null for payments before it was recorded.
     */
    accountSource: string | null;
  };
  /** What moves the money: a processor's name, `ach`, `open_banking` or a network. */
  processor: string | null;
  /** Why this processor was chosen; null if there was no choice. */
  routing: {
    /** Your rule that matched; null if none matched and the default order applied. */
    ruleId: string | null;
    /**
     * `weight`, `only_candidate`, `order` (no usable candidate has a weight) or `last_resort` (no
     * breaker was closed); new ones can be added.
     */
    reason: string;
    /** The first processor that was used; `processor` is the last. */
    chosen: string;
    /** All candidates of the rule, in its order. */
    candidates: {
      /** The processor's name. */
      processor: string;
      /** Its share relative to the others; 0 means reserve. */
      weight: number;
      /**
       * `chosen`, `in_reserve`, or why not: `breaker_open`, `currency_not_supported`,
       * `amount_not_supported`, `three_d_secure_not_supported`, `stored_credentials_not_supported`,
       * `unknown_processor`; new ones can be added.
       */
      outcome: string;
    }[];
    /** Processors that certainly did not charge, before the failover. */
    failedOver: {
      /** The processor's name. */
      processor: string;
      /** `unreachable`, `refused` or `breaker_open`; new ones can be added. */
      reason: string;
      /** ISO 8601, UTC. */
      at: string;
    }[];
    /** The card's funding: `credit`, `debit`, `prepaid`, `unknown`. */
    funding: string;
    /** Country of the customer's address, ISO 3166-1; null if unknown or not needed. */
    country: string | null;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
}

export interface PaymentIntent {
  /** `pi_…` */
  paymentIntentId: string;
  /** Your id of the payment, unique among your intents. */
  externalPaymentIntentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  /**
   * The amount that you requested; see `breakdown` for the amount to pay. In major units of the
   * currency (`49.99`).
   */
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** `no-payment`, `pending`, `success`, `failed` or `expired`; new ones can be added. */
  status: "no-payment" | "pending" | "success" | "failed" | "expired" | (string & {});
  /** Up to three pairs that you set. */
  customData: Record<string, string>;
  /** What the customer pays for, as they read it; null if you set none. */
  description: string | null;
  /** The payment method types that the customer can use. */
  paymentMethodTypes: string[];
  /** What the customer's statement shows. */
  paymentDescriptor: string;
  /** Amounts of the newest attempt, or the amounts known before the first one. */
  breakdown: Breakdown;
  /**
   * The part of the base amount that refunds return, pending ones included; 0 without a refund. In
   * major units of the currency (`49.99`).
   */
  refundedAmount: number;
  /**
   * What disputes that are open or lost take back, fees and tax included; 0 without one, and during
   * an inquiry. In major units of the currency (`49.99`).
   */
  disputedAmount: number;
  /** All attempts, oldest first. */
  payments: Payment[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  /** ISO 8601, UTC. No attempt can start after this time. */
  expiresAt: string;
}

export interface PaymentMessage {
  /** The reason as a code; see the table of payment failures. An open list. */
  code: string;
  /** A text for the customer. */
  message: string;
  /** ISO 8601, UTC. */
  at: string;
  /** The kind of reason; see the same table. An open list. */
  category: string;
  /** What the customer can do. */
  advice: {
    /** Whether another attempt can help. */
    retry: boolean;
    /** What to use for another attempt. */
    with: "same" | "other_card" | "other_account" | "other_method" | "check_details" | "later" | "none" | (string & {});
  };
  /** A text for your staff. Do not show it to the customer. */
  operatorMessage: string;
}

export interface PendingDisbursement {
  /** `dis_…` */
  disbursementId: string;
  /** `di_…` */
  disbursementIntentId: string;
  /** Your id of the payout, unique among your intents. */
  externalDisbursementIntentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  status: "pending-validation" | "pending" | "success" | "failed" | "voided" | "refunded" | (string & {});
  type: "bank" | "card" | "crypto" | "pay_by_bank" | (string & {});
  amount: number;
  withheldAmount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  taxCategory: string;
  payoutMethod: {
    brand: string;
    last4: string;
    expiryMonth: number;
    expiryYear: number;
  } | {
    bankName: string | null;
    accountType: "checking" | "savings" | (string & {});
    last4: string;
  } | {
    asset: string;
    network: string;
    address: string;
  };
  messages: {
    code: string;
    /** For people; the wording can change. */
    message: string;
    at: string;
  }[];
  version: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
  paidAt: string | null;
  customer: Customer;
}

export interface PendingRefund {
  /** `ref_…` */
  refundId: string;
  /** Your id of the refund, unique among your refunds. */
  externalRefundId: string;
  /** `pi_…` */
  paymentIntentId: string;
  /** `pay_…`: one attempt. */
  paymentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  /**
   * `pending`, `requires-destination`, `success`, `failed` or `canceled`; new ones can be added. A
   * success can still become a failure: when the customer's bank returns the money.
   */
  status: "pending" | "requires-destination" | "success" | "failed" | "canceled" | (string & {});
  /**
   * `refund`, `void` (the charge had not cleared and disappears from the statement) or `transfer`
   * (by another route); new ones can be added. Final once the status is `success`.
   */
  kind: "void" | "refund" | "transfer" | (string & {});
  /** The returned part of the base amount. In major units of the currency (`49.99`). */
  amount: number;
  /** What the customer gets back: `total` includes surcharge and sales tax. */
  breakdown: Breakdown;
  /** ISO 4217, in capitals. */
  currency: string;
  /** The reason that you gave; null if you gave none. */
  reason: string | null;
  /** For the customer's bank; null until it is known. */
  reference: {
    /**
     * `arn`: a card's acquirer reference number; `trace`: of an ACH credit; `transaction`: the hash
     * of a crypto transfer; new ones can be added.
     */
    type: string;
    /** The number that the customer's bank can search for. */
    value: string;
  } | null;
  /** For a refund in crypto: what was paid, and goes back. Null for others. */
  crypto: {
    /** The asset that was paid, such as `USDC`. */
    asset: string;
    /** The network on which it was paid. */
    network: string;
    /**
     * What is sent, in whole units of the asset, as decimal text. Null until the customer confirms
     * it.
     */
    amount: string | null;
  } | null;
  /**
   * With `requires-destination`: the page where the customer says where the money goes. A secret
   * that works once, for seven days: pass it to the customer only. Null after it expired, and for
   * keys that can only read.
   */
  refundUrl: string | null;
  /** Why the refund failed; empty otherwise. */
  messages: {
    /** The reason as a code; an open list. */
    code: string;
    /** For people; the wording can change. */
    message: string;
    /** ISO 8601, UTC. */
    at: string;
  }[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  /** When the refund succeeded; null before. ISO 8601, UTC. */
  settledAt: string | null;
  /** The ends of what the customer named; null after an erasure. */
  destination: {
    /** `bank` or `crypto`. */
    type: string;
    /** The ends of an address, or the end of an account number. */
    text: string;
    /** The holder of the bank account; null for `crypto`. */
    holderName: string | null;
  } | null;
}

export interface Refund {
  /** `ref_…` */
  refundId: string;
  /** Your id of the refund, unique among your refunds. */
  externalRefundId: string;
  /** `pi_…` */
  paymentIntentId: string;
  /** `pay_…`: one attempt. */
  paymentId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  /**
   * `pending`, `requires-destination`, `success`, `failed` or `canceled`; new ones can be added. A
   * success can still become a failure: when the customer's bank returns the money.
   */
  status: "pending" | "requires-destination" | "success" | "failed" | "canceled" | (string & {});
  /**
   * `refund`, `void` (the charge had not cleared and disappears from the statement) or `transfer`
   * (by another route); new ones can be added. Final once the status is `success`.
   */
  kind: "void" | "refund" | "transfer" | (string & {});
  /** The returned part of the base amount. In major units of the currency (`49.99`). */
  amount: number;
  /** What the customer gets back: `total` includes surcharge and sales tax. */
  breakdown: Breakdown;
  /** ISO 4217, in capitals. */
  currency: string;
  /** The reason that you gave; null if you gave none. */
  reason: string | null;
  /** For the customer's bank; null until it is known. */
  reference: {
    /**
     * `arn`: a card's acquirer reference number; `trace`: of an ACH credit; `transaction`: the hash
     * of a crypto transfer; new ones can be added.
     */
    type: string;
    /** The number that the customer's bank can search for. */
    value: string;
  } | null;
  /** For a refund in crypto: what was paid, and goes back. Null for others. */
  crypto: {
    /** The asset that was paid, such as `USDC`. */
    asset: string;
    /** The network on which it was paid. */
    network: string;
    /**
     * What is sent, in whole units of the asset, as decimal text. Null until the customer confirms
     * it.
     */
    amount: string | null;
  } | null;
  /**
   * With `requires-destination`: the page where the customer says where the money goes. A secret
   * that works once, for seven days: pass it to the customer only. Null after it expired, and for
   * keys that can only read.
   */
  refundUrl: string | null;
  /** Why the refund failed; empty otherwise. */
  messages: {
    /** The reason as a code; an open list. */
    code: string;
    /** For people; the wording can change. */
    message: string;
    /** ISO 8601, UTC. */
    at: string;
  }[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
  /** When the refund succeeded; null before. ISO 8601, UTC. */
  settledAt: string | null;
}

export interface SavedPaymentMethod {
  /** `pm_…` */
  paymentMethodId: string;
  /** `card` or `bank`; new ones can be added. */
  type: "card" | "bank" | (string & {});
  /** The visible part of the method. */
  paymentMethod: {
    /** The card's brand: `visa`, `mastercard`, … */
    brand: string;
    /** The last four digits of the card or account. */
    last4: string;
    /** 1 to 12. */
    expiryMonth: number;
    /** Four digits. */
    expiryYear: number;
  } | {
    /** Null if the bank's name is unknown. */
    bankName: string | null;
    /** `checking` or `savings`; new ones can be added. */
    accountType: string;
    /** The last four digits of the card or account. */
    last4: string;
  } | {
    /** `USDC`, `USDT`, `ETH`, `BTC`; new ones can be added. */
    asset: string;
    /** `ethereum`, `base`, `bitcoin`, … */
    network: string;
    /** The deposit address, used by this payment only. */
    address: string;
  };
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last payment with it; ISO 8601, UTC. Null if there was none. */
  lastUsedAt: string | null;
}

export interface SettlementBreak {
  /** `sbk_…` */
  settlementBreakId: string;
  /** The kind of difference; new ones can be added. */
  class: "missing_in_ledger" | "missing_at_processor" | "amount_mismatch" | "currency_mismatch" | "fee_mismatch" | "duplicate" | "unknown_type" | "status_mismatch" | "batch_total_mismatch" | "payout_not_at_bank" | "bank_line_unknown" | "sequence_gap" | "changed_after_import" | "late" | (string & {});
  /** `open`, `explained`, `resolved` or `written_off`; new ones can be added. */
  state: "open" | "explained" | "resolved" | "written_off" | (string & {});
  /** The processor, or the bank account: `bank:…1234`. */
  source: string;
  /** ISO 4217, in capitals. */
  currency: string;
  /** The money in question; never negative. In major units of the currency (`49.99`). */
  amount: number;
  /** Your record; null if there is none. */
  subject: {
    /** `payment`, `refund`, `dispute` or `batch`; new ones can be added. */
    type: "payment" | "refund" | "dispute" | "batch" | (string & {});
    /** Its id. */
    id: string;
  } | null;
  /** The processor's or bank's reference; null if there is none. */
  processorReference: string | null;
  /** ISO 8601, UTC. */
  openedAt: string;
  /** When it was resolved or written off; null before. ISO 8601, UTC. */
  closedAt: string | null;
}

export interface SettlementFile {
  /** `sfl_…` */
  settlementFileId: string;
  /** The processor, or the bank account: `bank:…1234`. */
  source: string;
  /** `csv`, `stripe`, `adyen`, `bai2`, `camt053` or `mt940`; new ones can be added. */
  format: "csv" | "stripe" | "adyen" | "bai2" | "camt053" | "mt940" | (string & {});
  /** The file's name; null if you gave none. */
  name: string | null;
  /** SHA-256 of the content, hexadecimal. */
  sha256: string;
  /** Size of the content. */
  sizeBytes: number;
  /** `pending`, `processing`, `processed` or `failed` (refused); new ones can be added. */
  state: "pending" | "processing" | "processed" | "failed" | (string & {});
  /** Whether this request sent a file that was imported before. Nothing changed. */
  duplicate: boolean;
  /** New rows of the file. */
  rowCount: number;
  /** Rows that are stored and matched so far. */
  rowsDone: number;
  /** Rows that match one of your records. */
  matchedCount: number;
  /** Breaks that its rows opened. */
  breakCount: number;
  /** Why the file was refused; null if it was not. */
  refusal: {
    /** For programs; never renamed. */
    code: "format_unknown" | "encoding_wrong" | "file_empty" | "file_too_large" | "file_cut_off" | "too_slow" | "too_many_rows" | "too_many_batches" | "too_many_fields" | "too_deep" | "line_too_long" | "csv_malformed" | "xml_malformed" | "xml_forbidden" | "header_unexpected" | "field_count_wrong" | "field_invalid" | "row_type_unknown" | "row_number_gap" | "record_unknown" | "record_order" | "bank_code_unknown" | "statement_interim" | "net_wrong" | "currency_mixed" | "payout_row_missing" | "batch_repeated" | "batch_total_wrong" | "control_total_wrong" | "record_count_wrong" | "balance_missing" | "balance_wrong" | "opening_differs" | "sequence_gap" | "out_of_order" | "processor_missing" | (string & {});
    /** Line of the file, from 1. */
    line: number;
    /** For people; the wording can change. */
    message: string;
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When all rows were stored and matched; null before. ISO 8601, UTC. */
  processedAt: string | null;
}

export interface W9State {
  status: "none" | "pending" | "completed" | (string & {});
  completedAt: string | null;
  formRevision: string | null;
  notUsPerson: boolean;
}

export interface Webhook {
  /** `we_…` */
  webhookId: string;
  url: string;
  description: string | null;
  events: string[];
  status: "enabled" | "disabled" | (string & {});
  failingSince: string | null;
  disabledReason: string | null;
  slowSince: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export interface ResendEventParams {
  eventId: string;
  /** `we_…` */
  webhookId?: string | undefined;
}

export interface ResendEventResponse {
  eventId: string;
  deliveries: number;
}

export interface CreateWebhookParams {
  url: string;
  description?: string | undefined;
  events?: ("payment" | "refund" | "dispute" | "disbursement" | "kyc_verification" | "customer_w9_required" | "customer_w9_completed" | "*")[] | undefined;
}

export interface ListWebhooksResponse {
  /** The listed items, or the event's resource. */
  data: Webhook[];
}

export interface DeleteWebhookParams {
  webhookId: string;
}

export interface DeleteWebhookResponse {
  /** `we_…` */
  webhookId: string;
  deleted: true;
}

export interface CreateCustomerParams {
  /** Your id of the customer. */
  externalCustomerId: string;
  /** What is known about the customer. Only the e-mail address is required. */
  data: {
    email: string;
    firstName?: string | null | undefined;
    middleName?: string | null | undefined;
    lastName?: string | null | undefined;
    suffix?: string | null | undefined;
    dateOfBirth?: string | null | undefined;
    phoneNumber?: string | null | undefined;
    address?: {
      line1?: string | null | undefined;
      line2?: string | null | undefined;
      city?: string | null | undefined;
      state?: string | null | undefined;
      postalCode?: string | null | undefined;
      country?: string | null | undefined;
    } | null | undefined;
  };
  /** Deprecated: request `kyc-info` instead. `true` creates the first verification at once. */
  verifyAfterCreation?: boolean | null | undefined;
}

export interface ListCustomersParams {
  page?: number | undefined;
  size?: number | undefined;
}

export interface GetCustomerParams {
  externalCustomerId: string;
}

export interface UpdateCustomerDataParams {
  externalCustomerId: string;
  email?: string | undefined;
  firstName?: string | null | undefined;
  middleName?: string | null | undefined;
  lastName?: string | null | undefined;
  suffix?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
  phoneNumber?: string | null | undefined;
  address?: {
    line1?: string | null | undefined;
    line2?: string | null | undefined;
    city?: string | null | undefined;
    state?: string | null | undefined;
    postalCode?: string | null | undefined;
    country?: string | null | undefined;
  } | null | undefined;
}

export interface GetCustomerLocationParams {
  ipAddress?: string | undefined;
  externalCustomerId: string;
}

export interface GetCustomerLocationResponse {
  allowed: boolean;
  country: string | null;
  state: string | null;
  reason: "country_not_allowed" | "state_not_allowed" | "location_unknown" | "location_data_stale" | (string & {}) | null;
  ipAddress: string | null;
  checkedAt: string;
  skipped?: boolean;
}

export interface CheckGeolocationParams {
  ipAddress: string;
}

export interface CheckGeolocationResponse {
  allowed: boolean;
  country: string | null;
  state: string | null;
  reason: "country_not_allowed" | "state_not_allowed" | "location_unknown" | "location_data_stale" | (string & {}) | null;
  ipAddress: string | null;
  checkedAt: string;
  skipped?: boolean;
}

export interface CreatePaymentIntentParams {
  /** Your id of the payment, unique among your intents. */
  externalPaymentIntentId: string;
  /**
   * More than 0, with no more decimals than the currency has. In major units of the currency
   * (`49.99`).
   */
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  /** Up to three pairs: keys up to 40 characters, values up to 500. */
  customData?: Record<string, string> | undefined;
  /** What the customer pays for, as they read it. */
  description?: string | undefined;
  /** A subset of your enabled types; all if left out. */
  paymentMethodTypes?: ("card" | "bank" | "pay_by_bank" | "crypto")[] | undefined;
}

export interface ListPaymentIntentsParams {
  page?: number | undefined;
  size?: number | undefined;
}

export interface GetPaymentIntentStatusParams {
  paymentIntentId: string;
}

export interface GetMandateParams {
  paymentId: string;
}

export interface GetMandateResponse {
  /** Version of the text. */
  version: string;
  /** The language of the text. */
  locale: string;
  /** ISO 8601, UTC. */
  acceptedAt: string;
  /** When the debit was returned or canceled; null while the mandate is valid. */
  endedAt: string | null;
  /**
   * How the customer gave the account: `typed`, `bank_login` or `saved`; new ones can be added.
   * Null for payments before it was recorded.
   */
  accountSource: string | null;
  /** `pay_…`: one attempt. */
  paymentId: string;
  /** The exact text that the customer saw. */
  text: string;
  /** Who may debit the account: your name. */
  operatorName: string;
  /** The account's holder, as the customer typed it. */
  holderName: string;
  /** `checking` or `savings`. */
  accountType: string;
  /** The account's last four digits. */
  last4: string;
  /** Null if the bank's name is unknown. */
  bankName: string | null;
  /** The customer's address when they agreed. */
  ipAddress: string | null;
  /** The customer's browser when they agreed. */
  userAgent: string;
  /** The Nacha return code (`R10`) after a return. */
  returnCode: string | null;
}

export interface CancelPaymentParams {
  paymentId: string;
}

export interface CreateRefundParams {
  paymentIntentId: string;
  /** Your id of the refund, unique among your refunds. */
  externalRefundId: string;
  /**
   * A part of the base amount; everything that is left if left out. In major units of the currency
   * (`49.99`).
   */
  amount?: number | undefined;
  /** Why you return the money. */
  reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "not_delivered" | "overpaid" | "underpaid" | "paid_late" | "wrong_asset" | "other" | undefined;
  /** For your staff, up to 500 characters. Customers never see it. */
  note?: string | undefined;
}

export interface ListRefundsOfPaymentIntentParams {
  page?: number | undefined;
  size?: number | undefined;
  paymentIntentId: string;
}

export interface ListRefundsParams {
  page?: number | undefined;
  size?: number | undefined;
}

export interface GetRefundParams {
  refundId: string;
}

export interface RenewRefundLinkParams {
  refundId: string;
}

export interface CancelRefundParams {
  refundId: string;
}

export interface ListPendingRefundsParams {
  page?: number | undefined;
  size?: number | undefined;
}

export interface ProceedWithRefundParams {
  refundId: string;
  allow: boolean;
}

export interface ListDisputesParams {
  page?: number | undefined;
  size?: number | undefined;
  status?: "needs-response" | "under-review" | "won" | "lost" | "accepted" | "expired" | undefined;
  paymentIntentId?: string | undefined;
}

export interface GetDisputeParams {
  disputeId: string;
}

export interface PutDisputeEvidenceParams {
  disputeId: string;
  /** Texts by field; null removes one. At most 20,000 characters each, 150,000 together. */
  fields?: {
    customerName?: string | null | undefined;
    customerEmail?: string | null | undefined;
    customerIpAddress?: string | null | undefined;
    deviceId?: string | null | undefined;
    billingAddress?: string | null | undefined;
    shippingAddress?: string | null | undefined;
    shippingCarrier?: string | null | undefined;
    shippingDate?: string | null | undefined;
    trackingNumber?: string | null | undefined;
    serviceDate?: string | null | undefined;
    productDescription?: string | null | undefined;
    accessActivityLog?: string | null | undefined;
    threeDSecure?: string | null | undefined;
    earlierPayments?: string | null | undefined;
    refundPolicyDisclosure?: string | null | undefined;
    refundRefusalExplanation?: string | null | undefined;
    refundReference?: string | null | undefined;
    cancellationPolicyDisclosure?: string | null | undefined;
    cancellationRebuttal?: string | null | undefined;
    duplicateChargeId?: string | null | undefined;
    duplicateChargeExplanation?: string | null | undefined;
    explanation?: string | null | undefined;
  } | undefined;
  /**
   * Files by kind; null removes one. PDF, JPEG or PNG of at most 2 MB each; 4 MB and 19 pages
   * together.
   */
  files?: {
    receipt?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    customerCommunication?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    shippingDocumentation?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    serviceDocumentation?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    refundPolicy?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    cancellationPolicy?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    customerSignature?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    duplicateChargeDocumentation?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    mandate?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
    other?: {
      name: string;
      contentType: "application/pdf" | "image/jpeg" | "image/png";
      content: string;
    } | null | undefined;
  } | undefined;
}

export interface SubmitDisputeParams {
  disputeId: string;
}

export interface AcceptDisputeParams {
  disputeId: string;
}

export interface OpenInquiryParams {
  paymentId: string;
  /** Why the bank asks. */
  reason: "proof_of_authorization" | "not_authorized" | "authorization_revoked" | "not_as_authorized" | "other_inquiry";
  /** The bank's deadline, in the future; null or left out if it named none. */
  respondBy?: string | null | undefined;
  /** The bank's reference of its request, up to 64 characters. */
  bankReference?: string | undefined;
  /** For your staff, up to 500 characters. */
  note?: string | undefined;
}

export interface RecordInquiryAnswerParams {
  disputeId: string;
  /** `withdrawn` if the bank needs no answer anymore, or the inquiry was a mistake. */
  result: "answered" | "withdrawn";
  /** When you answered, at most a year ago; now if left out. ISO 8601. */
  answeredAt?: string | undefined;
  /** For your staff, up to 500 characters. */
  note?: string | undefined;
}

export interface GetDeliveryParams {
  paymentIntentId: string;
}

export interface PutDeliveryParams {
  paymentIntentId: string;
  /** Who receives it, up to 200 characters. */
  recipientName?: string | undefined;
  /** Where it is sent to. Needs `line1`, `city` and `country`. */
  address?: {
    /** Up to 120 characters. */
    line1?: string | null | undefined;
    /** Up to 120 characters. */
    line2?: string | null | undefined;
    /** Up to 80 characters. */
    city?: string | null | undefined;
    /** A US state as USPS code; elsewhere the region. */
    state?: string | null | undefined;
    /** In the US ZIP or ZIP+4. */
    postalCode?: string | null | undefined;
    /** ISO 3166-1 alpha-2. */
    country?: string | null | undefined;
  } | undefined;
  /** At most 10. */
  shipments?: {
    /** Who carries it, up to 80 characters. */
    carrier: string;
    /** Up to 100 characters. */
    trackingNumber?: string | undefined;
    /** ISO 8601. */
    shippedAt?: string | undefined;
    /** ISO 8601. */
    deliveredAt?: string | undefined;
    /** Who signed for it, up to 200 characters. */
    signedBy?: string | undefined;
  }[] | undefined;
  /** Goods and services without shipment, and their use; at most 50. */
  digital?: {
    /** When the customer got or used it. ISO 8601. */
    at: string;
    /** What was delivered or used, up to 500 characters. */
    description: string;
    /** The customer's IP address, version 4 or 6. */
    ipAddress?: string | undefined;
    /** Your id of the customer's device, up to 200 characters. */
    deviceId?: string | undefined;
  }[] | undefined;
}

export interface ListPaymentMethodsParams {
  externalCustomerId: string;
}

export interface ListPaymentMethodsResponse {
  /** The listed items, or the event's resource. */
  data: SavedPaymentMethod[];
}

export interface DeletePaymentMethodParams {
  externalCustomerId: string;
  paymentMethodId: string;
}

export interface DeletePaymentMethodResponse {
  /** `pm_…` */
  paymentMethodId: string;
  /** Always true: the stored number is erased. */
  removed: true;
}

export interface CreateDisbursementIntentParams {
  /** Your id of the payout, unique among your intents. */
  externalDisbursementIntentId: string;
  amount: number;
  /** ISO 4217, in capitals. */
  currency: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  /** Up to three pairs that you set. */
  customData?: Record<string, string> | undefined;
  taxCategory?: "winnings" | "prize" | "services" | "other" | undefined;
  description?: string | undefined;
}

export interface ListDisbursementIntentsParams {
  page?: number | undefined;
  size?: number | undefined;
}

export interface GetDisbursementIntentStatusParams {
  disbursementIntentId: string;
}

export interface ListPendingDisbursementsParams {
  page?: number | undefined;
  size?: number | undefined;
}

export interface ProceedWithDisbursementParams {
  disbursementIntentId: string;
  allow: boolean;
  reason?: string | undefined;
}

export interface ListCustomerDisbursementsParams {
  page?: number | undefined;
  size?: number | undefined;
  externalCustomerId: string;
}

export interface GetKycInfoParams {
  externalCustomerId: string;
}

export interface CreatePrizeParams {
  externalCustomerId: string;
  externalPrizeId: string;
  gameType: "bingo" | "horse_racing";
  winningsAmount: number;
  wagerAmount?: number | undefined;
  wonAt: string;
  paidAt?: string | undefined;
  wagerType?: string | undefined;
  transaction?: string | undefined;
  race?: string | undefined;
  identicalWagersAmount?: number | undefined;
  cashier?: string | undefined;
  window?: string | undefined;
  federalIncomeTaxWithheld?: number | undefined;
  stateCode?: string | undefined;
  stateWinnings?: number | undefined;
  stateIncomeTaxWithheld?: number | undefined;
  localWinnings?: number | undefined;
  localIncomeTaxWithheld?: number | undefined;
  localityName?: string | undefined;
}

export interface CreatePrizeResponse {
  prizeId: string;
  externalPrizeId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  taxYear: number;
  status: "recorded" | "submitted" | "filed" | (string & {});
  boxes: {
    box1: number;
    box2: string;
    box3: string;
    box4: number | null;
    box5: string | null;
    box6: string | null;
    box7: number | null;
    box8: string | null;
    box9: string | null;
    box10: string | null;
    box11: string | null;
    box12: string | null;
    box13: string | null;
    box14: number | null;
    box15: number | null;
    box16: number | null;
    box17: number | null;
    box18: string | null;
  };
  wager: {
    gameType: string;
    wagerAmount: number | null;
    multiple: number | null;
  };
  legallyReportable: boolean;
  withholding: {
    kind: string;
    amount: number;
    ratePercent: number | null;
  };
  w9CaptureUrl?: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
}

export interface ListPrizesParams {
  page?: number | undefined;
  size?: number | undefined;
  taxYear?: number | undefined;
  externalCustomerId: string;
}

export interface ListPrizesItem {
  prizeId: string;
  externalPrizeId: string;
  /** Your id of the customer. */
  externalCustomerId: string;
  taxYear: number;
  status: "recorded" | "submitted" | "filed" | (string & {});
  boxes: {
    box1: number;
    box2: string;
    box3: string;
    box4: number | null;
    box5: string | null;
    box6: string | null;
    box7: number | null;
    box8: string | null;
    box9: string | null;
    box10: string | null;
    box11: string | null;
    box12: string | null;
    box13: string | null;
    box14: number | null;
    box15: number | null;
    box16: number | null;
    box17: number | null;
    box18: string | null;
  };
  wager: {
    gameType: string;
    wagerAmount: number | null;
    multiple: number | null;
  };
  legallyReportable: boolean;
  withholding: {
    kind: string;
    amount: number;
    ratePercent: number | null;
  };
  w9CaptureUrl?: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Time of the last change; ISO 8601, UTC. */
  updatedAt: string;
}

export interface ListSettlementFilesParams {
  page?: number | undefined;
  size?: number | undefined;
}

export interface ImportSettlementFileParams {
  processor?: string | undefined;
  format?: "csv" | "stripe" | "adyen" | "bai2" | "camt053" | "mt940" | undefined;
  name?: string | undefined;
  /** The file's content. */
  file: FileBody;
}

export interface GetSettlementFileParams {
  settlementFileId: string;
}

export interface ListSettlementBreaksParams {
  page?: number | undefined;
  size?: number | undefined;
  state?: "open" | "explained" | "resolved" | "written_off" | undefined;
  class?: "missing_in_ledger" | "missing_at_processor" | "amount_mismatch" | "currency_mismatch" | "fee_mismatch" | "duplicate" | "unknown_type" | "status_mismatch" | "batch_total_mismatch" | "payout_not_at_bank" | "bank_line_unknown" | "sequence_gap" | "changed_after_import" | "late" | undefined;
}

export interface ListLedgerAccountsParams {
  at?: string | undefined;
}

export interface ListLedgerAccountsResponse {
  at: string;
  /** The listed items, or the event's resource. */
  data: {
    accountId: string;
    name: string;
    class: string;
    isClearing: boolean;
    /** ISO 4217, in capitals. */
    currency: string;
    balance: number;
    exactBalance: string;
  }[];
}

export interface ListLedgerPostingsParams {
  page?: number | undefined;
  size?: number | undefined;
  account?: string | undefined;
  resourceId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface ListLedgerPostingsItem {
  postingId: string;
  resourceType: string;
  resourceId: string;
  cause: string;
  /** `pay_…`: one attempt. */
  paymentId: string | null;
  /** ISO 4217, in capitals. */
  currency: string;
  entries: {
    accountId: string;
    name: string;
    side: string;
    amount: number;
    exactAmount: string;
  }[];
  reverses: string | null;
  happenedAt: string;
  postedAt: string;
}

export interface EraseCustomerParams {
  externalCustomerId: string;
  reason: "customer_request" | "retention_ended" | "created_by_mistake" | "other";
}

export interface EraseCustomerResponse {
  /** Your id of the customer. */
  externalCustomerId: string;
  reason: string;
  erasedAt: string;
  kept: {
    taxRecordsUntil: string | null;
    debitAuthorizationsUntil: string | null;
  };
}

export interface ExportCustomerParams {
  externalCustomerId: string;
}

export interface GetSandboxClockResponse {
  time: string;
  machineTime: string;
  offsetSeconds: number;
}

export interface MoveSandboxClockParams {
  advance?: number | undefined;
  to?: string | undefined;
}

export interface MoveSandboxClockResponse {
  time: string;
  machineTime: string;
  offsetSeconds: number;
  settled: boolean;
}

export interface OpenSandboxDisputeParams {
  /** A successful payment by card. */
  paymentId: string;
  /** The network's code, such as `13.1`; fraud if left out. */
  reasonCode?: string | undefined;
  /** `chargeback` if left out. An `inquiry` takes no money. */
  stage?: "inquiry" | "chargeback" | "pre_arbitration" | "arbitration" | undefined;
  /** Days until the answer is due, 14 if left out; null for no deadline. */
  days?: number | null | undefined;
}

export interface OpenSandboxDisputeResponse {
  /** Null if the notice has not been applied within ten seconds. */
  disputeId: string | null;
  /** A successful payment by card. */
  paymentId: string;
  /** The sandbox processor's id. */
  providerDisputeId: string;
  /** The dispute's status; null if `disputeId` is null. */
  status: string | null;
}

export interface DecideSandboxDisputeParams {
  disputeId: string;
  /** What the customer's bank does. `win` and `lose` are your outcomes. */
  act: "win" | "lose" | "withdraw" | "chargeback" | "pre_arbitrate" | "arbitrate";
}

export interface DecideSandboxDisputeResponse {
  /** Null if the notice has not been applied within ten seconds. */
  disputeId: string | null;
  /** `pay_…`: one attempt. */
  paymentId: string;
  /** The sandbox processor's id. */
  providerDisputeId: string;
  /** The dispute's status; null if `disputeId` is null. */
  status: string | null;
}

/** Every call of the API that takes a secret key. */
export interface TesseraCalls {
  /**
   * Send an event again. Sends an event again to your enabled endpoints that subscribed to it when
   * it happened, or to one of them. Deliveries that still wait are not changed. In the sandbox,
   * open streams get it, too. Restricted keys cannot call it.
   */
  resendEvent(params: ResendEventParams, options?: CallOptions): Call<ResendEventResponse>;
  /**
   * Register a webhook endpoint; the secret is shown once. `events` lists the event types to send;
   * without it, all types. In production the URL must be https and must not resolve to a private
   * network. An operator has at most 16 endpoints; disabled ones count. Restricted keys cannot call
   * it.
   */
  createWebhook(params: CreateWebhookParams, options?: CallOptions): Call<CreatedWebhook>;
  /**
   * List webhook endpoints. Lists all endpoints, without their secrets. An endpoint that answered
   * 410 is disabled. One that repeatedly needs more than five seconds is slow since `slowSince`: it
   * gets one delivery at a time until it answers in time. A restricted key needs `read`.
   */
  listWebhooks(params?: Record<string, never>, options?: CallOptions): Call<ListWebhooksResponse>;
  /**
   * Delete a webhook endpoint and drop its queued deliveries. `webhookId` in the query names the
   * endpoint. Restricted keys cannot call it.
   */
  deleteWebhook(params: DeleteWebhookParams, options?: CallOptions): Call<DeleteWebhookResponse>;
  /**
   * Create a customer. Create a customer before intents, verifications and tax forms, which refer
   * to it. The e-mail address is required and unique among your customers. A restricted key needs
   * `payments` or `payouts`.
   */
  createCustomer(params: CreateCustomerParams, options?: CallOptions): Call<Customer>;
  /**
   * List customers, newest first. With their data, verifications, W-9 and saved payment methods. A
   * restricted key needs `read` or `payments` or `payouts`.
   */
  listCustomers(params?: ListCustomersParams, options?: CallOptions): ListCall<Customer>;
  /**
   * Get a customer. With their data, verifications, W-9 and saved payment methods. A restricted key
   * needs `read` or `payments` or `payouts`.
   */
  getCustomer(params: GetCustomerParams, options?: CallOptions): Call<Customer>;
  /**
   * Update a customer's data. Merges the sent fields: an address is replaced as a whole, null
   * clears a field. A changed legal name or date of birth expires the identity verification and
   * voids the W-9, each with its event. A changed phone number must be verified again. When a
   * verified number changes, the old number gets a text message. A restricted key needs `payments`
   * or `payouts`.
   */
  updateCustomerData(params: UpdateCustomerDataParams, options?: CallOptions): Call<Customer>;
  /**
   * Check a customer's location against your rules. Checks the address that the SDK saw last, or
   * `ipAddress`. With rules, an unknown location is not allowed. A restricted key needs `read` or
   * `payments` or `payouts`.
   */
  getCustomerLocation(params: GetCustomerLocationParams, options?: CallOptions): Call<GetCustomerLocationResponse>;
  /**
   * Check an IP address against your location rules. Without location rules the service does no
   * look-up, and `skipped` is true. A restricted key needs `read` or `payments` or `payouts`.
   */
  checkGeolocation(params: CheckGeolocationParams, options?: CallOptions): Call<CheckGeolocationResponse>;
  /**
   * Create a payment intent. The response contains the `clientSecretKey`, which is shown only here.
   * The customer has two hours to pay. A restricted key needs `payments`.
   */
  createPaymentIntent(params: CreatePaymentIntentParams, options?: CallOptions): Call<CreatedPaymentIntent>;
  /**
   * List payment intents, newest first. Each intent is the same as in its status response. Client
   * secrets are not included. A restricted key needs `read` or `payments`.
   */
  listPaymentIntents(params?: ListPaymentIntentsParams, options?: CallOptions): ListCall<PaymentIntent>;
  /**
   * Get the status of a payment intent and its payments. A changed status is returned at once. If
   * it is unchanged, ask at most every two seconds; an earlier request gets 429 `polling_too_fast`.
   * A restricted key needs `read` or `payments`.
   */
  getPaymentIntentStatus(params: GetPaymentIntentStatusParams, options?: CallOptions): Call<PaymentIntent>;
  /**
   * Get the authorization of a bank debit. The proof that a bank may request: text, time, IP
   * address and browser. A restricted key needs `read` or `payments`.
   */
  getMandate(params: GetMandateParams, options?: CallOptions): Call<GetMandateResponse>;
  /**
   * Cancel a payment. Stops a payment that has not been charged or collected: a card that waits for
   * 3-D Secure, a payment that the customer has not confirmed at the bank, a crypto address that
   * has received nothing, a bank debit that is not in a file. The payment fails as
   * `payment_canceled` (bank debits: `debit_canceled`); the customer can pay the intent again until
   * it expires. Afterwards 409 `payment_not_cancelable`: refund the payment instead. A restricted
   * key needs `payments`.
   */
  cancelPayment(params: CancelPaymentParams, options?: CallOptions): Call<PaymentIntent>;
  /**
   * Refund a payment. Returns `amount` of the base amount, or everything that is left. Surcharge
   * and sales tax are returned in proportion. The refund is sent in the background; webhooks report
   * its outcome. A `note` about an erased customer is 400 `invalid_value`. A restricted key needs
   * `refunds`.
   */
  createRefund(params: CreateRefundParams, options?: CallOptions): Call<Refund>;
  /**
   * List the refunds of a payment intent, newest first. A restricted key needs `read` or `payments`
   * or `refunds`.
   */
  listRefundsOfPaymentIntent(params: ListRefundsOfPaymentIntentParams, options?: CallOptions): ListCall<Refund>;
  /** List refunds, newest first. A restricted key needs `read` or `payments` or `refunds`. */
  listRefunds(params?: ListRefundsParams, options?: CallOptions): ListCall<Refund>;
  /** Read a refund. A restricted key needs `read` or `payments` or `refunds`. */
  getRefund(params: GetRefundParams, options?: CallOptions): Call<Refund>;
  /**
   * Create a new link for the customer. Returns the refund with a new `refundUrl`, valid for seven
   * days. The previous link stops working. Only with the status `requires-destination`; otherwise
   * 409 `conflicting_state`. A restricted key needs `refunds`.
   */
  renewRefundLink(params: RenewRefundLinkParams, options?: CallOptions): Call<Refund>;
  /**
   * Cancel a refund. Only before it is sent; afterwards 409 `refund_not_cancelable`. A restricted
   * key needs `refunds`.
   */
  cancelRefund(params: CancelRefundParams, options?: CallOptions): Call<Refund>;
  /**
   * List the refunds whose destination waits for an approval, oldest first. `destination` shows the
   * ends of what the customer named. A restricted key needs `approvals` or `read`.
   */
  listPendingRefunds(params?: ListPendingRefundsParams, options?: CallOptions): ListCall<PendingRefund>;
  /**
   * Approve or decline the destination of a refund. `true` sends the refund; `false` fails it with
   * `destination_declined` and frees its amount. These refusals change nothing: 409
   * `conflicting_state` (no destination waits for an approval); 409 `refund_destination_unreadable`
   * (the stored destination is damaged: decline it, then refund the payment again); 400
   * `refund_on_hold` (staff must decide first, in the console; do not tell the customer); 403
   * `dual_control_required` (the setting `dualControl` is on, and this key requested the refund, or
   * the person who issued this key did); 403 `approval_limit_exceeded` (the key's daily limit); 403
   * `refund_approval_by_requester` (the refund needs a second person, so only staff approve it). A
   * restricted key needs `approvals`.
   */
  proceedWithRefund(params: ProceedWithRefundParams, options?: CallOptions): Call<Refund>;
  /** List disputes, newest first. A restricted key needs `read` or `payments` or `disputes`. */
  listDisputes(params?: ListDisputesParams, options?: CallOptions): ListCall<Dispute>;
  /** Read a dispute. A restricted key needs `read` or `payments` or `disputes`. */
  getDispute(params: GetDisputeParams, options?: CallOptions): Call<Dispute>;
  /**
   * Add evidence to a dispute. Omitted fields stay, `null` removes a field. Works until the
   * evidence is submitted; then 409 `evidence_submitted`. A restricted key needs `disputes`.
   */
  putDisputeEvidence(params: PutDisputeEvidenceParams, options?: CallOptions): Call<Dispute>;
  /**
   * Submit the evidence of a dispute. Sends fields, files and a summary as PDF to the processor,
   * once for each stage. Nothing can be added afterwards. A restricted key needs `disputes`.
   */
  submitDispute(params: SubmitDisputeParams, options?: CallOptions): Call<Dispute>;
  /**
   * Accept a dispute. Gives up the money. This cannot be undone. A restricted key needs `disputes`.
   */
  acceptDispute(params: AcceptDisputeParams, options?: CallOptions): Call<Dispute>;
  /**
   * Open a bank's inquiry about an ACH debit. For a request of the customer's bank that reached you
   * by letter or message, such as one for proof of authorization. It moves no money. 409
   * `inquiry_open` while another inquiry about the debit is open. A restricted key needs
   * `disputes`.
   */
  openInquiry(params: OpenInquiryParams, options?: CallOptions): Call<Dispute>;
  /**
   * Record the answer to a bank's inquiry. For inquiries about ACH debits: you sent the proof to
   * your bank, or the bank no longer needs it. The service sends nothing. A restricted key needs
   * `disputes`.
   */
  recordInquiryAnswer(params: RecordInquiryAnswerParams, options?: CallOptions): Call<Dispute>;
  /**
   * Read what you delivered for a payment. A restricted key needs `read` or `payments` or
   * `disputes`.
   */
  getDelivery(params: GetDeliveryParams, options?: CallOptions): Call<Delivery>;
  /**
   * Report what you delivered for a payment. Evidence if the payment is disputed: the address,
   * carriers and tracking numbers, or the use of digital goods. Replaces what you reported before.
   * A restricted key needs `payments` or `disputes`.
   */
  putDelivery(params: PutDeliveryParams, options?: CallOptions): Call<Delivery>;
  /**
   * List a customer's saved payment methods. Shows the brand and the last four digits, never more.
   * Newest first, without pages. A restricted key needs `read` or `payments`.
   */
  listPaymentMethods(params: ListPaymentMethodsParams, options?: CallOptions): Call<ListPaymentMethodsResponse>;
  /**
   * Remove a customer's saved payment method. Erases the stored number. A pending payment with this
   * method continues. A restricted key needs `payments`.
   */
  deletePaymentMethod(params: DeletePaymentMethodParams, options?: CallOptions): Call<DeletePaymentMethodResponse>;
  /**
   * Create a disbursement intent. Returns the intent with its `clientSecretKey`, which no other
   * response contains. The customer has two hours to choose how to be paid; the payout is sent
   * after your approval. A restricted key needs `payouts`.
   */
  createDisbursementIntent(params: CreateDisbursementIntentParams, options?: CallOptions): Call<CreatedDisbursementIntent>;
  /**
   * List disbursement intents, newest first. Shaped like the status responses, without client
   * secrets. `disbursement` is left out until the customer has chosen a payout method. A restricted
   * key needs `read` or `payouts`.
   */
  listDisbursementIntents(params?: ListDisbursementIntentsParams, options?: CallOptions): ListCall<DisbursementIntent>;
  /**
   * Status of a disbursement intent and its disbursement. `disbursement` is left out until the
   * customer has chosen a payout method. A status that you have not seen is returned at once; one
   * that you have seen, at most once every two seconds. A restricted key needs `read` or `payouts`
   * or `approvals`.
   */
  getDisbursementIntentStatus(params: GetDisbursementIntentStatusParams, options?: CallOptions): Call<DisbursementIntent>;
  /**
   * Disbursements that wait for your approval, newest first. Each with its customer. Send its
   * `version` in `If-Match` to approve what you saw. A restricted key needs `read` or `approvals`.
   */
  listPendingDisbursements(params?: ListPendingDisbursementsParams, options?: CallOptions): ListCall<PendingDisbursement>;
  /**
   * Approve or reject a disbursement. `true` sends it at once, `false` rejects it. `If-Match` with
   * the disbursement's `version` is optional; if the disbursement has changed, the response is 409.
   * These refusals change nothing: 400 `w9_not_completed` and `kyc_not_verified`; 403
   * `dual_control_required` (the setting `dualControl` is on, and this key created the payout, or
   * the person who issued this key issued the key that did); 403 `approval_limit_exceeded` (the
   * key's daily limit). A restricted key needs `approvals`.
   */
  proceedWithDisbursement(params: ProceedWithDisbursementParams, options?: CallOptions): Call<DisbursementIntent>;
  /**
   * A customer's disbursements, newest first. Only those for which the customer has chosen a payout
   * method. A restricted key needs `read` or `payouts`.
   */
  listCustomerDisbursements(params: ListCustomerDisbursementsParams, options?: CallOptions): ListCall<Disbursement>;
  /**
   * Get a customer's verification status, links and client secret. Starts a verification if the
   * customer has none. Links and secret are valid for an hour and do not change during it; a later
   * request returns new ones. A restricted key needs `payments` or `payouts`.
   */
  getKycInfo(params: GetKycInfoParams, options?: CallOptions): Call<KycInfo>;
  /**
   * Record a prize that ends on a W-2G. Only for games among the operator's tax types, from the
   * product's thresholds. Returns a `w9CaptureUrl` if the winner has not completed a W-9. A
   * restricted key needs `payouts`.
   */
  createPrize(params: CreatePrizeParams, options?: CallOptions): Call<CreatePrizeResponse>;
  /**
   * List a customer's prizes of one tax year, newest first. `taxYear` defaults to the current
   * calendar year. The response to a read-only key contains no `w9CaptureUrl`. A restricted key
   * needs `read` or `payouts`.
   */
  listPrizes(params: ListPrizesParams, options?: CallOptions): ListCall<ListPrizesItem>;
  /** List settlement files, newest first. A restricted key needs `read` or `settlement`. */
  listSettlementFiles(params?: ListSettlementFilesParams, options?: CallOptions): ListCall<SettlementFile>;
  /**
   * Import a settlement file. The body is the file, as text/csv, text/plain, application/xml or
   * application/octet-stream: a processor's report (the settlement CSV, Stripe's payout
   * reconciliation, Adyen's settlement detail) or a bank statement (BAI2, camt.053, MT940). Totals,
   * balances and numbers are checked while it arrives; a wrong file is refused with 400
   * `settlement_file_refused`, a code and a line, and nothing of it is imported. Rows are matched
   * in the background. The same file again is 200 with `duplicate: true` and changes nothing. A
   * restricted key needs `settlement`.
   */
  importSettlementFile(params: ImportSettlementFileParams, options?: CallOptions): Call<SettlementFile>;
  /** Read a settlement file's progress. A restricted key needs `read` or `settlement`. */
  getSettlementFile(params: GetSettlementFileParams, options?: CallOptions): Call<SettlementFile>;
  /**
   * List breaks, oldest first. Differences between our records and a processor's or bank's. A
   * restricted key needs `read` or `settlement`.
   */
  listSettlementBreaks(params?: ListSettlementBreaksParams, options?: CallOptions): ListCall<SettlementBreak>;
  /**
   * List the ledger's accounts with their balances. Current balances, or with `at` the balances at
   * that time. A balance is debits minus credits, so the accounts of a currency add up to zero. A
   * restricted key needs `read` or `ledger`.
   */
  listLedgerAccounts(params?: ListLedgerAccountsParams, options?: CallOptions): Call<ListLedgerAccountsResponse>;
  /**
   * List postings, newest first. Filters: `account`, `resourceId` (a payment with its refunds and
   * disputes, a payment intent with all its payments, or any other resource), `from` (inclusive)
   * and `to` (exclusive). A restricted key needs `read` or `ledger`.
   */
  listLedgerPostings(params?: ListLedgerPostingsParams, options?: CallOptions): ListCall<ListLedgerPostingsItem>;
  /**
   * Erase a customer's personal data. Deletes profile, documents, verifications, saved methods,
   * numbers and addresses at once; money records stay under the customer's id. 409
   * `erasure_blocked` with `blockers` while money or a review is pending. A repeated request
   * returns the same result. Afterwards the customer is 404; the id cannot be reused, but the
   * e-mail address can. `kept` states what the law requires us to retain, sealed, and until when.
   * Restricted keys cannot call it.
   */
  eraseCustomer(params: EraseCustomerParams, options?: CallOptions): Call<EraseCustomerResponse>;
  /**
   * Everything stored about a customer, as JSON. Profile, verifications with their pictures
   * (base64), W-9 forms, saved methods, payments, payouts, prizes, tax forms, events and audit
   * entries. Card, account and taxpayer numbers are masked. `unreadable` has the table, column and
   * id of each value that is damaged and could not be decrypted. The response is streamed.
   * Restricted keys cannot call it.
   */
  exportCustomer(params: ExportCustomerParams, options?: CallOptions): Call<unknown>;
  /**
   * Read the sandbox's clock. Only in a sandbox without real processors. A restricted key needs
   * `read`.
   */
  getSandboxClock(params?: Record<string, never>, options?: CallOptions): Call<GetSandboxClockResponse>;
  /**
   * Move the sandbox's clock forward. Moves the time of the whole installation by `advance`
   * seconds, or to the time `to`. The response comes when everything that became due has run, or
   * after 30 seconds with `settled: false`. Restricted keys cannot call it.
   */
  moveSandboxClock(params?: MoveSandboxClockParams, options?: CallOptions): Call<MoveSandboxClockResponse>;
  /**
   * Dispute a payment as the customer's bank. Opens a dispute of a successful card payment at the
   * sandbox's processor. The response comes when the processor's notice has been applied, or after
   * ten seconds with `disputeId: null`. A restricted key needs `disputes`.
   */
  openSandboxDispute(params: OpenSandboxDisputeParams, options?: CallOptions): Call<OpenSandboxDisputeResponse>;
  /**
   * Decide a dispute as the customer's bank. `win` decides for you, `lose` against you.
   * `pre_arbitrate` and `arbitrate` open the next stage, `chargeback` turns an inquiry into a
   * chargeback. A restricted key needs `disputes`.
   */
  decideSandboxDispute(params: DecideSandboxDisputeParams, options?: CallOptions): Call<DecideSandboxDisputeResponse>;
}
