import { toDecimalText } from "#contract/money";
import type { Journal } from "../../http/journal.ts";
import { type LoginAccount, loginAccounts, type PaymentScript } from "../../login-bank/accounts.ts";
import { stateOf } from "../../login-bank/payment-book.ts";

type TrustlyAccount = Pick<
  LoginAccount,
  "name" | "accountNumber" | "accountType" | "description" | "pays" | "refunds"
> & {
  /** The bank sends half of a payment back. */
  readonly returnsHalf?: { readonly afterMs: number; readonly code: string };
  /** How long after a payment the merchant's balance is too low to refund it (error 331). */
  readonly balanceTooLowMs?: number;
};

/**
 * The bank's accounts, two whose bank sends back a settled payment or half of it, and one that can't be refunded at
 * once.
 */
export const trustlyAccounts: Readonly<Record<string, TrustlyAccount>> = {
  ...loginAccounts,
  returning: {
    name: "Account with a return",
    accountNumber: "000123458800",
    accountType: "checking",
    description: "Pays immediately; 6 seconds later the bank sends the payment back (R01)",
    pays: { status: "ACSC", later: { afterMs: 6_000, status: "RJCT", statusReason: "R01" } },
  },
  half: {
    name: "Account with half a return",
    accountNumber: "000123458811",
    accountType: "checking",
    description: "Pays immediately; 6 seconds later the bank sends half of the payment back (R10)",
    pays: { status: "ACSC" },
    returnsHalf: { afterMs: 6_000, code: "R10" },
  },
  unfunded: {
    name: "Account that you can’t refund yet",
    accountNumber: "000123458822",
    accountType: "checking",
    description: "Pays immediately; for 5 minutes your balance is too low to refund it (error 331)",
    pays: { status: "ACSC" },
    balanceTooLowMs: 5 * 60_000,
  },
};

/** What the bank has sent back of a settled capture by this time, in minor units. */
export function partReturned(
  { type, accountId, amountMinor, bookedAt }: BookedTransaction,
  nowMs: number,
) {
  const half = type === "3" ? trustlyAccounts[accountId ?? ""]?.returnsHalf : undefined;
  const isBack = half !== undefined && nowMs >= bookedAt + half.afterMs;
  return isBack ? { minor: Math.floor(amountMinor / 2), code: half.code } : undefined;
}

/** What the customer authorized, its capture, a refund of the capture, or a deposit to the customer. */
export interface BookedTransaction {
  readonly transactionId: string;
  readonly type: "1" | "3" | "4" | "6";
  readonly paymentId: string;
  /** The authorization's own reference; for other transactions that of the payment. */
  readonly authorisationReference: string;
  readonly merchantReference: string;
  readonly originalTransactionId?: string;
  readonly amountMinor: number;
  readonly currency: "USD" | "CAD";
  /** Absent if the payment is deferred. Otherwise a consent to payouts, or data retrieval. */
  readonly paymentType?: "4" | "6";
  /** Address for events. Absent: the application's own address, which the sandbox does not have. */
  readonly notificationUrl?: string;
  /** Null until the customer has chosen an account. */
  accountId: string | null;
  /** The user who logged in to share the account. */
  userName?: string;
  consent?: "1" | "2" | "7" | "13";
  readonly bookedAt: number;
}

/** The sandbox's transactions. Their states follow from the account and the clock. */
export class TrustlyBook {
  readonly #byId = new Map<string, BookedTransaction>();
  readonly #journal: Pick<Journal<BookedTransaction>, "append">;

  constructor(journal: Pick<Journal<BookedTransaction>, "append" | "remembered">) {
    this.#journal = journal;
    for (const transaction of journal.remembered)
      this.#byId.set(transaction.transactionId, transaction);
  }

  save(transaction: BookedTransaction): BookedTransaction {
    this.#byId.set(transaction.transactionId, transaction);
    this.#journal.append(transaction);
    return transaction;
  }

  find(transactionId: string): BookedTransaction | undefined {
    return this.#byId.get(transactionId);
  }

  /** The largest id of a transaction or payment; 0 for an empty book. */
  lastId(): number {
    const ids = this.all().flatMap(({ transactionId, paymentId }) => [transactionId, paymentId]);
    return Math.max(0, ...ids.map(Number));
  }

