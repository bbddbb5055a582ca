/** The service's API as an operator's server calls it, by the addresses of a running stack. */
import type { StackAddresses } from "./start-stack.ts";

/** What the calls need of a stack. */
export type Addresses = Pick<StackAddresses, "serviceUrl" | "operator">;

let serial = 0;
const run = `run-${process.pid}-${Date.now().toString(36)}`;

/** An id that no other call of this run uses. */
export function freshId(kind: string): string {
  return `${run}-${kind}-${++serial}`;
}

/**
 * Calls the operator's API.
 *
 * @throws when the answer is not 2xx, with its body
 */
export async function call<T>(
  stack: Addresses,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${stack.serviceUrl}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${stack.operator.secretKey}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Creates a customer who can pay; answers the operator's id for them. */
export async function createPayer(stack: Addresses): Promise<string> {
  const externalCustomerId = freshId("customer");
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: { email: `${externalCustomerId}@example.com` },
  });
  return externalCustomerId;
}

/** Several of them. */
export const createPayers = (stack: Addresses, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => createPayer(stack)));

/** A payment intent as it is created. */
export interface CreatedIntent {
  paymentIntentId: string;
  clientSecretKey: string;
}

/** Creates a payment intent of that customer, of $49.99 unless told otherwise. */
export async function createIntent(
  stack: Addresses,
  externalCustomerId: string,
  differs: object = {},
): Promise<CreatedIntent> {
  return await call(stack, "POST", "/v1/payment-intents", {
    externalPaymentIntentId: freshId("intent"),
    externalCustomerId,
    amount: 49.99,
    currency: "USD",
    ...differs,
  });
}

/** The intent's status and attempts; waits out the cooldown of polling. */
export async function readStatus(
  stack: Addresses,
  paymentIntentId: string,
): Promise<PaymentIntentStatus> {
  for (;;) {
    const response = await fetch(
      `${stack.serviceUrl}/v1/payment-intents/${paymentIntentId}/status`,
      {
        headers: { Authorization: `Bearer ${stack.operator.secretKey}` },
      },
    );
    if (response.ok) return (await response.json()) as PaymentIntentStatus;
    const text = await response.text();
    if (response.status !== 429) throw new Error(`status answered ${response.status}: ${text}`);
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** What the tests read of a status answer. */
export interface PaymentIntentStatus {
  paymentIntentId: string;
  status: string;
  payments: { paymentId: string; status: string; messages: { code: string; message: string }[] }[];
}

/** A charge in the sandbox processors' books. */
export interface BookedCharge {
  chargeId: string;
  merchantReference: string;
  status: string;
  amountMinor: number;
  currency: string;
  reversal?: object;
}

/** All charges that the sandbox's processors have booked for that payment. */
export async function bookedCharges(
  stack: Pick<StackAddresses, "sandboxUrl">,
  merchantReference?: string,
): Promise<BookedCharge[]> {
  const query = merchantReference ? `?merchantReference=${merchantReference}` : "";
  const response = await fetch(`${stack.sandboxUrl}/admin/charges${query}`);
  return ((await response.json()) as { data: BookedCharge[] }).data;
}
