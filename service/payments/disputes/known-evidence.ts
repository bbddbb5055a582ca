import type { Delivery } from "#contract/api/deliveries";
import type { EvidenceField } from "#contract/api/disputes";
import { toDecimalText } from "#contract/money";
import { totalOfParts } from "#contract/refund-parts";
import { findShownCustomer } from "../../customers/profile/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import { awaitUnlessBroken, unlessBroken } from "../../platform/secrets/seal.ts";
import { addressText, deliveryEvidence } from "../deliveries/delivery-evidence.ts";
import { findDelivery } from "../deliveries/delivery-store.ts";
import { openContext, type PaymentContext } from "../payment-context.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type AttemptRecord, attemptOf, type IntentRecord } from "../records.ts";
import { listRefunds } from "../refunds/read-refunds.ts";
import type { DisputeRecord, EvidenceTexts } from "./records.ts";

export interface DisputedPayment {
  readonly intent: IntentRecord;
  readonly attempt: AttemptRecord;
  readonly context: PaymentContext | null;
  /** Undefined if the operator reported nothing. */
  readonly delivery: Delivery | undefined;
}

/**
 * Reads a dispute's payment, with its context and delivery. Omits what cannot be decrypted, because the dispute must
 * still be answered. Needs the operator's data key.
 */
export async function readDisputedPayment(
  deps: Pick<PaymentsDeps, "store" | "keyring" | "database">,
  { operatorId, paymentIntentId, paymentId }: DisputeRecord,
): Promise<DisputedPayment> {
  const intent = await deps.store.read(paymentIntentId);
  const attempt = intent && attemptOf(intent, paymentId);
  if (!attempt) throw new Error("a dispute's payment does not exist");
  const key = { operatorId, paymentIntentId };
  const delivery = await awaitUnlessBroken(() => findDelivery(deps, deps.database.kysely, key));
  const context = unlessBroken(() => openContext(deps.keyring, operatorId, attempt)) ?? null;
  return { intent, attempt, context, delivery };
}

/** The evidence that the service already has. Unknown fields, and those that cannot be decrypted, are omitted. */
export async function knownEvidence(
  deps: PaymentsDeps,
  dispute: DisputeRecord,
  { intent, attempt, context, delivery }: DisputedPayment,
): Promise<EvidenceTexts> {
  const { operatorId, externalCustomerId, paymentIntentId, paymentId, currency } = dispute;
  const [customer, { refunds }] = await Promise.all([
    findShownCustomer(deps, operatorId, externalCustomerId),
    listRefunds(deps.database.kysely, operatorId, { page: 1, size: 100, paymentIntentId }),
  ]);
  const data = customer?.data;
  const name = [data?.firstName, data?.middleName, data?.lastName].filter(Boolean).join(" ");
  // The intent can have another charge, whose refunds prove nothing about this one.
  const returned = refunds.filter(
    (refund) => refund.paymentId === paymentId && refund.step === "success",
  );
  const known: Partial<Record<EvidenceField, string | null | undefined>> = {
    customerName: name,
    customerEmail: data?.email,
    billingAddress: data?.address ? addressText(data.address) : null,
    customerIpAddress: context?.ipAddress,
    deviceId: context?.deviceId,
    productDescription: intent.description,
    threeDSecure: threeDSecureText(attempt),
    ...deliveryEvidence(delivery),
    refundReference: returned
      .map(({ parts, reference, settledAtMs }) => {
        const at = settledAtMs === null ? "" : ` on ${toIsoTime(settledAtMs).slice(0, 10)}`;
        const where = reference ? `, ${reference.type.toUpperCase()} ${reference.value}` : "";
        return `${toDecimalText(totalOfParts(parts), currency)} ${currency} returned${at}${where}`;
      })
      .join("\n"),
  };
  return Object.fromEntries(
    Object.entries(known).filter(([, text]) => text !== null && text !== undefined && text !== ""),
  ) as EvidenceTexts;
}

/** Describes the authentication; null unless one succeeded. */
function threeDSecureText({ threeDS }: AttemptRecord): string | null {
  if (!threeDS || (threeDS.transStatus !== "Y" && threeDS.transStatus !== "A")) return null;
  const how = threeDS.challenged ? "with a challenge" : "without a challenge";
  const which = ["3-D Secure", threeDS.version, how].filter(Boolean).join(" ");
  const parts = [
    `Authenticated with ${which}: transStatus ${threeDS.transStatus}`,
    threeDS.eci && `ECI ${threeDS.eci}`,
    threeDS.dsTransID && `DS transaction id ${threeDS.dsTransID}`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
