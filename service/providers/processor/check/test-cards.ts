import type { ChargeFacts } from "#contract/connectors/charge-facts";

/** A charge of a vendor's test mode. What is absent does not matter there. */
export interface TestCharge {
  readonly number: string;
  readonly cvc?: string;
  readonly postalCode?: string;
  readonly line1?: string;
  /** Only where the amount decides the outcome. */
  readonly amountMinor?: number;
}

/** A charge with an outcome that the vendor documents. */
export interface TestCase {
  readonly step: "decline" | "soft_decline" | "security_code" | "address_check";
  readonly charge: TestCharge;
  /** Absent: an approval. */
  readonly declineCode?: string;
  /** Facts that the answer must have, by any of the values. */
  readonly facts?: { readonly [Fact in keyof ChargeFacts]?: readonly string[] };
}

/** How the connector of one vendor is checked. */
export interface VendorTests {
  /** Version of the connector. A new one must be checked again. */
  readonly connectorVersion: number;
  readonly approved: TestCharge;
  readonly cases: readonly TestCase[];
}
