import {
  sandboxCredentials,
  sandboxDwolla,
  sandboxTabapay,
} from "#contract/connectors/sandbox-credentials";

const nmi = { name: "nmi", type: "nmi", url: "/vendors/nmi", securityKey: sandboxCredentials.nmi };
/** Card processors of the sandbox. Some have wrong keys, or keys and addresses with which money could move. */
export const processors = [
  { name: "own", url: "/processors/northbank", key: sandboxCredentials.northbank },
  nmi,
  {
    name: "anet",
    type: "authorize-net",
    url: "/vendors/authorize-net",
    apiLoginId: "tessera",
    transactionKey: sandboxCredentials.authorizeNet,
    currency: "USD",
  },
  {
    name: "worldpay",
    type: "worldpay",
    url: "/vendors/worldpay",
    username: "tessera",
    password: sandboxCredentials.worldpay,
    entity: "default",
  },
  {
    name: "stripe",
    type: "stripe",
    url: "/vendors/stripe",
    secretKey: sandboxCredentials.stripe,
    webhookSecret: sandboxCredentials.stripeWebhook,
  },
  {
    name: "adyen",
    type: "adyen",
    url: "/vendors/adyen",
    apiKey: sandboxCredentials.adyen,
    merchantAccount: "TesseraSandbox",
    hmacKey: sandboxCredentials.adyenHmac,
  },
  { ...nmi, name: "with-notices", signingKey: sandboxCredentials.nmiSigning },
  { ...nmi, name: "wrong-key", securityKey: "of-another-account", test: true },
  { ...nmi, name: "live", url: "https://secure.nmi.test" },
  { ...nmi, name: "proxy", securityKey: "key-of-a-live-account" },
];
/** Payout processors. Only `taba` sends to bank accounts, only `own` to cards. */
export const payouts = [
  {
    name: "taba",
    type: "tabapay",
    url: "/vendors/tabapay",
    ...sandboxTabapay,
    token: sandboxCredentials.tabapay,
    requestsPerSecond: 5,
    methods: ["bank"],
  },
  {
    name: "own",
    url: "/payouts/tidewater",
    key: sandboxCredentials.tidewater,
    methods: ["card"],
  },
  {
    name: "dwolla",
    type: "dwolla",
    url: "/vendors/dwolla",
    ...sandboxDwolla,
    secret: sandboxCredentials.dwolla,
    methods: [],
  },
  {
    name: "far",
    type: "dwolla",
    url: "https://api.dwolla.test",
    ...sandboxDwolla,
    secret: "secret-of-a-live-app",
    methods: [],
  },
];
