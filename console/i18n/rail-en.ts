/** What payments by every method have to say in the rooms of payments and settings, in English. */
type Words = Readonly<Record<string, string>>;

/** Names of the rails; a processor of cards has its own. */
const rails: Words = {
  ach: "ACH",
  open_banking: "Open banking",
  ethereum: "Ethereum",
  base: "Base",
  polygon: "Polygon",
  arbitrum: "Arbitrum One",
  optimism: "OP Mainnet",
  bitcoin: "Bitcoin",
  tron: "Tron",
};

/** Kinds of reasons for which a payment fails (contract/payment-reasons). */
const reasonCategories: Words = {
  details: "Something was typed wrong",
  funds: "Not enough money, or a limit",
  method: "The card or account can’t be used",
  issuer: "The bank gave no reason that helps",
  fraud: "Suspicion of fraud",
  authentication: "3-D Secure, or log-in at the bank",
  canceled: "Called off by the customer",
  technical: "Technical",
  bank_return: "Sent back by the bank (ACH)",
  crypto: "On the chain",
};

/** Debits by ACH, consents at a bank, deposits on a chain. */
const rail = {
  state: "State",
  ach: "Over ACH",
  achStates: {
    queued: "Waits for the next file",
    canceled: "Taken back before its file",
    filed: "With the bank",
    settled: "Settled",
    returned: "Sent back",
  } as Words,
  trace: "Trace number",
  effectiveDate: "Effective on",
  settlesOn: "Settled when nothing comes back by",
  returnCode: "Return code",
  callOff: "Call debit off",
  callOffTitle: "Call this debit off?",
  callOffText:
    "It is taken out of the next file, nothing is debited, and the payment fails. For a customer who has revoked it, or a purchase that is off.",
  calledOff: "The debit is called off.",
  barred: "This account is barred",
  barredText:
    "The bank sent debits of it back as not authorised, or because its holder has died. No payment can be debited from it until somebody opens it again.",
  opened: "This account may be debited again",
  openedText: "It was barred by returns, and has been opened.",
  unbar: "Open account",
  unbarTitle: "Open this account to debits?",
  unbarText:
    "Only after its holder has told you that they want to pay from it. They agree to every debit anew. Who opened it, and why, is kept.",
  unbarReason: "Reason",
  unbarReasonHint: "For the record; customers don’t see it.",
  unbarReasonMissing: "Say why",
  liftedBy: (name: string) => `Opened by ${name},`,
  consent: "At the customer’s bank",
  consentStates: {
    waiting: "Not gone to the bank yet",
    at_bank: "At the bank’s page",
    exchanging: "Back from the bank",
    ordering: "Agreed; being ordered",
    accepted: "Accepted; not settled yet",
    settled: "Settled",
    rejected: "Rejected by the bank",
    refused: "Refused by the customer",
    canceled: "Called off",
    expired: "Not answered in time",
    failed: "Failed",
  } as Words,
  payee: "Payee shown there",
  way: "How they went",
  ways: { redirect: "In the same window", popup: "In a window of its own" } as Words,
  openedAt: "Bank’s page opened",
  agreedAt: "Agreed",
  expiresAt: "Time until",
  bankPaymentId: "Bank’s ID",
  deposit: "On the chain",
  depositStates: {
    waiting: "Nothing came yet",
    underpaid: "Too little came",
    detected: "Seen, not in a block yet",
    confirming: "Being confirmed",
    confirmed: "Confirmed",
    shaken: "The chain is changing; being watched",
    reorganised: "Taken back by the chain",
    expired: "Time is over",
    late: "Came too late",
  } as Words,
  address: "Address",
  asked: "Asked for",
  received: "Received",
  missing: "Missing",
  confirmations: "Confirmations",
  of: (count: number, required: number) => `${count} of ${required}`,
  rate: "Rate",
  overpaid: "More came than was asked for: the rest is the customer’s.",
  wrongAsset: "Something else than asked for came to the address.",
  transfers: "What came",
  noTransfers: "Nothing came to the address.",
  transaction: "Transaction",
  transferStates: { pending: "Pending", mined: "In a block", gone: "Gone" } as Words,
  unknownToken: (baseUnits: string, token: string) => `${baseUnits} base units of ${token}`,
};

/** Fees, tax and ways to pay among the settings. */
const priceSettings = {
  methods: "Ways to pay",
  methodsText: "Shown to customers in this order, where the installation has them.",
  lastMethod: "At least one stays on.",
  surcharge: "Fee on credit cards",
  surchargeText:
    "Added to the price and told before paying. Never on debit or prepaid cards, nor where law forbids it; networks’ and states’ caps lower it (Visa 3 %, Mastercard 4 %, Colorado 2 %).",
  surchargePercent: "Per cent of the amount",
  surchargePercentHint: "0 to 10, in steps of 0.01.",
  surchargeFixed: "And a fixed part",
  surchargeFixedHint: "In the smallest unit of the currency: 30 is 30 cents.",
};

/** All of them; see rail-texts.ts. */
export const english = { rails, reasonCategories, rail, priceSettings };
