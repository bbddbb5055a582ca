/** What the OpenAPI document says about the API as a whole. */

/** Sections of the reference, in its order. Every operation names one of them. */
export const tags = [
  { name: "Customers", description: "Customer records, their data and what they saved." },
  {
    name: "Payment intents",
    description: "Payments: create an intent, follow it, cancel a debit.",
  },
  { name: "Disbursements", description: "Payouts: create an intent, approve it, follow it." },
  { name: "KYC", description: "Identity verification of a customer." },
  { name: "Prizes (W-2G)", description: "Winnings that are reported on Form W-2G." },
  {
    name: "Geolocation",
    description: "Where a customer is, and whether you may serve them there.",
  },
  { name: "Webhooks", description: "Endpoints of yours that receive events, and the events." },
  { name: "SDK", description: "What the page script asks. Needs no key." },
  {
    name: "Client",
    description: "What the widgets call with a client secret. Not for your server.",
  },
] as const;

/** `info` of the document. */
export function infoFor(publicUrl: string) {
  return {
    title: "Tessera",
    version: "1",
    summary: "Payment compliance and orchestration",
    description:
      "Payments, payouts, identity, tax forms and location rules behind one API. Amounts are JSON " +
      "numbers in major units; times are ISO 8601 UTC. Changes within `/v1` are additive: expect " +
      "fields, statuses and codes that are newer than this page. `x-extensible-enum` lists the values " +
      "that are sent today; take others too. Unknown query parameters are ignored, unknown body fields " +
      "are refused.",
    contact: { name: "Tessera support", url: `${publicUrl}/docs` },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  };
}

/** How callers, and the service towards your endpoints, prove who they are. */
export const securitySchemes = {
  secretKey: {
    type: "http",
    scheme: "bearer",
    description: "Your secret key, `sk_…`. For your server only.",
  },
  clientSecret: {
    type: "http",
    scheme: "bearer",
    description: "The client secret of an intent, a verification or a W-9.",
  },
  publishableKey: {
    type: "apiKey",
    in: "header",
    name: "Tessera-Publishable-Key",
    description: "Your publishable key, `pk_…`, beside a client secret.",
  },
  webhookSignature: {
    type: "apiKey",
    in: "header",
    name: "tessera-signature",
    description: "On events: your endpoint checks it with the endpoint's `secretKey`.",
  },
} as const;
