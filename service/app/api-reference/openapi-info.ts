/** The sections of the reference, in order. Every operation has one. */
export const tags = [
  { name: "Customers", description: "Customer records, their data and saved payment methods." },
  {
    name: "Payment intents",
    description: "Payments: create an intent, read its status, cancel a debit.",
  },
  {
    name: "Refunds",
    description: "Return money of a successful payment: create a refund, read it, cancel it.",
  },
  {
    name: "Settlement files",
    description: "Processors' reports and bank statements, and what does not match your records.",
  },
  {
    name: "Disputes",
    description: "Payments that a customer's bank takes back: read them, answer with evidence.",
  },
  { name: "Disbursements", description: "Payouts: create an intent, approve it, read its status." },
  { name: "Ledger", description: "Balances and postings of every movement of money." },
  { name: "KYC", description: "Identity verification of a customer." },
  { name: "Prizes (W-2G)", description: "Winnings reported on Form W-2G." },
  {
    name: "Geolocation",
    description: "Where a customer is, and whether you may serve them there.",
  },
  { name: "Webhooks", description: "Your endpoints that receive events, and the events." },
  { name: "Sandbox", description: "The sandbox's clock, and streams of events and requests." },
  { name: "SDK", description: "Requests of the page script. They need no key." },
  {
    name: "Client",
    description: "Requests of the widgets with a client secret. Not for your server.",
  },
] as const;

export function infoFor(publicUrl: string) {
  return {
    title: "Tessera",
    version: "1",
    summary: "Payment compliance and orchestration",
    description:
      "Payments, payouts, identity, tax forms and location rules behind one API. Amounts are JSON " +
      "numbers in major units; times are ISO 8601 UTC. Changes within `/v1` are additive: expect new " +
      "fields, statuses and codes. `x-extensible-enum` lists the values that the service sends today; " +
      "accept others too. The service ignores unknown query parameters and refuses unknown body fields.",
    contact: { name: "Tessera support", url: `${publicUrl}/docs` },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  };
}

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
    description: "Your publishable key, `pk_…`, together with a client secret.",
  },
  webhookSignature: {
    type: "apiKey",
    in: "header",
    name: "tessera-signature",
    description: "On events. Verify it with the endpoint's `secretKey`.",
  },
} as const;
