import type { EvidenceField, EvidenceFileKind } from "#contract/api/disputes";

/** What a category's form asks for, most important first. */
export interface EvidenceForm {
  readonly fields: readonly EvidenceField[];
  readonly files: readonly EvidenceFileKind[];
}

const who: readonly EvidenceField[] = ["customerName", "customerEmail", "billingAddress"];
const delivery: readonly EvidenceField[] = [
  "shippingAddress",
  "shippingCarrier",
  "trackingNumber",
  "shippingDate",
];
const last: readonly EvidenceField[] = ["productDescription", "explanation"];

const forms: Readonly<Record<string, EvidenceForm>> = {
  fraudulent: {
    fields: [
      "threeDSecure",
      "earlierPayments",
      "customerIpAddress",
      "deviceId",
      "accessActivityLog",
      ...delivery,
      ...who,
      ...last,
    ],
    files: ["receipt", "shippingDocumentation", "customerCommunication", "other"],
  },
  not_received: {
    fields: [...delivery, "serviceDate", "accessActivityLog", ...who, ...last],
    files: ["shippingDocumentation", "serviceDocumentation", "customerCommunication", "other"],
  },
  not_as_described: {
    fields: ["refundPolicyDisclosure", "refundRefusalExplanation", ...who, ...last],
    files: ["receipt", "customerCommunication", "refundPolicy", "other"],
  },
  duplicate: {
    fields: ["duplicateChargeId", "duplicateChargeExplanation", "refundReference", ...who, ...last],
    files: ["duplicateChargeDocumentation", "receipt", "other"],
  },
  canceled: {
    fields: [
      "cancellationPolicyDisclosure",
      "cancellationRebuttal",
      "accessActivityLog",
      ...who,
      ...last,
    ],
    files: ["cancellationPolicy", "customerCommunication", "serviceDocumentation", "other"],
  },
  credit_not_processed: {
    fields: [
      "refundReference",
      "refundPolicyDisclosure",
      "refundRefusalExplanation",
      ...who,
      ...last,
    ],
    files: ["refundPolicy", "customerCommunication", "receipt", "other"],
  },
};

const other: EvidenceForm = {
  fields: [...who, "refundReference", ...last],
  files: ["receipt", "customerCommunication", "mandate", "other"],
};

/** The form of a category; the general form for an unknown category. */
export function formOf(category: string): EvidenceForm {
  return forms[category] ?? other;
}

/** Whether a field has several lines. */
export function isLong(field: EvidenceField): boolean {
  const short: readonly EvidenceField[] = [
    "customerName",
    "customerEmail",
    "customerIpAddress",
    "deviceId",
    "shippingCarrier",
    "shippingDate",
    "trackingNumber",
    "serviceDate",
    "duplicateChargeId",
  ];
  return !short.includes(field);
}
