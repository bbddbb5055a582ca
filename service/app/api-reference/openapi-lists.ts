import { disbursementIntentStatuses, disbursementStatuses } from "#contract/api/disbursements";
import { disputeCategories, disputeStages, disputeStatuses } from "#contract/api/disputes";
import {
  paymentIntentStatuses,
  paymentMethodTypes,
  paymentStatuses,
} from "#contract/api/payment-intents";
import { prizeStatuses } from "#contract/api/prizes";
import { refundKinds, refundReasons, refundStatuses } from "#contract/api/refunds";
import {
  breakClasses,
  breakStates,
  refusalCodes,
  settlementFileStates,
  settlementFormats,
} from "#contract/api/settlement-files";
import { bankAccountTypes } from "#contract/bank-account";
import { bankLoginStatuses } from "#contract/client/bank-logins";
import { kycDocumentTypes } from "#contract/client/kyc";
import { refundPageStatuses } from "#contract/client/refund";
import {
  disbursementEventStatuses,
  disputeEventStatuses,
  paymentEventStatuses,
  refundEventStatuses,
} from "#contract/events/event-types";
import { payoutMethodTypes } from "#contract/payout-methods";

type Lists = Readonly<Record<string, readonly string[]>>;

const dispute: Lists = {
  network: ["visa", "mastercard", "amex", "discover", "ach"],
  category: disputeCategories,
  stage: disputeStages,
  status: disputeStatuses,
  outcome: ["won", "lost", "accepted", "expired", "withdrawn"],
};

const kycStatuses = [
  "pending",
  "under_review",
  "verified",
  "verified_manually",
  "rejected",
  "rejected_manually",
  "expired",
];
const kycProgress: Lists = {
  status: ["none", ...kycStatuses],
  nextAction: ["consent", "upload", "submit", "wait", "retry", "none"],
};
const paymentIntent: Lists = { status: paymentIntentStatuses };
const clientPayment: Lists = {
  status: paymentStatuses,
  intentStatus: paymentIntentStatuses,
  type: paymentMethodTypes,
};
const refund: Lists = { status: refundStatuses, kind: refundKinds, reason: refundReasons };
const disbursementIntent: Lists = { status: disbursementIntentStatuses };
const disbursement: Lists = {
  status: disbursementStatuses,
  type: payoutMethodTypes,
  "payoutMethod.accountType": bankAccountTypes,
};
const requirementTypes = ["customer_data", "sms_verification", "kyc", "identity_document", "w9"];
const sms: Lists = { status: ["pending", "approved"] };
const w9: Lists = { status: ["pending", "completed", "void"], window: ["none", "open", "left"] };
const refundPage: Lists = { status: refundPageStatuses, type: ["bank", "crypto"] };
const prize: Lists = { status: prizeStatuses };
const bankLogin: Lists = { status: bankLoginStatuses };
const webhook: Lists = {
  status: ["enabled", "disabled"],
};

