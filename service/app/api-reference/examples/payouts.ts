/** These examples are taken from real responses. */
import { customer } from "./customers.ts";

const createdAt = "2026-03-10T12:00:00.000Z";
const chosenAt = "2026-03-10T12:15:00.000Z";
const intentId = "di_22uhvyZXhPkEtFUYG24cdwaJ";

const w9CaptureUrl =
  "https://pay.example.com/op_22uhw8DfMp6qkXJ3R8ZCJnqM/w9#w9_22uhvyZXhDL5eUFJGFgEmqRV_secret_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA";

export const w9Request = {
  w9Id: "w9_22uhvyZXhDL5eUFJGFgEmqRV",
  externalCustomerId: "customer-1",
  status: "pending",
  completedAt: null,
  formRevision: null,
  notUsPerson: false,
  backupWithholding: false,
  w9CaptureUrl,
  w9CaptureUrlExpiresAt: "2026-03-17T12:00:00.000Z",
};

const newIntent = {
  disbursementIntentId: intentId,
  externalDisbursementIntentId: "payout-1",
  externalCustomerId: "customer-1",
  amount: 125.5,
  currency: "USD",
  status: "pending",
  taxCategory: "prize",
  customData: {},
  description: null,
  w9CaptureUrl,
  createdAt,
  updatedAt: createdAt,
  expiresAt: "2026-03-10T14:00:00.000Z",
};

const disbursement = {
  disbursementId: "dis_22uhvyZXhpGL72iFpqUVM7gM",
  disbursementIntentId: intentId,
  externalDisbursementIntentId: "payout-1",
  externalCustomerId: "customer-1",
  status: "pending-validation",
  type: "bank",
  amount: 125.5,
  withheldAmount: 0,
  currency: "USD",
  taxCategory: "prize",
  payoutMethod: { bankName: "Sandbox Bank", accountType: "checking", last4: "6789" },
  messages: [],
  version: 2,
  createdAt: chosenAt,
  updatedAt: chosenAt,
  decidedAt: null,
  decidedBy: null,
  paidAt: null,
};

const { w9CaptureUrl: _signed, ...signedIntent } = newIntent;

export const waitingIntent = {
  ...signedIntent,
  status: "pending-validation",
  disbursement,
  updatedAt: chosenAt,
};

const decidedAt = "2026-03-10T15:00:00.000Z";

const approved = {
  ...disbursement,
  status: "pending",
  version: 3,
  updatedAt: decidedAt,
  decidedAt,
  decidedBy: "API (secret key)",
};

const webhook = {
  webhookId: "we_22uhvyZXhYFKSWbN3zEkqMjF",
  url: "https://shop.example/webhooks",
  description: "Shop",
  events: ["payment"],
  status: "enabled",
  failingSince: null,
  disabledReason: null,
  slowSince: null,
  createdAt,
};

const page = { page: 1, size: 20, total: 1 };

export const payoutExamples: Readonly<Record<string, unknown>> = {
  createDisbursementIntent: {
    ...newIntent,
    clientSecretKey: `${intentId}_secret_EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXAMPLE-EXA`,
  },
  listDisbursementIntents: { data: [waitingIntent], ...page },
  getDisbursementIntentStatus: waitingIntent,
  listPendingDisbursements: { data: [{ ...disbursement, customer }], ...page },
  proceedWithDisbursement: {
    ...waitingIntent,
    status: "pending",
    disbursement: approved,
    updatedAt: decidedAt,
  },
  listCustomerDisbursements: { data: [disbursement], ...page },
  createWebhook: { ...webhook, secretKey: "whsec_EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE=" },
  listWebhooks: { data: [webhook] },
  deleteWebhook: { webhookId: webhook.webhookId, deleted: true },
};
