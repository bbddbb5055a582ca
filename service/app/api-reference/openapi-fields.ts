/**
 * Descriptions of fields in the OpenAPI document and on the reference page. They are not next to
 * the schemas, because those are also in the frames' bundles. The file is long because it lists every field.
 */

type Descriptions = Readonly<Record<string, string>>;

/** Fields with the same meaning everywhere. */
const everywhere: Descriptions = {
  externalCustomerId: "Your id of the customer.",
  externalPaymentIntentId: "Your id of the payment, unique among your intents.",
  externalRefundId: "Your id of the refund, unique among your refunds.",
  externalDisbursementIntentId: "Your id of the payout, unique among your intents.",
  paymentIntentId: "`pi_…`",
  paymentId: "`pay_…`: one attempt.",
  refundId: "`ref_…`",
  settlementFileId: "`sfl_…`",
  settlementBreakId: "`sbk_…`",
  disputeId: "`dsp_…`",
  disbursementIntentId: "`di_…`",
  disbursementId: "`dis_…`",
  paymentMethodId: "`pm_…`",
  kycVerificationId: "`kyc_…`",
  webhookId: "`we_…`",
  currency: "ISO 4217, in capitals.",
  createdAt: "ISO 8601, UTC.",
  updatedAt: "Time of the last change; ISO 8601, UTC.",
  customData: "Up to three pairs that you set.",
  data: "The listed items, or the event's resource.",
  page: "From 1.",
  size: "Entries per page, 1 to 100.",
  total: "Number of all entries.",
  message: "For people; the wording can change.",
  errorCode: "For programs; never renamed. See the table of error codes.",
};

const money = "In major units of the currency (`49.99`).";

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

const refund: Descriptions = {
  status:
    "`pending`, `requires-destination`, `success`, `failed` or `canceled`; new ones can be added. A " +
    "success can still become a failure: when the customer's bank returns the money.",
  kind:
    "`refund`, `void` (the charge had not cleared and disappears from the statement) or `transfer` " +
    "(by another route); new ones can be added. Final once the status is `success`.",
  amount: `The returned part of the base amount. ${money}`,
  breakdown: "What the customer gets back: `total` includes surcharge and sales tax.",
  reason: "The reason that you gave; null if you gave none.",
  reference: "For the customer's bank; null until it is known.",
  "reference.type":
    "`arn`: a card's acquirer reference number; `trace`: of an ACH credit; `transaction`: the hash of " +
    "a crypto transfer; new ones can be added.",
  "reference.value": "The number that the customer's bank can search for.",
  crypto: "For a refund in crypto: what was paid, and goes back. Null for others.",
  "crypto.asset": "The asset that was paid, such as `USDC`.",
  "crypto.network": "The network on which it was paid.",
  "crypto.amount":
    "What is sent, in whole units of the asset, as decimal text. Null until the customer confirms it.",
  refundUrl:
    "With `requires-destination`: the page where the customer says where the money goes. A secret that " +
    "works once, for seven days: pass it to the customer only. Null after it expired, and for keys " +
    "that can only read.",
  messages: "Why the refund failed; empty otherwise.",
  "messages.code": "The reason as a code; an open list.",
  "messages.at": "ISO 8601, UTC.",
  settledAt: "When the refund succeeded; null before. ISO 8601, UTC.",
};

/**
 * By component, and by operation for its inline schemas. Paths continue through lists and choices.
 */