  all(): readonly BookedTransaction[] {
    return [...this.#byId.values()];
  }

  ofPayment(paymentId: string): readonly BookedTransaction[] {
    return this.all().filter((transaction) => transaction.paymentId === paymentId);
  }
}

/** Trustly's status of a transaction at this time, and the provider's code. */
export function statusOf(booked: BookedTransaction, nowMs: number): [status: string, code: string] {
  if (booked.type === "1") return [booked.consent ?? "1", "SW020"];
  const script = scriptOf(booked);
  const { status, statusReason } = stateOf(script, booked.bookedAt, nowMs);
  const code = statusReason === undefined ? "AC100" : (providerCodes[statusReason] ?? statusReason);
  if (status === "RJCT") return [script.status === "ACSC" ? "10" : "5", code];
  return [status === "ACSC" ? "4" : "3", code];
}

/** Trustly's provider codes by the bank's reason. */
const providerCodes: Readonly<Record<string, string>> = { AM04: "R01", AC04: "R02", AC06: "R16" };

/** The script of a capture, or of a refund or deposit: both of these send money to the customer. */
export function scriptOf({ type, accountId }: BookedTransaction): PaymentScript {
  // The account with tokenized numbers is only shared, and takes deposits.
  const account: Partial<TrustlyAccount> | undefined =
    trustlyAccounts[accountId ?? ""] ?? (type === "6" ? {} : undefined);
  const script =
    type === "4" || type === "6" ? (account?.refunds ?? { status: "ACSC" }) : account?.pays;
  return script === undefined || script === "refused" ? { status: "RJCT" } : script;
}

/** A transaction in Trustly's form: amounts are strings; types and states are numbers as strings. */
export function presentTransaction(book: TrustlyBook, booked: BookedTransaction, nowMs: number) {
  const { currency, amountMinor, bookedAt } = booked;
  const part = partReturned(booked, nowMs);
  const [status, ownCode] = statusOf(booked, nowMs);
  const code = part?.code ?? ownCode;
  const account = trustlyAccounts[booked.accountId ?? ""];
  const money = (minor: number) => toDecimalText(minor, currency);
  const refunds = book
    .all()
    .filter(
      (transaction) =>
        transaction.originalTransactionId === booked.transactionId && transaction.type === "4",
    )
    .filter((transaction) => statusOf(transaction, nowMs)[0] !== "5")
    .reduce((sum, transaction) => sum + transaction.amountMinor, 0);
  const isPaid = status === "4" && (booked.type === "3" || booked.type === "6");
  const isReversed = status === "10";
  const wrong = scriptOf(booked).responseFault === "wrong_amount" && booked.type === "3";
  const refunded = booked.type === "3" ? refunds : 0;
  const shown = refunded === 0 || !isPaid ? status : refunded === amountMinor ? "12" : "11";
  const totals = {
    pending: money(status === "3" ? amountMinor : 0),
    paid: money(isPaid || isReversed ? amountMinor : 0),
    refunded: money(refunded),
    reversed: money(isReversed ? amountMinor : (part?.minor ?? 0)),
    balance: money(isPaid ? amountMinor - refunded - (part?.minor ?? 0) : 0),
  };
  const times = { createdAt: bookedAt, updatedAt: bookedAt };
  return {
    transactionId: booked.transactionId,
    transactionType: booked.type,
    ...(booked.originalTransactionId !== undefined && {
      originalTransactionId: booked.originalTransactionId,
    }),
    payment: {
      paymentId: booked.paymentId,
      paymentType: booked.paymentType ?? "2",
      merchant: { merchantId: sandboxMerchant, name: "Tessera sandbox" },
      merchantReference: booked.authorisationReference,
      merchantId: sandboxMerchant,
      currency,
      amount: money(authorisedOf(book, booked)),
      paymentProvider: { paymentProviderId: "200005501", name: "Harbour Bank", type: 1 },
      account: account && {
        name: account.name,
        type: account.accountType === "savings" ? 2 : 1,
        accountNumberLastFour: account.accountNumber.slice(-4),
        verified: true,
      },
      ...totals,
      ...times,
    },
    currency,
    amount: money(wrong ? amountMinor + 100 : amountMinor),
    ...totals,
    paymentProviderTransaction: { status: code, statusMessage: code },
    status: shown,
    statusMessage: shown,
    ...times,
    merchantReference: booked.merchantReference,
    recordVersion: 1,
  };
}

export const sandboxMerchant = "1002463580";

function authorisedOf(book: TrustlyBook, { paymentId, amountMinor }: BookedTransaction): number {
  return book.ofPayment(paymentId).find(({ type }) => type === "1")?.amountMinor ?? amountMinor;
}
