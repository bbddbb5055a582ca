/**
 * Keys of the sandbox's outside parties, public on purpose: they reach only play money on this machine. Production
 * refuses to start with any of them.
 */
export const sandboxCredentials = {
  /** Key of the processor `{SANDBOX_URL}/processors/northbank`. */
  northbank: "conn_sandbox_northbank_5f0c1d7a",
  /** Key of the processor `{SANDBOX_URL}/processors/quayside`. */
  quayside: "conn_sandbox_quayside_b81e64c2",
  /** Password of the processor `{SANDBOX_URL}/vendors/worldpay`, whose user is `tessera`. */
  worldpay: "worldpay_sandbox_31f8c0d2",
  /** Secret that signs Worldpay's events. */
  worldpayEvents: "worldpay_sandbox_events_c20e7b94",
  /** Security key of the processor `{SANDBOX_URL}/vendors/nmi`. */
  nmi: "nmi_sandbox_4d7a90be15c2",
  /** Key that signs NMI's webhooks. */
  nmiSigning: "nmi_sandbox_signing_83f1d06e",
  /** Transaction key of the processor `{SANDBOX_URL}/vendors/authorize-net`, whose login id is `tessera`. */
  authorizeNet: "anet_sandbox_8c1f",
  /** Key that signs Authorize.Net's webhooks. */
  authorizeNetSignature:
    "5D0B1E94C7A2F3680E7B94D1A5C2F83657E0B9D4A1C6F2830B7E5D94C1A2F8360D5B1E94A7C2F6830E7B94D1C5A2F83657E0B9D4C1A6F2830B7E5D94A1C2F836",
  /** API key of the processor `{SANDBOX_URL}/vendors/adyen`, whose merchant account is `TesseraSandbox`. */
  adyen: "AQE_sandbox_adyen_5b0d92f1c7",
  /** Key that signs Adyen's webhooks. */
  adyenHmac: "7A1C93E05BD2468F90AC1E3D57B8F24669D0C3A1E8B75F1204D9C6E83B5A7F10",
  /** Secret key of the processor `{SANDBOX_URL}/vendors/stripe`. */
  stripe: "sk_test_tessera_sandbox_e81c4f70",
  /** Secret that signs Stripe's webhooks. */
  stripeWebhook: "whsec_tessera_sandbox_59b2d6a3",
  /** Key of the payout processor `{SANDBOX_URL}/payouts/tidewater`, in both directions. */
  tidewater: "conn_sandbox_tidewater_e27b90c4",
  /** Token of the payout processor `{SANDBOX_URL}/vendors/tabapay`; see {@link sandboxTabapay}. */
  tabapay: "tabapay_sandbox_6e21b0f4a9",
  /** Secret of the payout processor `{SANDBOX_URL}/vendors/dwolla`; see {@link sandboxDwolla}. */
  dwolla: "dwolla_sandbox_b72c90e5d1f4",
  /** Key of the directory server `{SANDBOX_URL}/directory-server`, in both directions. */
  directoryServer: "ds_sandbox_97a3e05b",
  /** API key of the 3DS server `{SANDBOX_URL}/vendors/3dsecure.io`. */
  threeDSecureIo: "3dd5ec1f-0c41-4d2b-9a57-6e1b8f20c7a4",
  /** Key of the carrier for text messages, `{SANDBOX_URL}/carrier`. */
  carrier: "carrier_sandbox_3c41d9f6",
  /** License key of the tax service `{SANDBOX_URL}/vendors/avatax`, whose account is `tessera`. */
  avatax: "avatax_sandbox_70c2d95e1b4f",
  /** Secret of the bank that customers log in to, `{SANDBOX_URL}/bank`. */
  loginBank: "bank_sandbox_62d0f7a9c3e14b58",
  /** Secret of `{SANDBOX_URL}/vendors/plaid`, whose client is `tessera_sandbox`. */
  plaid: "plaid_sandbox_5e20b7c1f94a",
  /** Access key of `{SANDBOX_URL}/vendors/trustly`, whose access id is `TesseraSandbox01`. */
  trustly: "trustly_sandbox_91c4e07d5ab2",
  /** Key of the service that checks taxpayer numbers, `{SANDBOX_URL}/tin-matching`. */
  tinMatching: "tin_sandbox_d04b7e19",
  /** API key of `{SANDBOX_URL}/vendors/baselayer`. */
  baselayer: "baselayer_sandbox_5c83e1f0",
  /** Password of the Bitcoin node `{SANDBOX_URL}/bitcoin/rpc`, whose user is `tessera`. */
  bitcoinNode: "bitcoin_sandbox_4b7d21e6",
  /** Key of the crypto rates, `{SANDBOX_URL}/rates`. */
  rates: "rates_sandbox_8e15c03a",
} as const;

/** The client of the sandbox's TabaPay and its settlement account. */
export const sandboxTabapay = {
  clientId: "TesseraSandboxClient01",
  settlementAccountId: "TesseraSandboxAccount1",
} as const;

/** The application at the sandbox's Dwolla, its account and its balance. */
export const sandboxDwolla = {
  key: "dwolla_sandbox_key_4e8a",
  accountId: "5f0c1d7a-0000-4000-8000-000000000001",
  fundingSourceId: "5f0c1d7a-0000-4000-8000-000000000002",
  webhookSecret: "dwolla_sandbox_webhook_77d1",
} as const;
