/**
 * The chart of accounts. Every operator has it for each currency; a suffix names the counterparty:
 * `processor_receivable:main`. Balances are debits minus credits, so all accounts of a currency add up
 * to zero.
 */

/** What an account is. Assets and expenses grow by debits, the others by credits. */
export type AccountClass = "asset" | "liability" | "income" | "expense";

/** An account of the chart. */
interface AccountKind {
  readonly class: AccountClass;
  readonly title: string;
  /** Must be back at zero once nothing is under way: what is left is the work of reconciliation. */
  readonly isClearing?: true;
}

/** Every account, without counterparties. */
export const accountKinds = {
  /** What a processor has to pay for charges that it has not settled. */
  processor_receivable: { class: "asset", title: "Processor receivable", isClearing: true },
  /** Settled by the processor and not yet seen at the bank. */
  processor_payout_in_transit: {
    class: "asset",
    title: "Processor payout in transit",
    isClearing: true,
  },
  bank: { class: "asset", title: "Bank" },
  /** Debits in a file whose return window is open. */
  ach_debits_in_flight: { class: "asset", title: "ACH debits in flight", isClearing: true },
  /** Bank payments that succeeded and are not yet seen on a statement. */
  pay_by_bank_in_flight: { class: "asset", title: "Pay by bank in flight", isClearing: true },
  crypto_wallet: { class: "asset", title: "Crypto wallet" },
  /** Crypto received in exchange for a sale: one side in the asset, one in the sale's currency. */
  fx_position: { class: "asset", title: "Exchange position" },
  fx_gain_loss: { class: "income", title: "Exchange gains and losses" },
  /** Amounts that a processor took for open disputes. */
  dispute_receivable: { class: "asset", title: "Disputed amounts", isClearing: true },
  chargeback_reserve: { class: "asset", title: "Reserve at the processor" },
  /** Sales, without surcharge and tax: what the operator's own books take over. */
  customer_orders: { class: "income", title: "Customer orders" },
  /** Money of customers that pays for nothing: late, short or surplus crypto. */
  customer_funds: { class: "liability", title: "Customer funds" },
  surcharge_income: { class: "income", title: "Surcharges" },
  sales_tax_payable: { class: "liability", title: "Sales tax payable" },
  refunds_in_flight: { class: "liability", title: "Refunds in flight", isClearing: true },
  /** Refunds that failed: the customer still waits for the money. */
  refunds_owed: { class: "liability", title: "Failed refunds due", isClearing: true },
  processing_fees: { class: "expense", title: "Processing fees" },
  /** Lost disputes, and debits that came back after a refund. */
  chargeback_losses: { class: "expense", title: "Chargeback losses" },
  payouts_in_flight: { class: "liability", title: "Payouts in flight", isClearing: true },
  payout_expense: { class: "expense", title: "Payouts" },
  withheld_tax_payable: { class: "liability", title: "Withheld tax payable" },
  /** Differences that somebody wrote off. */
  write_offs: { class: "expense", title: "Write-offs" },
  /** Must stay zero. */
  rounding: { class: "expense", title: "Rounding", isClearing: true },
  /** Money that nobody can explain yet. */
  suspense: { class: "asset", title: "Suspense", isClearing: true },
} as const satisfies Record<string, AccountKind>;
/** An account without its counterparty. */
export type AccountName = keyof typeof accountKinds;

/** The account of a counterparty: a processor, a rail, a tax state, an asset. */
export function accountOf(name: AccountName, counterparty?: string): string {
  if (counterparty === undefined) return name;
  return `${name}:${counterparty.replace(/[^A-Za-z0-9_.-]/g, "_").slice(0, 60) || "_"}`;
}

/** What is known of an account by its id. Undefined for an id that no account has. */
export function describeAccount(
  accountId: string,
):
  | { readonly name: string; readonly class: AccountClass; readonly isClearing: boolean }
  | undefined {
  const [kind = "", ...rest] = accountId.split(":");
  if (!Object.hasOwn(accountKinds, kind)) return undefined;
  const found: AccountKind = accountKinds[kind as AccountName];
  const counterparty = rest.join(":");
  return {
    name: counterparty === "" ? found.title : `${found.title}: ${counterparty}`,
    class: found.class,
    isClearing: found.isClearing ?? false,
  };
}
