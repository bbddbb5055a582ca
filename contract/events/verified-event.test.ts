import { expect, expectTypeOf, test } from "vitest";
import type { KycVerification } from "../api/customers.ts";
import type { DisbursementIntent } from "../api/disbursements.ts";
import type { Dispute } from "../api/disputes.ts";
import type { PaymentIntent } from "../api/payment-intents.ts";
import type { Refund } from "../api/refunds.ts";
import type { W9Request } from "../api/tax.ts";
import { type EventType, eventTypes, type PaymentEventStatus } from "./event-types.ts";
import type {
  DisbursementIntentData,
  DisputeData,
  KycVerificationData,
  PaymentIntentData,
  RefundData,
  VerifiedWebhookEvent,
  W9Data,
} from "./verified-event.ts";

test("the published types match the schemas", () => {
  expectTypeOf<PaymentIntent>().toExtend<PaymentIntentData>();
  expectTypeOf<keyof PaymentIntent>().toEqualTypeOf<keyof PaymentIntentData>();
  expectTypeOf<Refund>().toExtend<RefundData>();
  expectTypeOf<keyof Refund>().toEqualTypeOf<keyof RefundData>();
  expectTypeOf<Dispute>().toExtend<DisputeData>();
  expectTypeOf<keyof Dispute>().toEqualTypeOf<keyof DisputeData>();
  expectTypeOf<DisbursementIntent>().toExtend<DisbursementIntentData>();
  expectTypeOf<keyof DisbursementIntent>().toEqualTypeOf<keyof DisbursementIntentData>();
  expectTypeOf<KycVerification>().toExtend<KycVerificationData>();
  expectTypeOf<keyof KycVerification>().toEqualTypeOf<keyof KycVerificationData>();
  expectTypeOf<W9Request>().toExtend<W9Data>();
  expectTypeOf<keyof W9Request>().toEqualTypeOf<keyof W9Data>();
});

test("the union has every event type, and the type determines the data", () => {
  expectTypeOf<VerifiedWebhookEvent["type"]>().toEqualTypeOf<EventType>();
  const dataOf: { [Type in EventType]: string } = {
    payment: "paymentIntentId",
    refund: "refundId",
    dispute: "disputeId",
    disbursement: "disbursementIntentId",
    kyc_verification: "kycVerificationId",
    customer_w9_required: "w9Id",
    customer_w9_completed: "w9Id",
  };
  expect(Object.keys(dataOf).sort()).toEqual([...eventTypes].sort());
  type Payment = Extract<VerifiedWebhookEvent, { type: "payment" }>;
  expectTypeOf<Payment["data"]>().toExtend<PaymentIntentData>();
  expectTypeOf<PaymentEventStatus>().toExtend<Payment["status"]>();
  expectTypeOf<"invented-later">().toExtend<Payment["status"]>();
  expectTypeOf<Payment["data"]["kycVerificationId"]>().toEqualTypeOf<undefined>();
});
