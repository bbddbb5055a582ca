import { responseExamples } from "./examples/index.ts";

/** Operation ids and example bodies. Never change an id: it is a method name in client code. */
interface NamedOperation {
  readonly id: string;
  readonly example?: unknown;
  /** Content type of a response that is a file, not JSON. */
  readonly responseType?: string;
  /** Content type of a body that is bytes, not JSON. */
  readonly bodyType?: string;
}

/** Operations by method and path. */
export const namedOperations: Readonly<Record<string, NamedOperation>> = {
  "POST /v1/customers": {
    id: "createCustomer",
    example: {
      externalCustomerId: "customer-1",
      data: { email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" },
    },
  },
  "GET /v1/customers": { id: "listCustomers" },
  "GET /v1/customers/{externalCustomerId}": { id: "getCustomer" },
  "PUT /v1/customers/{externalCustomerId}/data": {
    id: "updateCustomerData",
    example: { phoneNumber: "+14155550100", dateOfBirth: "1985-12-10" },
  },
  "POST /v1/customers/{externalCustomerId}/erasure": {
    id: "eraseCustomer",
    example: { reason: "customer_request" },
  },
  "GET /v1/customers/{externalCustomerId}/export": { id: "exportCustomer" },
  "GET /v1/customers/{externalCustomerId}/payment-methods": { id: "listPaymentMethods" },
  "DELETE /v1/customers/{externalCustomerId}/payment-methods/{paymentMethodId}": {
    id: "deletePaymentMethod",
  },
  "GET /v1/customers/{externalCustomerId}/location": { id: "getCustomerLocation" },
  "POST /v1/operators/check-geolocation": {
    id: "checkGeolocation",
    example: { ipAddress: "192.0.2.1" },
  },
  "POST /v1/payment-intents": {
    id: "createPaymentIntent",
    example: {
      externalPaymentIntentId: "order-1",
      externalCustomerId: "customer-1",
      amount: 49.99,
      currency: "USD",
    },
  },
  "GET /v1/payment-intents": { id: "listPaymentIntents" },
  "GET /v1/payment-intents/{paymentIntentId}/status": { id: "getPaymentIntentStatus" },
  "POST /v1/payment-intents/{paymentIntentId}/refunds": {
    id: "createRefund",
    example: { externalRefundId: "refund-1", amount: 20, reason: "requested_by_customer" },
  },
  "GET /v1/payment-intents/{paymentIntentId}/refunds": { id: "listRefundsOfPaymentIntent" },
  "GET /v1/refunds": { id: "listRefunds" },
  "GET /v1/refunds/{refundId}": { id: "getRefund" },
  "POST /v1/refunds/{refundId}/cancel": { id: "cancelRefund" },
  "POST /v1/refunds/{refundId}/link": { id: "renewRefundLink" },
  "GET /v1/refunds/pending-approval": { id: "listPendingRefunds" },
  "POST /v1/refunds/{refundId}/proceed/{allow}": { id: "proceedWithRefund" },
  "GET /v1/payment-intents/{paymentIntentId}/delivery": { id: "getDelivery" },
  "PUT /v1/payment-intents/{paymentIntentId}/delivery": {
    id: "putDelivery",
    example: {
      recipientName: "Ada Lovelace",
      address: {
        line1: "1 Main St",
        city: "Reno",
        state: "NV",
        postalCode: "89501",
        country: "US",
      },
      shipments: [
        {
          carrier: "UPS",
          trackingNumber: "1Z999AA10123456784",
          shippedAt: "2026-03-05T16:00:00.000Z",
          deliveredAt: "2026-03-07T18:20:00.000Z",
        },
      ],
    },
  },
  "GET /v1/disputes": { id: "listDisputes" },
  "GET /v1/disputes/{disputeId}": { id: "getDispute" },
  "PUT /v1/disputes/{disputeId}/evidence": {
    id: "putDisputeEvidence",
    example: { fields: { shippingCarrier: "UPS", trackingNumber: "1Z999AA10123456784" } },
  },
  "POST /v1/disputes/{disputeId}/submit": { id: "submitDispute" },
  "POST /v1/disputes/{disputeId}/accept": { id: "acceptDispute" },
  "POST /v1/payments/{paymentId}/inquiries": {
    id: "openInquiry",
    example: {
      reason: "proof_of_authorization",
      respondBy: "2026-04-03T23:59:59.000Z",
      bankReference: "2026-0317",
    },
  },
  "POST /v1/disputes/{disputeId}/record-answer": {
    id: "recordInquiryAnswer",
    example: { result: "answered", note: "Sent the mandate by fax." },
  },
  "GET /v1/payments/{paymentId}/mandate": { id: "getMandate" },
  "POST /v1/payments/{paymentId}/cancel": { id: "cancelPayment" },
  "GET /v1/sandbox/clock": { id: "getSandboxClock" },
  "POST /v1/sandbox/clock": { id: "moveSandboxClock", example: { advance: 86_400 } },
  "POST /v1/sandbox/disputes": {
    id: "openSandboxDispute",
    example: { paymentId: "pay_22uhw8DfMnT4mwVbBpH2LXRk", reasonCode: "13.1" },
  },
  "POST /v1/sandbox/disputes/{disputeId}/decide": {
    id: "decideSandboxDispute",
    example: { act: "win" },
  },
  "GET /v1/sandbox/events": { id: "streamEvents", responseType: "text/event-stream" },
  "GET /v1/sandbox/requests": { id: "streamRequests", responseType: "text/event-stream" },
  "POST /v1/settlement-files": { id: "importSettlementFile", bodyType: "application/octet-stream" },
  "GET /v1/settlement-files": { id: "listSettlementFiles" },
  "GET /v1/settlement-files/{settlementFileId}": { id: "getSettlementFile" },
  "GET /v1/settlement-breaks": { id: "listSettlementBreaks" },
  "GET /v1/ledger/accounts": { id: "listLedgerAccounts" },
  "GET /v1/ledger/postings": { id: "listLedgerPostings" },
  "POST /v1/disbursement-intents": {
    id: "createDisbursementIntent",
    example: {
      externalDisbursementIntentId: "payout-1",
      externalCustomerId: "customer-1",
      amount: 125.5,
      currency: "USD",
      taxCategory: "prize",
    },
  },
  "GET /v1/disbursement-intents": { id: "listDisbursementIntents" },
  "GET /v1/disbursement-intents/{disbursementIntentId}/status": {
    id: "getDisbursementIntentStatus",
  },
  "GET /v1/disbursements/pending-validation": { id: "listPendingDisbursements" },
  "POST /v1/disbursements/{disbursementIntentId}/proceed/{allow}": {
    id: "proceedWithDisbursement",
  },
  "GET /v1/customers/kyc-for-review": { id: "listCustomersForReview" },
  "POST /v1/customers/{externalCustomerId}/kyc-verify/{type}": { id: "verifyCustomer" },
  "GET /v1/customers/{externalCustomerId}/disbursements": { id: "listCustomerDisbursements" },
  "GET /v1/customers/{externalCustomerId}/kyc-info": { id: "getKycInfo" },
  "POST /v1/customers/{externalCustomerId}/prizes": {
    id: "createPrize",
    example: {
      externalPrizeId: "prize-1",
      gameType: "bingo",
      winningsAmount: 1500,
      wonAt: "2026-05-02T21:30:00.000Z",
    },
  },
  "GET /v1/customers/{externalCustomerId}/prizes": { id: "listPrizes" },
  "POST /v1/operators/webhooks": {
    id: "createWebhook",
    example: { url: "https://shop.example/webhooks" },
  },
  "GET /v1/operators/webhooks": { id: "listWebhooks" },
  "DELETE /v1/operators/webhooks": { id: "deleteWebhook" },
  "POST /v1/events/{eventId}/resend": { id: "resendEvent", example: {} },
  "GET /v1/sdk/diagnosis": { id: "diagnoseFrame" },
  "GET /v1/client/session": { id: "getClientSession" },
  "POST /v1/client/quote": { id: "createClientQuote" },
  "POST /v1/client/payments": { id: "createClientPayment" },
  "POST /v1/client/payments/{paymentId}/continue": { id: "continueClientPayment" },
  "GET /v1/client/status": { id: "getClientStatus" },
  "GET /v1/client/mandates/{paymentId}": {
    id: "getClientMandate",
    responseType: "application/pdf",
  },
  "DELETE /v1/client/payment-methods/{paymentMethodId}": { id: "deleteClientPaymentMethod" },
  "POST /v1/client/disbursements": { id: "createClientDisbursement" },
  "PUT /v1/client/customer-data": { id: "updateClientCustomerData" },
  "POST /v1/client/sms-verification": { id: "sendClientSmsCode" },
  "POST /v1/client/sms-verification/check": { id: "checkClientSmsCode" },
  "GET /v1/client/kyc": { id: "getClientKyc" },
  "GET /v1/client/kyc/status": { id: "getClientKycStatus" },
  "POST /v1/client/kyc/consent": { id: "consentToClientKyc" },
  "POST /v1/client/kyc/submit": { id: "submitClientKyc" },
  "POST /v1/client/kyc/retry": { id: "retryClientKyc" },
  "POST /v1/client/kyc/handoff": { id: "handOffClientKyc" },
  "POST /v1/client/kyc/uploads": { id: "createClientKycUpload" },
  "GET /v1/client/kyc/uploads/{uploadId}": { id: "getClientKycUpload" },
  "POST /v1/client/kyc/uploads/{uploadId}": {
    id: "continueClientKycUpload",
    bodyType: "application/octet-stream",
  },
  "GET /v1/client/refund": { id: "getClientRefund" },
  "POST /v1/client/refund/quote": { id: "quoteClientRefund" },
  "POST /v1/client/refund/destination": {
    id: "nameClientRefundDestination",
    example: {
      type: "crypto",
      address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      quoteId: "cqt_22uhw8DfMp6qkXJ3R8ZCJnqL",
    },
  },
  "GET /v1/client/w9": { id: "getClientW9" },
  "GET /v1/client/w9/status": { id: "getClientW9Status" },
  "POST /v1/client/w9/left": { id: "leaveClientW9" },
  "POST /v1/client/w9/confirm": { id: "confirmClientW9" },
  "POST /v1/client/w9/phone-code": { id: "sendClientW9Code" },
  "POST /v1/client/w9/phone-code/check": { id: "checkClientW9Code" },
  "PUT /v1/client/w9/draft": { id: "keepClientW9Draft" },
  "POST /v1/client/w9/not-us-person": { id: "declareClientNotUsPerson" },
  "POST /v1/client/w9/complete": { id: "completeClientW9" },
  "GET /v1/client/w9/copy": { id: "getClientW9Copy", responseType: "application/pdf" },
  "POST /v1/client/bank-logins": { id: "createClientBankLogin" },
  "GET /v1/client/bank-logins/{bankLoginId}": { id: "getClientBankLogin" },
};

interface MediaType {
  schema?: unknown;
  example?: unknown;
}

interface ShownOperation {
  deprecated?: boolean;
  operationId?: string;
  requestBody?: { required?: boolean; content?: Record<string, MediaType> };
  responses?: Record<string, { description?: string; content?: Record<string, MediaType> }>;
}

/** Adds ids, examples, and content types where no schema describes them. */
export function nameOperations<Document>(document: Document): Document {
  for (const { key, operation } of operationsOf(document)) {
    const named = namedOperations[key];
    if (!named) continue;
    operation.operationId = named.id;
    const body = operation.requestBody?.content?.["application/json"];
    if (body && named.example !== undefined) body.example = named.example;
    if (named.bodyType) {
      operation.requestBody = { required: true, content: { [named.bodyType]: { schema: {} } } };
    }
    describeResponses(operation, named);
  }
  return document;
}

function describeResponses(operation: ShownOperation, { id, responseType }: NamedOperation): void {
  const responses = operation.responses ?? {};
  const isWithdrawn = operation.deprecated === true && responses["410"] !== undefined;
  // Linters require a success response.
  if (isWithdrawn) responses["200"] = { description: "No longer sent." };
  for (const [status, response] of Object.entries(responses)) {
    if (!status.startsWith("2") || isWithdrawn) continue;
    if (responseType) response.content = { [responseType]: { schema: {} } };
    const json = response.content?.["application/json"];
    if (json && id in responseExamples) json.example = responseExamples[id];
  }
}

/**
 * Opens responses and events, so that a newer service can send fields that the document lacks. Requests, and schemas
 * used by both, stay strict.
 */
export function openResponses<Document>(document: Document): Document {
  const { components, webhooks } = document as {
    components?: { schemas?: Record<string, unknown> };
    webhooks?: unknown;
  };
  const schemas = components?.schemas ?? {};
  const sent = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ""] of JSON.stringify(part ?? null).matchAll(/schemas\/([^"]+)"/g)) {
      if (sent.has(name)) continue;
      sent.add(name);
      follow(schemas[name]);
    }
  };
  const operations = operationsOf(document);
  for (const { operation } of operations) follow(operation.requestBody);
  for (const { operation } of operations) {
    for (const response of Object.values(operation.responses ?? {})) {
      if (response.description === "Default Response") response.description = "Done.";
      open(response.content);
    }
  }
  open(webhooks);
  for (const [name, schema] of Object.entries(schemas)) if (!sent.has(name)) open(schema);
  return document;
}

function open(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as Record<string, unknown>;
  if (schema["additionalProperties"] === false) delete schema["additionalProperties"];
  const { enum: values } = schema;
  if (schema["type"] === "string" && Array.isArray(values) && values.length > 1) {
    delete schema["enum"];
    schema["x-extensible-enum"] = values;
  }
  for (const child of Object.values(schema)) open(child);
}

function operationsOf(document: unknown): { key: string; operation: ShownOperation }[] {
  const { paths } = document as { paths?: Record<string, Record<string, ShownOperation>> };
  return Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}
