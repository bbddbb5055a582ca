import type { BankPayment, PaymentOrder } from "#contract/connectors/open-banking";
import type { Journal } from "../http/journal.ts";
import { bankName, loginAccounts, type PaymentScript } from "./accounts.ts";

export interface BookedBankPayment {
  key: string;
  paymentId: string;
  order: PaymentOrder;
  accountId: string;
  bookedAt: number;
}

/** The bank's payments, one per key. A status follows from the account and the clock, without timers. */
export class BankPaymentBook {
  readonly #byKey = new Map<string, BookedBankPayment>();
  readonly #requests = new Map<string, number>();
  readonly #journal: Pick<Journal<BookedBankPayment>, "append">;

  constructor(journal: Pick<Journal<BookedBankPayment>, "append" | "remembered">) {
    this.#journal = journal;
    for (const payment of journal.remembered) this.#byKey.set(payment.key, payment);
  }

  find(key: string): BookedBankPayment | undefined {
    return this.#byKey.get(key);
  }

  save(payment: BookedBankPayment): void {
    this.#byKey.set(payment.key, payment);
    this.#journal.append(payment);
  }

  /** Counts an order, for tests of repeated calls. */
  countRequest(key: string): void {
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  ofId(paymentId: string): BookedBankPayment | undefined {
    return [...this.#byKey.values()].find((payment) => payment.paymentId === paymentId);
  }

  /** All payments, oldest first, with their number of orders since the sandbox's start. */
  all(): (BookedBankPayment & { requests: number })[] {
    return [...this.#byKey.values()].map((payment) => ({
      ...payment,
      requests: this.#requests.get(payment.key) ?? 0,
    }));
  }
}

export function stateOf(
  { later, status, statusReason }: PaymentScript,
  bookedAt: number,
  nowMs: number,
): { status: string; statusReason?: string } {
  const isLater = later !== undefined && nowMs >= bookedAt + later.afterMs;
  const reason = isLater ? later.statusReason : statusReason;
  return {
    status: isLater ? later.status : status,
    ...(reason !== undefined && { statusReason: reason }),
  };
}

export function scriptOf({ accountId }: Pick<BookedBankPayment, "accountId">): PaymentScript {
  return loginAccounts[accountId]?.pays ?? { status: "RJCT", statusReason: "AC01" };
}

/** A payment's state at `nowMs`, in the bank's response format. */
export function presentPayment(payment: BookedBankPayment, nowMs: number): BankPayment {
  const script = scriptOf(payment);
  const account = loginAccounts[payment.accountId];
  const { instructedAmount } = payment.order;
  const amount = script.responseFault === "wrong_amount" ? "1.00" : instructedAmount.amount;
  return {
    paymentId: payment.paymentId,
    ...stateOf(script, payment.bookedAt, nowMs),
    ...payment.order,
    instructedAmount: { ...instructedAmount, amount },
    debtor: {
      bankName,
      accountType: account?.accountType ?? "checking",
      last4: account?.accountNumber.slice(-4) ?? "0000",
    },
  };
}
