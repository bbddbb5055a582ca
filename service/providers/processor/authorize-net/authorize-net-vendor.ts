import type { CardVendorModule } from "../kit/card-vendor.ts";
import { authorizeNetConnector } from "./authorize-net-connector.ts";
import { authorizeNetSettings } from "./authorize-net-settings.ts";

export const authorizeNet = {
  settings: authorizeNetSettings,
  secrets: ["transactionKey", "signatureKey"],
  account: ["apiLoginId"],
  testHosts: ["apitest.authorize.net"],
  urls: { test: "https://apitest.authorize.net", live: () => "https://api.authorize.net" },
  connector: authorizeNetConnector,
  // The postal code decides, and security codes from 900 on.
  tests: {
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
} as const satisfies CardVendorModule;
