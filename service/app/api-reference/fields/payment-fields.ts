import { type Descriptions, money, type PlaceDescriptions } from "./descriptions.ts";

const refunded =
  "The part of the base amount that refunds return, pending ones included; 0 without a refund.";

const disputed =
  "What disputes that are open or lost take back, fees and tax included; 0 without one, and during an inquiry.";

const paidWith: Descriptions = {
  "paymentMethod.brand": "The card's brand: `visa`, `mastercard`, …",
  "paymentMethod.last4": "The last four digits of the card or account.",
  "paymentMethod.expiryMonth": "1 to 12.",
  "paymentMethod.expiryYear": "Four digits.",
  "paymentMethod.bankName": "Null if the bank's name is unknown.",
  "paymentMethod.accountType": "`checking` or `savings`; new ones can be added.",
  "paymentMethod.asset": "`USDC`, `USDT`, `ETH`, `BTC`; new ones can be added.",
  "paymentMethod.network": "`ethereum`, `base`, `bitcoin`, …",
  "paymentMethod.address": "The deposit address, used by this payment only.",
};

export const paymentFields: PlaceDescriptions = {
  Breakdown: {
    baseAmount: `The amount that you requested. ${money}`,
    processingFees: `The surcharge; 0 if there is none. ${money}`,
    salesTax: `Sales tax; 0 if there is none. ${money}`,
    total: `The sum of the three, which is charged. ${money}`,
    salesTaxRate: "As a fraction: `0.0825` is 8.25 %. Only if sales tax was looked up.",
    salesTaxJurisdiction: "Where the tax applies: a state, with a ZIP code if necessary.",
    salesTaxParts:
      "The tax by jurisdiction, only if a tax service computed it. The parts add up to `salesTax`.",
    "salesTaxParts.jurisdiction": "The jurisdiction's name.",
    "salesTaxParts.level": "`state`, `county`, `city` or `special`. An open list.",
    "salesTaxParts.rate": "As a fraction: `0.0625` is 6.25 %.",
    "salesTaxParts.amount": `The jurisdiction's part of the tax. ${money}`,
  },
  PaymentMessage: {
    code: "The reason as a code; see the table of payment failures. An open list.",
    message: "A text for the customer.",
    at: "ISO 8601, UTC.",
    category: "The kind of reason; see the same table. An open list.",
    advice: "What the customer can do.",
    "advice.retry": "Whether another attempt can help.",
    "advice.with": "What to use for another attempt.",
    operatorMessage: "A text for your staff. Do not show it to the customer.",
  },
  PaymentIntent: {
    amount: `The amount that you requested; see \`breakdown\` for the amount to pay. ${money}`,
    status: "`no-payment`, `pending`, `success`, `failed` or `expired`; new ones can be added.",
    description: "What the customer pays for, as they read it; null if you set none.",
    paymentMethodTypes: "The payment method types that the customer can use.",
    paymentDescriptor: "What the customer's statement shows.",
    breakdown: "Amounts of the newest attempt, or the amounts known before the first one.",
    refundedAmount: `${refunded} ${money}`,
    disputedAmount: `${disputed} ${money}`,
    payments: "All attempts, oldest first.",
    expiresAt: "ISO 8601, UTC. No attempt can start after this time.",
    clientSecretKey:
      "For the SDK on this customer's page. No other response contains it. Do not log it.",
  },
  Payment: {
    status:
      "`pending`, `success` (authorized and captured) or `failed`; new ones can be added. A success can " +
      "still become a failure: through a bank return, or when a chain reverts the transfer.",
    type: "`card`, `bank`, `pay_by_bank` or `crypto`; new ones can be added.",
    amount: `The charged amount: the breakdown's total. ${money}`,
    breakdown: "The amounts of this attempt.",
    refundedAmount: `${refunded} ${money}`,
    disputedAmount: `${disputed} ${money}`,
    messages: "Messages, newest last: why it failed, and notes for your staff.",
    paymentMethod: "The payment method; null until it is known (a bank account, for example).",
    ...paidWith,
    threeDSecure: "Null if 3-D Secure was not used.",
    "threeDSecure.status": "EMV transStatus: `Y`, `A`, `I`, `N`, `R`, `U`, `D`.",
    "threeDSecure.version": "Version of the messages: `2.2.0`.",
    "threeDSecure.eci": "The electronic commerce indicator of the charge.",
    "threeDSecure.challenged": "Whether the customer had to confirm with their issuer.",
    mandate: "Only for type `bank`. The complete mandate: `GET /v1/payments/{paymentId}/mandate`.",
    "mandate.version": "Version of the text.",
    "mandate.locale": "The language of the text.",
    "mandate.acceptedAt": "ISO 8601, UTC.",
    "mandate.endedAt": "When the debit was returned or canceled. No further debit is allowed.",
    "mandate.accountSource":
      "How the customer gave the account: `typed`, `bank_login` or `saved`; new ones can be added. Null for payments " +
      "before it was recorded.",
    processor: "What moves the money: a processor's name, `ach`, `open_banking` or a network.",
    routing: "Why this processor was chosen; null if there was no choice.",
    "routing.ruleId": "Your rule that matched; null if none matched and the default order applied.",
    "routing.reason":
      "`weight`, `only_candidate`, `order` (no usable candidate has a weight) or `last_resort` " +
      "(no breaker was closed); new ones can be added.",
    "routing.chosen": "The first processor that was used; `processor` is the last.",
    "routing.candidates": "All candidates of the rule, in its order.",
    "routing.candidates.processor": "The processor's name.",
    "routing.candidates.weight": "Its share relative to the others; 0 means reserve.",
    "routing.candidates.outcome":
      "`chosen`, `in_reserve`, or why not: `breaker_open`, `currency_not_supported`, " +
      "`amount_not_supported`, `three_d_secure_not_supported`, " +
      "`stored_credentials_not_supported`, `unknown_processor`; new ones can be added.",
    "routing.failedOver": "Processors that certainly did not charge, before the failover.",
    "routing.failedOver.processor": "The processor's name.",
    "routing.failedOver.reason":
      "`unreachable`, `refused` or `breaker_open`; new ones can be added.",
    "routing.failedOver.at": "ISO 8601, UTC.",
    "routing.funding": "The card's funding: `credit`, `debit`, `prepaid`, `unknown`.",
    "routing.country":
      "Country of the customer's address, ISO 3166-1; null if unknown or not needed.",
  },
  SavedPaymentMethod: {
    type: "`card` or `bank`; new ones can be added.",
    paymentMethod: "The visible part of the method.",
    ...paidWith,
    lastUsedAt: "Time of the last payment with it; ISO 8601, UTC. Null if there was none.",
  },
  PaymentEvent: {
    eventId: "`evt_…`, the same on every try.",
    type: "The type of resource that changed.",
    status: "`created`, `pending`, `success`, `failed` or `expired`; new ones can be added.",
    sequence: "Increases within one intent.",
    data: "The intent at the time of the event.",
  },
  "POST /v1/payment-intents": {
    amount: `More than 0, with no more decimals than the currency has. ${money}`,
    customData: "Up to three pairs: keys up to 40 characters, values up to 500.",
    description: "What the customer pays for, as they read it.",
    paymentMethodTypes: "A subset of your enabled types; all if left out.",
  },
  "GET /v1/payments/{paymentId}/mandate": {
    version: "Version of the text.",
    locale: "The language of the text.",
    acceptedAt: "ISO 8601, UTC.",
    endedAt: "When the debit was returned or canceled; null while the mandate is valid.",
    accountSource:
      "How the customer gave the account: `typed`, `bank_login` or `saved`; new ones can be added. Null for payments " +
      "before it was recorded.",
    text: "The exact text that the customer saw.",
    operatorName: "Who may debit the account: your name.",
    holderName: "The account's holder, as the customer typed it.",
    accountType: "`checking` or `savings`.",
    last4: "The account's last four digits.",
    bankName: "Null if the bank's name is unknown.",
    ipAddress: "The customer's address when they agreed.",
    userAgent: "The customer's browser when they agreed.",
    returnCode: "The Nacha return code (`R10`) after a return.",
  },
  "DELETE /v1/customers/{externalCustomerId}/payment-methods/{paymentMethodId}": {
    removed: "Always true: the stored number is erased.",
  },
};