const byPlace: Readonly<Record<string, Descriptions>> = {
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
  Delivery: {
    recipientName: "Who receives it; null if you reported none.",
    address: "Where it was sent to; null if you reported none.",
    "address.line1": "First line.",
    "address.line2": "Second line.",
    "address.city": "City.",
    "address.state": "A US state as USPS code; elsewhere the region.",
    "address.postalCode": "Postal code.",
    "address.country": "ISO 3166-1 alpha-2.",
    shipments: "Goods on the way or delivered.",
    "shipments.carrier": "Who carries it.",
    "shipments.trackingNumber": "The carrier's number; null if unknown.",
    "shipments.shippedAt": "ISO 8601, UTC; null if unknown.",
    "shipments.deliveredAt": "ISO 8601, UTC; null if unknown.",
    "shipments.signedBy": "Who took it; null if unknown.",
    digital: "Goods and services without shipment, and their use.",
    "digital.at": "When the customer got or used it. ISO 8601, UTC.",
    "digital.description": "What was delivered or used.",
    "digital.ipAddress": "The customer's IP address; null if unknown.",
    "digital.deviceId": "Your id of the customer's device; null if unknown.",
    createdAt: "When you first reported it. ISO 8601, UTC.",
    updatedAt: "When you last reported it. ISO 8601, UTC.",
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
      "`pending`, `success` (authorised and captured) or `failed`; new ones can be added. A success can " +
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
  Customer: {
    data: "What is known about the customer; null where nothing is.",
  },
  PendingRefund: {
    ...refund,
    destination: "The ends of what the customer named; null after an erasure.",
    "destination.type": "`bank` or `crypto`.",
    "destination.text": "The ends of an address, or the end of an account number.",
    "destination.holderName": "The holder of the bank account; null for `crypto`.",
  },
  Refund: refund,
  SettlementFile: {
    source: "The processor, or the bank account: `bank:…1234`.",
    format: "`csv`, `stripe`, `adyen`, `bai2`, `camt053` or `mt940`; new ones can be added.",
    name: "The file's name; null if you gave none.",
    sha256: "SHA-256 of the content, hexadecimal.",
    sizeBytes: "Size of the content.",
    state: "`pending`, `processing`, `processed` or `failed` (refused); new ones can be added.",
    duplicate: "Whether this request sent a file that was imported before. Nothing changed.",
    rowCount: "New rows of the file.",
    rowsDone: "Rows that are stored and matched so far.",
    matchedCount: "Rows that match one of your records.",
    breakCount: "Breaks that its rows opened.",
    refusal: "Why the file was refused; null if it was not.",
    "refusal.code": "For programs; never renamed.",
    "refusal.line": "Line of the file, from 1.",
    "refusal.message": "For people; the wording can change.",
    processedAt: "When all rows were stored and matched; null before. ISO 8601, UTC.",
  },
  SettlementBreak: {
    class: "The kind of difference; new ones can be added.",
    state: "`open`, `explained`, `resolved` or `written_off`; new ones can be added.",
    source: "The processor, or the bank account: `bank:…1234`.",
    amount: `The money in question; never negative. ${money}`,
    subject: "Your record; null if there is none.",
    "subject.type": "`payment`, `refund`, `dispute` or `batch`; new ones can be added.",
    "subject.id": "Its id.",
    processorReference: "The processor's or bank's reference; null if there is none.",
    openedAt: "ISO 8601, UTC.",
    closedAt: "When it was resolved or written off; null before. ISO 8601, UTC.",
  },
  Dispute: {
    processor: "Who reported it: a card processor's name, or `ach`.",
    amount: `What the customer's bank takes back. It can differ from the payment. ${money}`,
    fee: `The processor's fee; null until the processor says. ${money}`,
    network: "`visa`, `mastercard`, `amex`, `discover` or `ach`; new ones can be added.",
    reasonCode: "The network's code, such as `10.4`.",
    reason: "What the code means; the code itself if it is unknown.",
    category:
      "`fraudulent`, `not_received`, `not_as_described`, `duplicate`, `canceled`, `credit_not_processed`, " +
      "`processing`, `unauthorized_debit` or `other`; new ones can be added.",
    stage:
      "`inquiry` (takes no money), `chargeback`, `pre_arbitration` or `arbitration`; new ones can be added.",
    status:
      "`needs-response`, `under-review`, `won`, `lost`, `accepted` or `expired`; new ones can be added. A dispute " +
      "that is won can go on to the next stage.",
    outcome:
      "`won`, `lost`, `accepted`, `expired` or `withdrawn`; new ones can be added. Null while it is open.",
    respondBy: "The processor's deadline, ISO 8601, UTC; null if it named none.",
    canRespond: "Whether evidence can be submitted now.",
    bankReference: "A bank's reference of its inquiry; null without one.",
    inquiryId:
      "Of a returned debit: the inquiry about the same debit that came before; null without one.",
    evidence: "Your evidence. The content of files is never sent back.",
    "evidence.fields": "Your texts by field.",
    "evidence.files.kind": "`receipt`, `customerCommunication`, …; one file of each kind.",
    "evidence.files.contentType": "`application/pdf`, `image/jpeg` or `image/png`.",
    "evidence.files.sizeBytes": "Size in bytes.",
    "evidence.files.pages": "Number of pages; 1 for an image.",
    "evidence.files.addedAt": "ISO 8601, UTC.",
    "evidence.submittedAt": "When it was submitted in this stage; null before. ISO 8601, UTC.",
    messages: "Why the processor refused an answer; empty otherwise.",
    "messages.code": "The reason as a code; an open list.",
    "messages.at": "ISO 8601, UTC.",
    openedAt: "When the processor opened it. ISO 8601, UTC.",
    closedAt: "When it ended; null while it is open. ISO 8601, UTC.",
  },
  DisputeEvent: {
    eventId: "`evt_…`, the same on every try.",
    type: "The type of resource that changed.",
    status:
      "`created`, `updated`, `deadline-near`, `needs-response`, `under-review`, `won`, `lost`, `accepted` or `expired`; new ones " +
      "can be added.",
    sequence: "Increases within one dispute.",
    data: "The dispute at the time of the event.",
  },
  RefundEvent: {
    eventId: "`evt_…`, the same on every try.",
    type: "The type of resource that changed.",
    status:
      "`created`, `success`, `failed`, `canceled` or `requires-destination`; new ones can be added.",
    sequence: "Increases within one refund.",
    data: "The refund at the time of the event.",
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
  ErrorResponse: {
    errors: "The wrong fields, with the reason for each.",
    "errors.path": "`address.line1`",
    requestId: "Include it when you contact support.",
  },
  "POST /v1/payment-intents": {
    amount: `More than 0, with no more decimals than the currency has. ${money}`,
    customData: "Up to three pairs: keys up to 40 characters, values up to 500.",
    description: "What the customer pays for, as they read it.",
    paymentMethodTypes: "A subset of your enabled types; all if left out.",
  },
  "POST /v1/payment-intents/{paymentIntentId}/refunds": {
    amount: `A part of the base amount; everything that is left if left out. ${money}`,
    reason: "Why you return the money.",
    note: "For your staff, up to 500 characters. Customers never see it.",
  },
  "PUT /v1/payment-intents/{paymentIntentId}/delivery": {
    recipientName: "Who receives it, up to 200 characters.",
    address: "Where it is sent to. Needs `line1`, `city` and `country`.",
    "address.line1": "Up to 120 characters.",
    "address.line2": "Up to 120 characters.",
    "address.city": "Up to 80 characters.",
    "address.state": "A US state as USPS code; elsewhere the region.",
    "address.postalCode": "In the US ZIP or ZIP+4.",
    "address.country": "ISO 3166-1 alpha-2.",
    shipments: "At most 10.",
    "shipments.carrier": "Who carries it, up to 80 characters.",
    "shipments.trackingNumber": "Up to 100 characters.",
    "shipments.shippedAt": "ISO 8601.",
    "shipments.deliveredAt": "ISO 8601.",
    "shipments.signedBy": "Who took it, up to 200 characters.",
    digital: "Goods and services without shipment, and their use; at most 50.",
    "digital.at": "When the customer got or used it. ISO 8601.",
    "digital.description": "What was delivered or used, up to 500 characters.",
    "digital.ipAddress": "The customer's IP address, version 4 or 6.",
    "digital.deviceId": "Your id of the customer's device, up to 200 characters.",
  },
  "PUT /v1/disputes/{disputeId}/evidence": {
    fields: "Texts by field; null removes one. At most 20,000 characters each, 150,000 together.",
    files:
      "Files by kind; null removes one. PDF, JPEG or PNG of at most 2 MB each; 4 MB and 19 pages together.",
  },
  "POST /v1/payments/{paymentId}/inquiries": {
    reason: "Why the bank asks.",
    respondBy: "The bank's deadline, in the future; null or left out if it named none.",
    bankReference: "The bank's reference of its request, up to 64 characters.",
    note: "For your staff, up to 500 characters.",
  },
  "POST /v1/disputes/{disputeId}/record-answer": {
    result: "`withdrawn` if the bank needs no answer anymore, or the inquiry was a mistake.",
    answeredAt: "When you answered, at most a year ago; now if left out. ISO 8601.",
    note: "For your staff, up to 500 characters.",
  },
  "POST /v1/sandbox/disputes": {
    paymentId: "A successful payment by card.",
    reasonCode: "The network's code, such as `13.1`; fraud if left out.",
    stage: "`chargeback` if left out. An `inquiry` takes no money.",
    days: "Days until the answer is due, 14 if left out; null for no deadline.",
    disputeId: "Null if the notice has not been applied within ten seconds.",
    providerDisputeId: "The sandbox processor's id.",
    status: "Of the dispute; null with its id.",
  },
  "POST /v1/sandbox/disputes/{disputeId}/decide": {
    act: "What the customer's bank does. `win` and `lose` are yours.",
    disputeId: "Null if the notice has not been applied within ten seconds.",
    providerDisputeId: "The sandbox processor's id.",
    status: "Of the dispute; null with its id.",
  },
  "POST /v1/customers": {
    data: "What is known about the customer. Only the e-mail address is required.",
    verifyAfterCreation:
      "Deprecated: request `kyc-info` instead. `true` creates the first verification at once.",
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

/** Fields that only older callers send, by operation. */
const deprecated: Readonly<Record<string, readonly string[]>> = {
  "POST /v1/customers": ["verifyAfterCreation"],
};

/** Components that extend another one. */
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

/** Writes the descriptions into a document. Existing descriptions stay. */
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
