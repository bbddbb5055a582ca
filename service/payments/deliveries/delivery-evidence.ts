import type { Delivery } from "#contract/api/deliveries";
import { type EvidenceField, evidenceLimits } from "#contract/api/disputes";

/** Writes an address in lines, for people. */
export function addressText(address: object): string {
  const { line1, line2, city, state, postalCode, country } = address as Record<
    string,
    string | null | undefined
  >;
  const region = [city, state, postalCode].filter(Boolean).join(" ");
  return [line1, line2, region, country].filter(Boolean).join("\n");
}

/** What was delivered, as texts of a dispute's evidence. Unknown parts are empty. */
export function deliveryEvidence(
  delivery: Delivery | undefined,
): Partial<Record<EvidenceField, string>> {
  if (!delivery) return {};
  const { recipientName, address, shipments, digital } = delivery;
  const each = (text: (shipment: Delivery["shipments"][number]) => string | null) =>
    [...new Set(shipments.map(text).filter(Boolean))].join("; ");
  const days = digital.map(({ at }) => at.slice(0, 10)).sort();
  return {
    shippingAddress: address
      ? [recipientName, addressText(address)].filter(Boolean).join("\n")
      : "",
    shippingCarrier: each(({ carrier }) => carrier),
    trackingNumber: each(({ trackingNumber }) => trackingNumber),
    shippingDate: each(({ shippedAt, deliveredAt, signedBy }) => {
      const signed = signedBy ? `, signed by ${signedBy}` : "";
      const parts = [
        shippedAt?.slice(0, 10),
        deliveredAt && `delivered ${deliveredAt.slice(0, 10)}${signed}`,
      ];
      return parts.filter(Boolean).join(", ");
    }),
    serviceDate: days[0] ?? "",
    accessActivityLog: wholeLines(
      digital.map(({ at, description, ipAddress, deviceId }) => {
        const from = [ipAddress && `IP address ${ipAddress}`, deviceId && `device ${deviceId}`];
        return [`${at.slice(0, 19).replace("T", " ")} UTC: ${description}`, ...from]
          .filter(Boolean)
          .join(", ");
      }),
    ),
  };
}

/** The first whole lines that fit into an evidence field. */
function wholeLines(lines: readonly string[]): string {
  let text = "";
  for (const line of lines) {
    const longer = text === "" ? line : `${text}\n${line}`;
    if (longer.length > evidenceLimits.fieldCharacters) break;
    text = longer;
  }
  return text;
}
