import type { CardVendor } from "#contract/connectors/card-capabilities";
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

/**
 * The vendors' test cards, as their testing guides list them. A vendor whose guide was not read has fewer cases; the
 * report then says what could not be tested.
 */
export const vendorTests: Readonly<Record<CardVendor, VendorTests>> = {
  // The sandbox's own cards: docs/testing/test-values.md.
  tessera: {
    connectorVersion: 1,
    approved: { number: "4242424242424242" },
    cases: [
      {
        step: "decline",
        charge: { number: "4000000000009995" },
        declineCode: "insufficient_funds",
      },
      {
        step: "security_code",
        charge: { number: "4000000000000127" },
        declineCode: "incorrect_cvc",
      },
    ],
  },
  // No testing guide with declines was read.
  worldpay: {
    connectorVersion: 1,
    approved: { number: "4444333322221111", cvc: "123" },
    cases: [],
  },
  // Refusals need amounts that Adyen's page binds to codes; it was not read.
  adyen: {
    connectorVersion: 1,
    approved: { number: "4111111111111111", cvc: "737" },
    cases: [],
  },
  // Stripe's page of test cards.
  stripe: {
    connectorVersion: 1,
    approved: { number: "4242424242424242" },
    cases: [
      {
        step: "decline",
        charge: { number: "4000000000009995" },
        declineCode: "insufficient_funds",
      },
      {
        step: "soft_decline",
        charge: { number: "4000002760003184" },
        declineCode: "authentication_required",
      },
      {
        step: "security_code",
        charge: { number: "4000000000000127" },
        declineCode: "incorrect_cvc",
      },
      {
        step: "address_check",
        charge: { number: "4000000000000010" },
        facts: { avsResult: ["no_match"] },
      },
    ],
  },
  // Amounts below 1.00 are declined; security code 999, and 77777 with 888 as the address, match.
  nmi: {
    connectorVersion: 1,
    approved: { number: "4111111111111111", cvc: "999" },
    cases: [
      {
        step: "decline",
        charge: { number: "4111111111111111", amountMinor: 50 },
        declineCode: "generic_decline",
      },
      {
        step: "security_code",
        charge: { number: "4111111111111111", cvc: "999" },
        facts: { cvcResult: ["match"] },
      },
      {
        step: "address_check",
        charge: { number: "4111111111111111", line1: "888 Main St", postalCode: "77777" },
        facts: { avsResult: ["match", "postal_code_only"] },
      },
    ],
  },
  // The postal code decides, and security codes from 900 on.
  "authorize-net": {
    connectorVersion: 1,
    approved: { number: "4111111111111111", cvc: "900" },
    cases: [
      {
        step: "decline",
        charge: { number: "4111111111111111", postalCode: "46282" },
        declineCode: "generic_decline",
      },
      {
        step: "security_code",
        charge: { number: "4111111111111111", cvc: "901" },
        facts: { cvcResult: ["no_match"] },
      },
      {
        step: "address_check",
        charge: { number: "4111111111111111", postalCode: "46205" },
        facts: { avsResult: ["no_match"] },
      },
    ],
  },
};
