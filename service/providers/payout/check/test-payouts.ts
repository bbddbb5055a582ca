import type { WirePayoutDestination } from "#contract/connectors/payout";
import type { PayoutMethod } from "../payout-provider.ts";
import type { PayoutVendorType } from "../vendor-settings.ts";

/** A payout in a vendor's test mode. */
export interface TestPayout {
  readonly destination: WirePayoutDestination;
  /** Set only where it decides the outcome. */
  readonly amountMinor?: number;
}

/** How a vendor's connector is checked. Absent members cannot be tested. */
export interface PayoutTests {
  /** A new version must be checked again. */
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

/** The vendors' test accounts and amounts, from their guides. */
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
  // The amount decides: $11 is an error. We read no list of cards for payouts.
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
