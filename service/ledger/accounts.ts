/**
 * The chart of accounts, per operator and currency. A suffix names the counterparty: `processor_receivable:main`.
 * Balances are debits minus credits, so a currency's accounts add up to zero.
 */

/** Class of an account. Assets and expenses grow by debits, the others by credits. */
export type AccountClass = "asset" | "liability" | "income" | "expense";

interface AccountKind {
  readonly class: AccountClass;
  readonly title: string;
  /** Zero when nothing is in progress. Reconciliation explains what is left. */
  readonly isClearing?: true;
}

export const accountKinds = {
  /** Charges that the processor has not settled. */
  processor_receivable: { class: "asset", title: "Processor receivable", isClearing: true },
  /** Settled by the processor, not yet at the bank. */
  processor_payout_in_transit: {
    class: "asset",
    title: "Processor payout in transit",
    isClearing: true,
  },
  bank: { class: "asset", title: "Bank" },
  /** Debits in a file whose return window is open. */
  ach_debits_in_flight: { class: "asset", title: "ACH debits in flight", isClearing: true },
  /** Successful bank payments that no statement shows yet. */
  pay_by_bank_in_flight: { class: "asset", title: "Pay by bank in flight", isClearing: true },
  crypto_wallet: { class: "asset", title: "Crypto wallet" },
  /** Crypto received for a sale: one side in the asset, one in the sale's currency. */
  fx_position: { class: "asset", title: "Exchange position" },
  fx_gain_loss: { class: "income", title: "Exchange gains and losses" },
  /** Money that a processor took for open disputes. */
  dispute_receivable: { class: "asset", title: "Disputed amounts", isClearing: true },
  chargeback_reserve: { class: "asset", title: "Reserve at the processor" },
  /** Sales without surcharge and tax. The operator's own books continue from here. */
  customer_orders: { class: "income", title: "Customer orders" },
  /** Customers' money that pays for no order: late, short or surplus crypto. */
  customer_funds: { class: "liability", title: "Customer funds" },
  surcharge_income: { class: "income", title: "Surcharges" },
  sales_tax_payable: { class: "liability", title: "Sales tax payable" },
  refunds_in_flight: { class: "liability", title: "Refunds in flight", isClearing: true },
  /** Money of failed refunds that customers have not received yet. */
  refunds_owed: { class: "liability", title: "Failed refunds due", isClearing: true },
  processing_fees: { class: "expense", title: "Processing fees" },
  /** Lost disputes, debits that came back after a refund, and money returned twice. */
  chargeback_losses: { class: "expense", title: "Chargeback losses" },
  payouts_in_flight: { class: "liability", title: "Payouts in flight", isClearing: true },
  payout_expense: { class: "expense", title: "Payouts" },
  withheld_tax_payable: { class: "liability", title: "Withheld tax payable" },
  /** Differences that staff wrote off. */
  write_offs: { class: "expense", title: "Write-offs" },
  /** Bank entries unrelated to payments here, such as rent. */
  outside_movements: { class: "asset", title: "Bank movements outside payments" },
  /** This balance must stay zero. */
  rounding: { class: "expense", title: "Rounding", isClearing: true },
  /** Money whose purpose is not known yet. */
  suspense: { class: "asset", title: "Suspense", isClearing: true },
} as const satisfies Record<string, AccountKind>;
export type AccountName = keyof typeof accountKinds;

/** The account of a counterparty: a processor, rail, tax state or asset. */
export function accountOf(name: AccountName, counterparty?: string): string {
  if (counterparty === undefined) return name;
  return `${name}:${counterparty.replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 60) || "_"}`;
}

/** Describes an account by its id. Undefined for an unknown id. */
export function describeAccount(
  accountId: string,
):
  | { readonly name: string; readonly class: AccountClass; readonly isClearing: boolean }
  | undefined {
  const [kind = "", ...rest] = accountId.split(":");
  if (!Object.hasOwn(accountKinds, kind)) return undefined;
  const accountKind: AccountKind = accountKinds[kind as AccountName];
  const counterparty = shownCounterparty(rest.join(":"));
  return {
    name: counterparty === "" ? accountKind.title : `${accountKind.title}: ${counterparty}`,
    class: accountKind.class,
    isClearing: accountKind.isClearing ?? false,
  };
}

/** Shows a bank account's last digits; the rest of its id is a fingerprint. */
function shownCounterparty(counterparty: string): string {
  return counterparty.replace(/^(\d{1,4})_[A-Za-z0-9_-]{10}$/, "…$1");
}
