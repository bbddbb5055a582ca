import type { WirePayoutDestination } from "#contract/connectors/payout";
import type { PayoutMethod } from "../payout-provider.ts";
import type { PayoutVendorType } from "../vendor-settings.ts";

/** A payout of a vendor's test mode. */
export interface TestPayout {
  readonly destination: WirePayoutDestination;
  /** Only where the amount decides the outcome. */
  readonly amountMinor?: number;
}

/** How the connector of one vendor is checked. What is absent cannot be tested. */
export interface PayoutTests {
  /** Version of the connector. A new one must be checked again. */
  readonly connectorVersion: number;
  readonly accepted: Readonly<Partial<Record<PayoutMethod, TestPayout>>>;
  readonly declined?: TestPayout;
}

const account = (accountNumber: string, routingNumber = "110000000") =>
  ({
    type: "bank",
    routingNumber,
    accountNumber,
    accountType: "checking",
    holderName: "Connector Check",
  }) as const;

const card = (number: string) =>
  ({
    type: "card",
    number,
    expiryMonth: 12,
    expiryYear: 2035,
    holderName: "Connector Check",
  }) as const;

/** The vendors' test accounts and amounts, as their guides list them. */
export const payoutTests: Readonly<Record<PayoutVendorType, PayoutTests>> = {
  // The sandbox's own accounts and cards: docs/testing/test-values.md.
  tessera: {
    connectorVersion: 1,
    accepted: {
      bank: { destination: account("000123456789") },
      card: { destination: card("4242424242424242") },
    },
    declined: { destination: account("000444444440") },
  },
  // The amount decides: $11 is an error. No list of cards for payouts was read.
  tabapay: {
    connectorVersion: 1,
    accepted: { bank: { destination: account("000123456789") } },
    declined: { destination: account("000123456789"), amountMinor: 1_100 },
  },
  // Any account is accepted; Dwolla's sandbox fails transfers only in a simulation.
  dwolla: {
    connectorVersion: 1,
    accepted: { bank: { destination: account("000123456789", "222222226") } },
  },
  // Each payout needs a person who logs in at a bank.
  trustly: { connectorVersion: 1, accepted: {} },
};
