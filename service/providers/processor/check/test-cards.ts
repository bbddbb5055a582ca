import type { ChargeFacts } from "#contract/connectors/charge-facts";

/** A charge in a vendor's test mode. Absent members do not matter there. */
export interface TestCharge {
  readonly number: string;
  readonly cvc?: string;
  readonly postalCode?: string;
  readonly line1?: string;
  /** Set only where it decides the outcome. */
  readonly amountMinor?: number;
}

/** A charge with an outcome that the vendor documents. */
export interface TestCase {
  readonly step: "decline" | "soft_decline" | "security_code" | "address_check";
  readonly charge: TestCharge;
  /** Absent for an approval. */
  readonly declineCode?: string;
  /** The response must have these facts, with any of the values. */
  readonly facts?: { readonly [Fact in keyof ChargeFacts]?: readonly string[] };
}

/** How one vendor's connector is checked. */
export interface VendorTests {
  /** A new version must be checked again. */
  readonly connectorVersion: number;
  readonly approved: TestCharge;
  readonly cases: readonly TestCase[];
}
