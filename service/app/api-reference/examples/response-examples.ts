import { clientExamples } from "./client.ts";
import { customerExamples, kycVerification } from "./customers.ts";
import { deliveryExamples } from "./deliveries.ts";
import { dispute, disputeExamples } from "./disputes.ts";
import { formExamples } from "./forms.ts";
import { ledgerExamples } from "./ledger.ts";
import { paymentExamples, paymentIntent } from "./payments.ts";
import { payoutExamples, w9Request, waitingIntent } from "./payouts.ts";
import { refund, refundExamples } from "./refunds.ts";
import { sandboxExamples } from "./sandbox.ts";
import { settlementExamples } from "./settlement.ts";

/** A successful JSON response for each operation, by operation id. Tests check each against its schema. */
export const responseExamples: Readonly<Record<string, unknown>> = {
  ...customerExamples,
  ...paymentExamples,
  ...refundExamples,
  ...settlementExamples,
  ...ledgerExamples,
  ...disputeExamples,
  ...deliveryExamples,
  ...payoutExamples,
  ...clientExamples,
  ...formExamples,
  ...sandboxExamples,
};

const event = (type: string, status: string, data: unknown) => ({
  eventId: "evt_22uhw8DfMvF3YQLH8E5PZevH",
  type,
  status,
  createdAt: "2026-03-10T12:23:37.000Z",
  sequence: 3,
  data,
});

export const eventExamples: Readonly<Record<string, unknown>> = {
  payment: event("payment", "success", paymentIntent),
  refund: event("refund", "success", refund),
  dispute: event("dispute", "under-review", dispute),
  disbursement: event("disbursement", "pending-validation", waitingIntent),
  kyc_verification: event("kyc_verification", "verified", kycVerification),
  customer_w9_required: event("customer_w9_required", "pending", w9Request),
  customer_w9_completed: event("customer_w9_completed", "completed", {
    ...w9Request,
    status: "completed",
    completedAt: "2026-03-10T12:10:00.000Z",
    formRevision: "2024-03",
    w9CaptureUrl: null,
    w9CaptureUrlExpiresAt: null,
  }),
};
