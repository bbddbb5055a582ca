/**
 * What the fields of operators' calls mean, in the OpenAPI document and on the reference page. Given here
 * and not beside the schemas, because those are in the frames' bundles, too.
 */

type Descriptions = Readonly<Record<string, string>>;

/** Fields that mean the same wherever they are. */
const everywhere: Descriptions = {
  externalCustomerId: "Your own id of the customer.",
  externalPaymentIntentId: "Your own id of what is paid, unique among your intents.",
  externalDisbursementIntentId: "Your own id of the payout, unique among your intents.",
  paymentIntentId: "`pi_…`",
  paymentId: "`pay_…`: one attempt.",
  disbursementIntentId: "`di_…`",
  disbursementId: "`dis_…`",
  paymentMethodId: "`pm_…`",
  kycVerificationId: "`kyc_…`",
  webhookId: "`we_…`",
  currency: "ISO 4217, in capitals.",
  createdAt: "ISO 8601, UTC.",
  updatedAt: "ISO 8601, UTC: of the last change.",
  customData: "Up to three pairs of your own, as you gave them.",
  data: "What is listed or told of.",
  page: "From 1.",
  size: "Entries of a page, 1 to 100.",
  total: "Entries in all.",
  message: "For people; may be reworded.",
  errorCode: "For programs; never renamed. All stand in the table of error codes.",
};

const money = "In major units of the currency (`49.99`).";

const paidWith: Descriptions = {
  "paymentMethod.brand": "The card's: `visa`, `mastercard`, …",
  "paymentMethod.last4": "The last four digits, of the card or of the account.",
  "paymentMethod.expiryMonth": "1 to 12.",
  "paymentMethod.expiryYear": "Four digits.",
  "paymentMethod.bankName": "Null where the bank is not known by name.",
  "paymentMethod.accountType": "`checking` or `savings`; others may come.",
  "paymentMethod.asset": "`USDC`, `USDT`, `ETH`, `BTC`; others may come.",
  "paymentMethod.network": "`ethereum`, `base`, `bitcoin`, …",
  "paymentMethod.address": "Where the customer was to send it. No other payment has it.",
};

