import type { EvidenceField, EvidenceFileKind } from "#contract/api/disputes";

/** The fields and files of a category's form, most important first. */
export interface EvidenceForm {
  readonly fields: readonly EvidenceField[];
  readonly files: readonly EvidenceFileKind[];
}

const customerFields: readonly EvidenceField[] = [
  "customerName",
  "customerEmail",
  "billingAddress",
];
const deliveryFields: readonly EvidenceField[] = [
  "shippingAddress",
  "shippingCarrier",
  "trackingNumber",
  "shippingDate",
];
const closingFields: readonly EvidenceField[] = ["productDescription", "explanation"];

const forms: Readonly<Record<string, EvidenceForm>> = {
  fraudulent: {
    fields: [
      "threeDSecure",
      "earlierPayments",
      "customerIpAddress",
      "deviceId",
      "accessActivityLog",
      ...deliveryFields,
      ...customerFields,
      ...closingFields,
    ],
    files: ["receipt", "shippingDocumentation", "customerCommunication", "other"],
  },
  not_received: {
    fields: [
      ...deliveryFields,
      "serviceDate",
      "accessActivityLog",
      ...customerFields,
      ...closingFields,
    ],
    files: ["shippingDocumentation", "serviceDocumentation", "customerCommunication", "other"],
  },
  not_as_described: {
    fields: [
      "refundPolicyDisclosure",
      "refundRefusalExplanation",
      ...customerFields,
      ...closingFields,
    ],
    files: ["receipt", "customerCommunication", "refundPolicy", "other"],
  },
  duplicate: {
    fields: [
      "duplicateChargeId",
      "duplicateChargeExplanation",
      "refundReference",
      ...customerFields,
      ...closingFields,
    ],
    files: ["duplicateChargeDocumentation", "receipt", "other"],
  },
  canceled: {
    fields: [
      "cancellationPolicyDisclosure",
      "cancellationRebuttal",
      "accessActivityLog",
      ...customerFields,
      ...closingFields,
    ],
    files: ["cancellationPolicy", "customerCommunication", "serviceDocumentation", "other"],
  },
  credit_not_processed: {
    fields: [
      "refundReference",
      "refundPolicyDisclosure",
      "refundRefusalExplanation",
      ...customerFields,
      ...closingFields,
    ],
    files: ["refundPolicy", "customerCommunication", "receipt", "other"],
  },
};

const other: EvidenceForm = {
  fields: [...customerFields, "refundReference", ...closingFields],
  files: ["receipt", "customerCommunication", "mandate", "other"],
};

/** The form of a category; the general form for an unknown category. */
export function formOf(category: string): EvidenceForm {
  return forms[category] ?? other;
}

/** Whether a field has several lines. */
export function isMultiline(field: EvidenceField): boolean {
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
