import { type PaymentOrder, paymentDetail, paymentOrder } from "#contract/connectors/open-banking";
import { parseJsonBody } from "../http/parse-json-body.ts";
import { json, problem, type SandboxResponse, type Silence, silence } from "../http/response.ts";
import type { SandboxDeps } from "../sandbox-deps.ts";
import { type BankPaymentBook, presentPayment, scriptOf } from "./payment-book.ts";

/** A payment that the customer authorized, and its account. */
export interface AgreedPayment {
  accountId: string;
  order: PaymentOrder;
  /** The key that the payment was ordered with; an authorization is valid for one. */
  key?: string;
}

/** Reads the payment from authorization details (RFC 9396); undefined if there is no payable one. */
export function readPaymentDetails(details: unknown): PaymentOrder | undefined {
  const list: unknown[] = Array.isArray(details) ? details : [];
  const read = list.length === 1 ? paymentDetail.safeParse(list[0]) : undefined;
  if (!read?.success) return undefined;
  const { type: _, ...detail } = read.data;
  const order = paymentOrder.safeParse(detail);
  return order.success ? order.data : undefined;
}

export function orderPayment(
  deps: SandboxDeps,
  book: BankPaymentBook,
  agreed: AgreedPayment,
  key: string | undefined,
  body: string,
): SandboxResponse | Silence {
  if (key === undefined || !/^[\x21-\x7e]{1,128}$/.test(key)) {
    return problem(400, "invalid_idempotency_key", "Send an Idempotency-Key.");
  }
  const order = parseJsonBody(paymentOrder, body);
  if (!order) return problem(400, "invalid_order", "This is not a payment order.");
  book.countRequest(key);
  const booked = book.find(key);
  if (booked) {
    return isSame(booked.order, order)
      ? json(201, presentPayment(booked, deps.now()))
      : problem(409, "idempotency_key_reused", "This key was used for another payment.");
  }
  if (!isSame(agreed.order, order)) {
    return problem(403, "not_agreed", "The customer authorized another payment.");
  }
  if (agreed.key !== undefined) {
    return problem(403, "leave_used", "The customer authorized one payment only.");
  }
  agreed.key = key;
  const payment = {
    key,
    order,
    accountId: agreed.accountId,
    bookedAt: deps.now(),
    paymentId: `hb_${deps.randomUuid()}`,
  };
  book.save(payment);
  if (scriptOf(payment).responseFault === "silence") return silence;
  return json(201, presentPayment(payment, deps.now()));
}

export function lookUpPayment(
  deps: SandboxDeps,
  book: BankPaymentBook,
  key: string,
): SandboxResponse {
  const bankPayment = book.find(key);
  return bankPayment
    ? json(200, presentPayment(bankPayment, deps.now()))
    : problem(404, "payment_not_found", "There is no payment under this key.");
}

function isSame(one: PaymentOrder, other: PaymentOrder): boolean {
  return (
    one.instructedAmount.amount === other.instructedAmount.amount &&
    one.instructedAmount.currency === other.instructedAmount.currency &&
    one.creditorName === other.creditorName &&
    one.remittanceInformation === other.remittanceInformation &&
    one.endToEndIdentification === other.endToEndIdentification
  );
}
