import type { CardVendorModule, ConnectorContext } from "../kit/card-vendor.ts";
import { stripeConnector } from "./stripe-connector.ts";
import { filesUrlOf, type StripeSettings, stripeSettings } from "./stripe-settings.ts";

export const stripe = {
  settings: stripeSettings,
  secrets: ["secretKey", "webhookSecret"],
  account: ["accountId"],
  // One host for both modes: the key decides.
  testHosts: [],
  connector: (settings: StripeSettings & { readonly url?: string }, context: ConnectorContext) =>
    stripeConnector(settings, {
      ...context,
      filesUrl: filesUrlOf(settings),
      ...(settings.url !== undefined && { url: settings.url }),
    }),
  // Stripe's page of test cards.
  tests: {
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
} as const satisfies CardVendorModule;
