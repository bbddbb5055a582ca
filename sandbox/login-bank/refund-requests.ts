import {
  type BankRefund,
  type BankRefundOrder,
  bankRefundOrder,
} from "#contract/connectors/open-banking";
import { parseAmount } from "#contract/money";
import type { Journal } from "../http/journal.ts";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../http/response.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { loginAccounts, type PaymentScript } from "./accounts.ts";
import {
  type BankPaymentBook,
  type BookedBankPayment,
  presentPayment,
  stateOf,
} from "./payment-book.ts";

export interface BookedBankRefund {
  key: string;
  refundId: string;
  paymentId: string;
  accountId: string;
  order: BankRefundOrder;
  bookedAt: number;
}

/** The bank's refunds, one per key. A state follows from the account and the clock. */
export class BankRefundBook {
  readonly #byKey = new Map<string, BookedBankRefund>();
  readonly #requests = new Map<string, number>();
  readonly #journal: Pick<Journal<BookedBankRefund>, "append">;

  constructor(journal: Pick<Journal<BookedBankRefund>, "append" | "remembered">) {
    this.#journal = journal;
    for (const refund of journal.remembered) this.#byKey.set(refund.key, refund);
  }

  find(key: string): BookedBankRefund | undefined {
    return this.#byKey.get(key);
  }

  save(refund: BookedBankRefund): void {
    this.#byKey.set(refund.key, refund);
    this.#journal.append(refund);
  }

  /** Counts a request, for tests of repeated calls. */
  countRequest(key: string): void {
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
  }

  /** All refunds, oldest first, with their number of requests since the sandbox's start. */
  all(): (BookedBankRefund & { requests: number })[] {
    return [...this.#byKey.values()].map((refund) => ({
      ...refund,
      requests: this.#requests.get(refund.key) ?? 0,
    }));
  }
}

interface Books {
  readonly payments: BankPaymentBook;
  readonly refunds: BankRefundBook;
}

/** `POST /payments/{paymentId}/refunds`. */
export function refundPayment(
  deps: SandboxDeps,
  { payments, refunds }: Books,
  paymentId: string,
  key: string | undefined,
  body: string,
): SandboxResponse | Silence {
  if (key === undefined || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    return problem(400, "invalid_idempotency_key", "Send an Idempotency-Key.");
  }
  const order = parseJsonBody(bankRefundOrder, body);
  if (!order) return problem(400, "invalid_order", "This is not a refund.");
  refunds.countRequest(key);
  const booked = refunds.find(key);
  if (booked) {
    return booked.paymentId === paymentId && isSame(booked.order, order)
      ? json(201, presentRefund(booked, deps.now()))
      : problem(409, "idempotency_key_reused", "This key was used for another refund.");
  }
  const payment = payments.ofId(paymentId);
  if (!payment || presentPayment(payment, deps.now()).status !== "ACSC") {
    return problem(404, "payment_not_found", "There is no settled payment with this id.");
  }
  const script = scriptOf(payment);
  if (script === "refused") {
    return problem(422, "refund_not_possible", "Money cannot be sent back to this account.");
  }
  const amountMinor = minorOf(order);
  if (amountMinor === null) return problem(400, "invalid_order", "This is not a refund.");
  if (order.instructedAmount.currency !== payment.order.instructedAmount.currency) {
    return problem(422, "currency_mismatch", "A refund has the currency of its payment.");
  }
  if (amountMinor > leftMinor(payment, refunds, deps.now())) {
    return problem(422, "refund_exceeds_payment", "The refunds would exceed the payment.");
  }
  const refund = {
    key,
    refundId: `hbr_${deps.randomUuid()}`,
    paymentId,
    accountId: payment.accountId,
    order,
    bookedAt: deps.now(),
  };
  refunds.save(refund);
  return script.responseFault === "silence"
    ? silence
    : json(201, presentRefund(refund, deps.now()));
}

/** `GET /refunds/by-key/{key}`. */
export function lookUpRefund(
  deps: SandboxDeps,
  refunds: BankRefundBook,
  key: string,
): SandboxResponse {
  const refund = refunds.find(key);
  return refund
    ? json(200, presentRefund(refund, deps.now()))
    : problem(404, "refund_not_found", "There is no refund under this key.");
}

function scriptOf({ accountId }: Pick<BookedBankRefund, "accountId">): PaymentScript | "refused" {
  return loginAccounts[accountId]?.refunds ?? { status: "ACSC" };
}

function presentRefund(refund: BookedBankRefund, nowMs: number): BankRefund {
  const script = scriptOf(refund);
  const state = script === "refused" ? { status: "RJCT" } : stateOf(script, refund.bookedAt, nowMs);
  const { refundId, paymentId, order } = refund;
  return { refundId, paymentId, ...state, ...order };
}

/** What is left of a payment after its refunds that have not failed. */
function leftMinor(payment: BookedBankPayment, refunds: BankRefundBook, nowMs: number): number {
  const returned = refunds
    .all()
    .filter(({ paymentId }) => paymentId === payment.paymentId)
    .filter((refund) => presentRefund(refund, nowMs).status !== "RJCT")
    .reduce((sum, { order }) => sum + (minorOf(order) ?? 0), 0);
  return (minorOf(payment.order) ?? 0) - returned;
}

/** Null for an amount that is zero or has more decimals than its currency. */
function minorOf({ instructedAmount }: Pick<BankRefundOrder, "instructedAmount">): number | null {
  const parsed = parseAmount(Number(instructedAmount.amount), instructedAmount.currency);
  return parsed.ok ? parsed.amountMinor : null;
}

function isSame(one: BankRefundOrder, other: BankRefundOrder): boolean {
  return (
    one.instructedAmount.amount === other.instructedAmount.amount &&
    one.instructedAmount.currency === other.instructedAmount.currency &&
    one.remittanceInformation === other.remittanceInformation &&
    one.endToEndIdentification === other.endToEndIdentification
  );
}
