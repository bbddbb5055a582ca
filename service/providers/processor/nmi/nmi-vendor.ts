import type { CardVendorModule } from "../kit/card-vendor.ts";
import { nmiConnector } from "./nmi-connector.ts";
import { nmiSettings } from "./nmi-settings.ts";

export const nmi = {
  settings: nmiSettings,
  secrets: ["securityKey", "signingKey"],
  // Only the security key identifies the account, and the key may change.
  account: ["test"],
  testHosts: ["sandbox.nmi.com"],
  connector: nmiConnector,
  // Amounts below 1.00 are declined; security code 999, and 77777 with 888 as the address, match.
  tests: {
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
} as const satisfies CardVendorModule;
