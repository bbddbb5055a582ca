import type { CardVendorModule } from "../kit/card-vendor.ts";
import { worldpayConnector } from "./worldpay-connector.ts";
import { worldpaySettings } from "./worldpay-settings.ts";

export const worldpay = {
  settings: worldpaySettings,
  secrets: ["password", "eventSecret"],
  // Entities of different accounts can have the same name.
  account: ["username", "entity"],
  testHosts: ["try.access.worldpay.com"],
  urls: {
    test: "https://try.access.worldpay.com",
    live: () => "https://access.worldpay.com",
  },
  connector: worldpayConnector,
  // We know of no Worldpay test cards that decline.
  tests: {
    connectorVersion: 1,
    approved: { number: "4444333322221111", cvc: "123" },
    cases: [],
  },
} as const satisfies CardVendorModule;
