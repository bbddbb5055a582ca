/*
 * Visa Compelling Evidence 3.0. Two earlier payments win a dispute with reason 10.4 if they
 *
 * - were made with the same card, 120 to 364 days before the dispute,
 * - were neither disputed nor reported as fraud, and
 * - agree with the disputed payment in at least two of IP address, device, delivery address and account: the same two
 * for both payments, one of them IP address or device.
 *
 * A delivery address counts only if the operator reported it for both payments (deliveries/). Source: copies of Visa's
 * rules that payment providers publish.
 */
import type { Delivery } from "#contract/api/deliveries";
import type { PaymentContext } from "../payment-context.ts";

export const evidenceElements = ["ip_address", "device", "delivery_address", "account"] as const;
export type EvidenceElement = (typeof evidenceElements)[number];

export interface ComparablePayment {
  readonly externalCustomerId: string;
  readonly context: PaymentContext | null;
  /** Null if the operator reported none. */
  readonly deliveryAddress: DeliveryAddress | null;
}

export type DeliveryAddress = NonNullable<Delivery["address"]>;

const dayMs = 24 * 60 * 60_000;
/** How long before the dispute the earlier payments must have been made. */
export const compellingWindow = { fromMs: 364 * dayMs, toMs: 120 * dayMs } as const;
/** Networks require at least 15 characters of a device id. */
const shortestDeviceId = 15;

export function matchesOf(
  disputed: ComparablePayment,
  earlier: ComparablePayment,
): EvidenceElement[] {
  const [one, other] = [disputed.context, earlier.context];
  const sameDevice =
    one?.deviceId === other?.deviceId && (one?.deviceId?.length ?? 0) >= shortestDeviceId;
  const sameAddress = one?.ipAddress === other?.ipAddress && Boolean(one?.ipAddress);
  const same: Readonly<Record<EvidenceElement, boolean>> = {
    ip_address: sameAddress,
    device: sameDevice,
    delivery_address: isSameAddress(disputed.deliveryAddress, earlier.deliveryAddress),
    account: disputed.externalCustomerId === earlier.externalCustomerId,
  };
  return evidenceElements.filter((evidenceElement) => same[evidenceElement]);
}

/**
 * Ignores case, accents and punctuation, and in the US the ZIP code's extension. Does not expand abbreviations, because
 * a wrong match would be false evidence.
 */
function isSameAddress(one: DeliveryAddress | null, other: DeliveryAddress | null): boolean {
  return one !== null && other !== null && placeOf(one) === placeOf(other);
}

function placeOf({ line1, line2, city, state, postalCode, country }: DeliveryAddress): string {
  const code = country === "US" ? postalCode?.slice(0, 5) : postalCode;
  // Both lines together: forms differ in which line has the apartment.
  return [`${line1 ?? ""} ${line2 ?? ""}`, city, state, code, country]
    .map((part) =>
      (part ?? "")
        .normalize("NFKD")
        .replace(/\p{Mark}/gu, "")
        .toLowerCase()
        // A space stays between numbers: apartment 14 is not house 1, apartment 4.
        .replace(/[^\p{Letter}\p{Number}]+/gu, " ")
        .trim(),
    )
    .join("|");
}

/** Two payments that satisfy the rule together, each with its matches. */
export function findPair<Payment extends { readonly matches: readonly EvidenceElement[] }>(
  payments: readonly Payment[],
): [Payment, Payment] | undefined {
  for (const [index, first] of payments.entries()) {
    for (const second of payments.slice(index + 1)) {
      const both = first.matches.filter((match) => second.matches.includes(match));
      const isProof = both.includes("ip_address") || both.includes("device");
      if (both.length >= 2 && isProof) return [first, second];
    }
  }
  return undefined;
}
