import type { CardVendorModule } from "../kit/card-vendor.ts";
import { adyenConnector } from "./adyen-connector.ts";
import { type AdyenSettings, adyenSettings } from "./adyen-settings.ts";

export const adyen = {
  settings: adyenSettings,
  secrets: ["apiKey", "hmacKey", "webhookPassword"],
  account: ["merchantAccount"],
  testHosts: ["checkout-test.adyen.com"],
  urls: {
    test: "https://checkout-test.adyen.com/v72",
    live: ({ livePrefix: prefix }: AdyenSettings) =>
      prefix === undefined
        ? null
        : `https://${prefix}-checkout-live.adyenpayments.com/checkout/v72`,
  },
  connector: adyenConnector,
  // Refusals need amounts that an Adyen page binds to codes; we did not read it.
  tests: {
    connectorVersion: 1,
    approved: { number: "4111111111111111", cvc: "737" },
    cases: [],
  },
} as const satisfies CardVendorModule;