/** Values that the service sends today, by component or operation and by field path. Clients must accept others. */
const known: Readonly<Record<string, Lists>> = {
  ClientDisbursement: { ...disbursement, intentStatus: disbursementIntentStatuses },
  CreatedDisbursementIntent: disbursementIntent,
  CreatedPaymentIntent: paymentIntent,
  CreatedWebhook: webhook,
  Customer: { kycStatus: kycStatuses },
  CustomerW9Event: { status: ["pending", "completed"], "data.status": ["pending", "completed"] },
  Disbursement: disbursement,
  DisbursementEvent: { status: disbursementEventStatuses },
  DisbursementIntent: disbursementIntent,
  DisbursementSession: {
    "intent.status": disbursementIntentStatuses,
    "payoutOptions.type": payoutMethodTypes,
    "savedPayoutMethods.type": payoutMethodTypes,
    "requirements.type": requirementTypes,
  },
  Dispute: dispute,
  DisputeEvent: { status: disputeEventStatuses },
  KycInfo: { status: kycStatuses },
  KycProgress: kycProgress,
  KycSession: {
    ...kycProgress,
    documentType: kycDocumentTypes,
    "sides.side": ["front", "back"],
    "requirements.type": requirementTypes,
  },
  KycUpload: { side: ["front", "back"], state: ["uploading", "received", "refused"] },
  KycVerification: {
    status: kycStatuses,
    type: kycDocumentTypes,
    "checks.result": ["passed", "failed", "unknown"],
  },
  KycVerificationEvent: {
    status: kycStatuses.map((status) => status.replace("_manually", "-manually")),
  },
  Payment: { status: paymentStatuses, type: paymentMethodTypes },
  PaymentEvent: { status: paymentEventStatuses },
  PaymentIntent: paymentIntent,
  PendingDisbursement: disbursement,
  PendingRefund: refund,
  Refund: refund,
  RefundEvent: { status: refundEventStatuses },
  SavedPaymentMethod: { type: ["card", "bank"] },
  SettlementBreak: {
    class: breakClasses,
    state: breakStates,
    "subject.type": ["payment", "refund", "dispute", "batch"],
  },
  SettlementFile: {
    format: settlementFormats,
    state: settlementFileStates,
    "refusal.code": refusalCodes,
  },
  W9State: { status: ["none", "pending", "completed"] },
  Webhook: webhook,
  "GET /v1/client/session": {
    "intent.status": paymentIntentStatuses,
    "savedPaymentMethods.type": ["card", "bank"],
    "requirements.type": requirementTypes,
    "payment.status": paymentStatuses,
    "payment.intentStatus": paymentIntentStatuses,
    "payment.type": paymentMethodTypes,
  },
  "POST /v1/client/payments": clientPayment,
  "POST /v1/client/payments/{paymentId}/continue": clientPayment,
  "GET /v1/client/status": {
    status: [...new Set<string>([...paymentIntentStatuses, ...disbursementIntentStatuses])],
    "payment.status": paymentStatuses,
    "payment.intentStatus": paymentIntentStatuses,
    "payment.type": paymentMethodTypes,
  },
  "PUT /v1/client/customer-data": { "requirements.type": requirementTypes },
  "POST /v1/client/sms-verification": sms,
  "POST /v1/client/sms-verification/check": sms,
  "GET /v1/client/refund": refundPage,
  "POST /v1/client/refund/destination": refundPage,
  "GET /v1/client/w9": w9,
  "GET /v1/client/w9/status": w9,
  "POST /v1/client/w9/left": w9,
  "POST /v1/client/w9/phone-code": sms,
  "PUT /v1/client/w9/draft": w9,
  "POST /v1/client/w9/not-us-person": w9,
  "POST /v1/client/w9/complete": w9,
  "POST /v1/customers/{externalCustomerId}/prizes": prize,
  "GET /v1/customers/{externalCustomerId}/prizes": { "data.status": prizeStatuses },
  "POST /v1/client/bank-logins": bankLogin,
  "GET /v1/client/bank-logins/{bankLoginId}": bankLogin,
};

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  "x-extensible-enum"?: readonly string[];
}

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** Adds the known values to responses and events, as `x-extensible-enum`. */
export function listKnownValues<Document>(document: Document): Document {
  const { components, paths } = document as {
    components?: { schemas?: Record<string, Schema> };
    paths?: Record<string, Record<string, Operation>>;
  };
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) {
    mark(schema, known[name] ?? {}, "");
  }
  for (const [path, operations] of Object.entries(paths ?? {})) {
    for (const [method, { responses }] of Object.entries(operations)) {
      const lists = known[`${method.toUpperCase()} ${path}`] ?? {};
      for (const { content } of Object.values(responses ?? {})) {
        for (const { schema } of Object.values(content ?? {})) mark(schema ?? {}, lists, "");
      }
    }
  }
  return document;
}

function mark(schema: Schema, lists: Lists, path: string): void {
  const values = lists[path];
  if (values && schema.type === "string") schema["x-extensible-enum"] = values;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    mark(field, lists, path === "" ? name : `${path}.${name}`);
  }
  const { items, anyOf = [], oneOf = [], allOf = [] } = schema;
  for (const part of [...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf]) {
    mark(part, lists, path);
  }
}