/** By component, and by operation for what stands in it itself; paths go through lists and choices. */
const byPlace: Readonly<Record<string, Descriptions>> = {
  Breakdown: {
    baseAmount: `What you asked for. ${money}`,
    processingFees: `The surcharge; 0 where there is none. ${money}`,
    salesTax: `0 where there is none. ${money}`,
    total: `The sum of the three, and what is charged. ${money}`,
    salesTaxRate: "As a fraction: `0.0825` is 8.25 %. Only where sales tax was looked up.",
    salesTaxJurisdiction: "Whose tax it is: a state, and where it matters the ZIP code.",
  },
  PaymentMessage: {
    code: "Why, as a code: an open list, in the table of why payments fail.",
    message: "Fit for the customer's eyes.",
    at: "ISO 8601, UTC.",
    category: "What kind of reason it is: an open list, in the same table.",
    advice: "What helps the customer.",
    "advice.retry": "Whether another attempt can help.",
    "advice.with": "What to try again with.",
    operatorMessage: "The reason in your staff's words; not for the customer's eyes.",
  },
  PaymentIntent: {
    amount: `What you asked for; see \`breakdown\` for what is paid. ${money}`,
    status: "`no-payment`, `pending`, `success`, `failed` or `expired`; others may come.",
    description: "What is paid for, as customers read it; null where you gave none.",
    paymentMethodTypes: "What may be paid with.",
    paymentDescriptor: "What the customer's statement shows.",
    breakdown: "What is paid: of the newest attempt; before there is one, as far as it is known.",
    payments: "Every attempt, the oldest first.",
    expiresAt: "ISO 8601, UTC. No attempt can be begun after it.",
    clientSecretKey: "For the SDK in this customer's page. Shown here only; keep it out of logs.",
  },
  Payment: {
    status:
      "`pending`, `success` (authorised and captured) or `failed`; others may come. A success can " +
      "still fail: by a bank's return, or when a chain takes it back.",
    type: "`card`, `bank`, `pay_by_bank` or `crypto`; others may come.",
    amount: `What is charged: the breakdown's total. ${money}`,
    breakdown: "What this attempt was priced at.",
    messages: "What came of it, the newest last: why it failed, and what your staff should know.",
    paymentMethod: "What was paid with; null until it is known (a bank's account, for one).",
    ...paidWith,
    threeDSecure: "Null where 3-D Secure was not asked.",
    "threeDSecure.status": "EMV transStatus: `Y`, `A`, `I`, `N`, `R`, `U`, `D`.",
    "threeDSecure.version": "Of the messages: `2.2.0`.",
    "threeDSecure.eci": "The electronic commerce indicator that went with the charge.",
    "threeDSecure.challenged": "Whether the customer had to confirm at their bank.",
    mandate: "Of payments by `bank`; the whole of it: `GET /v1/payments/{paymentId}/mandate`.",
    "mandate.version": "Of the wording.",
    "mandate.locale": "The language that it was read in.",
    "mandate.acceptedAt": "ISO 8601, UTC.",
    "mandate.endedAt": "When the debit came back or was called off: nothing may follow under it.",
    processor: "Who moves the money: a processor by its name, `ach`, `open_banking`, a network.",
    routing: "Why it went to that processor; null where there was nothing to choose.",
    "routing.ruleId": "Your rule that matched; null: none did, and the service's own order held.",
    "routing.reason":
      "`weight`, `only_candidate`, `order` (none of those that could has a weight) or `last_resort` " +
      "(no breaker was closed); others may come.",
    "routing.chosen": "Who was asked first; `processor` is who was asked last.",
    "routing.candidates": "All that the rule names, in its order.",
    "routing.candidates.processor": "By its name.",
    "routing.candidates.weight": "Its share beside the others'; 0 stands in reserve.",
    "routing.candidates.outcome":
      "`chosen`, `in_reserve`, or why not: `breaker_open`, `currency_not_supported`, " +
      "`unknown_processor`; others may come.",
    "routing.failedOver": "Who was left on the way because they surely had not charged.",
    "routing.failedOver.processor": "By its name.",
    "routing.failedOver.reason": "`unreachable`, `refused` or `breaker_open`; others may come.",
    "routing.failedOver.at": "ISO 8601, UTC.",
    "routing.funding": "What the card draws on: `credit`, `debit`, `prepaid`, `unknown`.",
    "routing.country":
      "Of the customer's address, ISO 3166-1; null where unknown or not asked for.",
  },
  SavedPaymentMethod: {
    type: "`card` or `bank`; others may come.",
    paymentMethod: "As much as may be shown.",
    ...paidWith,
    lastUsedAt: "Of the last payment with it; ISO 8601, UTC. Null where there was none.",
  },
  PaymentEvent: {
    eventId: "`evt_…`, the same on every try.",
    type: "What kind of thing has changed.",
    status: "`created`, `pending`, `success`, `failed` or `expired`; others may come.",
    sequence: "Counts up within one intent.",
    data: "The intent as it was then.",
  },
  ErrorResponse: {
    errors: "What is wrong with which field.",
    "errors.path": "`address.line1`",
    requestId: "Name it when you ask us.",
  },
  "POST /v1/payment-intents": {
    amount: `Above 0, with no more digits than the currency has. ${money}`,
    customData: "Up to three pairs: keys to 40, values to 500 characters.",
    description: "What is paid for, as customers read it.",
    paymentMethodTypes: "Of those that are enabled for you; all when left out.",
  },
  "POST /v1/customers": {
    verifyAfterCreation:
      "Deprecated: ask for `kyc-info` instead. `true` creates the first verification at once.",
  },
  "GET /v1/payments/{paymentId}/mandate": {
    version: "Of the wording.",
    locale: "The language that it was read in.",
    acceptedAt: "ISO 8601, UTC.",
    endedAt: "When the debit came back or was called off; null while it holds.",
    text: "To the letter as the customer was shown it.",
    operatorName: "Who may debit: you.",
    holderName: "The account's holder, as the customer typed it.",
    accountType: "`checking` or `savings`.",
    last4: "The account's last four digits.",
    bankName: "Null where the bank is not known by name.",
    ipAddress: "Where the customer agreed from.",
    userAgent: "The browser that they agreed in.",
    returnCode: "Nacha's (`R10`), once the debit came back.",
  },
  "DELETE /v1/customers/{externalCustomerId}/payment-methods/{paymentMethodId}": {
    removed: "Always true: what was stored of its number is erased.",
  },
};

/** Fields that older callers still send, by operation. */
const deprecated: Readonly<Record<string, readonly string[]>> = {
  "POST /v1/customers": ["verifyAfterCreation"],
};

/** Components that are another one and more. */
const parents: Readonly<Record<string, string>> = {
  CreatedPaymentIntent: "PaymentIntent",
};

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  description?: string;
  deprecated?: boolean;
}

interface Content {
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface Described {
  components?: { schemas?: Record<string, Schema> };
  paths?: Record<string, Record<string, Operation>>;
}

/** Writes the descriptions into a document; what has one already keeps it. */
export function describeFields<Document>(document: Document): Document {
  const { components, paths } = document as Described;
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    describe(schema, byPlace[name] ?? byPlace[parents[name] ?? ""] ?? {}, "");
  }
  for (const [path, operations] of Object.entries(paths ?? {})) {
    for (const [method, operation] of Object.entries(operations)) {
      const known = byPlace[`${method.toUpperCase()} ${path}`] ?? {};
      for (const { content } of [
        operation.requestBody ?? {},
        ...Object.values(operation.responses ?? {}),
      ]) {
        for (const { schema } of Object.values(content ?? {})) describe(schema ?? {}, known, "");
      }
      const body = operation.requestBody?.content?.["application/json"]?.schema?.properties ?? {};
      for (const name of deprecated[`${method.toUpperCase()} ${path}`] ?? []) {
        const field = body[name];
        if (field) field.deprecated = true;
      }
    }
  }
  return document;
}

function describe(schema: Schema, known: Descriptions, prefix: string): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = `${prefix}${name}`;
    const description = known[path] ?? everywhere[name];
    if (description !== undefined) field.description ??= description;
    describe(field, known, `${path}.`);
  }
  const { items, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const part of [...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf]) {
    describe(part, known, prefix);
  }
}
