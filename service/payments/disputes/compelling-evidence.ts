/*
 * Visa Compelling Evidence 3.0. Two earlier payments win a dispute with reason 10.4 if they
 *
 * - were made with the same card, 120 to 364 days before the dispute,
 * - were neither disputed nor reported as fraud, and
 * - agree with the disputed payment in at least two of IP address, device, delivery address and account; one of
 *   the two must be IP address or device, and both payments must agree in the same ones.
 *
 * A delivery address counts only if the operator reported it for both payments (deliveries/). Limits and elements follow the copies of Visa's rules that payment
 * providers publish.
 */
import type { Delivery } from "#contract/api/deliveries";
import type { PaymentContext } from "../payment-context.ts";

/** The elements in which two payments can agree. */
export const evidenceElements = ["ip_address", "device", "delivery_address", "account"] as const;
/** One of {@link evidenceElements}. */
export type EvidenceElement = (typeof evidenceElements)[number];

/** A payment as the rule sees it. */
export interface ComparablePayment {
  readonly externalCustomerId: string;
  readonly context: PaymentContext | null;
  /** Where it was delivered; null if the operator did not report it. */
  readonly deliveryAddress: DeliveryAddress | null;
}

/** A postal address. */
export type DeliveryAddress = NonNullable<Delivery["address"]>;

const dayMs = 24 * 60 * 60_000;
/** How long before the dispute the earlier payments must be. */
export const compellingWindow = { fromMs: 364 * dayMs, toMs: 120 * dayMs } as const;
/** Networks ask for at least 15 characters of a device id. */
const shortestDeviceId = 15;

/** The elements in which an earlier payment agrees with the disputed one. */
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
  return evidenceElements.filter((each) => same[each]);
}

/**
 * Whether two addresses are the same place: equal without case, accents and punctuation, and in the US without
 * the ZIP code's extension. Abbreviations are not expanded, because a wrong match would be false evidence.
 */
function isSameAddress(one: DeliveryAddress | null, other: DeliveryAddress | null): boolean {
  return one !== null && other !== null && placeOf(one) === placeOf(other);
}

function placeOf({ line1, line2, city, state, postalCode, country }: DeliveryAddress): string {
  const code = country === "US" ? postalCode?.slice(0, 5) : postalCode;
  // Both lines together: forms differ in where they ask for the apartment.
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

/** Two payments, each with its matches, that satisfy the rule together; undefined if there are none. */
export function findPair<Payment extends { readonly matches: readonly EvidenceElement[] }>(
  payments: readonly Payment[],
): [Payment, Payment] | undefined {
  for (const [index, first] of payments.entries()) {
    for (const second of payments.slice(index + 1)) {
      const both = first.matches.filter((each) => second.matches.includes(each));
      const isProof = both.includes("ip_address") || both.includes("device");
      if (both.length >= 2 && isProof) return [first, second];
    }
  }
  return undefined;
}
