import type { StackAddresses } from "./start-stack.ts";

export type Addresses = Pick<StackAddresses, "serviceUrl" | "operator">;

let serial = 0;
const run = `run-${process.pid}-${Date.now().toString(36)}`;

/** Returns an id that is unique in this run. */
export function freshId(kind: string): string {
  return `${run}-${kind}-${++serial}`;
}

/**
 * Calls the API with the operator's secret key.
 *
 * @throws with the body unless the response is 2xx
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
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Creates a customer who can pay. Returns the external customer id. */
export async function createPayer(stack: Addresses): Promise<string> {
  const externalCustomerId = freshId("customer");
  await call(stack, "POST", "/v1/customers", {
    externalCustomerId,
    data: { email: `${externalCustomerId}@example.com` },
  });
  return externalCustomerId;
}

export const createPayers = (stack: Addresses, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => createPayer(stack)));

export interface CreatedIntent {
  paymentIntentId: string;
  clientSecretKey: string;
}

/** Creates a payment intent for that customer, of $49.99 by default. */
export async function createIntent(
  stack: Addresses,
  externalCustomerId: string,
  overrides: object = {},
): Promise<CreatedIntent> {
  return await call(stack, "POST", "/v1/payment-intents", {
    externalPaymentIntentId: freshId("intent"),
    externalCustomerId,
    amount: 49.99,
    currency: "USD",
    ...overrides,
  });
}

/** Reads the intent's status and attempts. Waits if the service's rate limit requires it. */
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
    if (response.status !== 429) throw new Error(`status returned ${response.status}: ${text}`);
    const seconds = Number(response.headers.get("retry-after")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

export interface PaymentIntentStatus {
  paymentIntentId: string;
  status: string;
  refundedAmount: number;
  payments: { paymentId: string; status: string; messages: { code: string; message: string }[] }[];
}

export interface BookedCharge {
  processor: string;
  chargeId: string;
  merchantReference: string;
  status: string;
  amountMinor: number;
  currency: string;
  reversal?: object;
}

/** Returns all charges of the sandbox processors, or those of one payment. */
export async function bookedCharges(
  stack: Pick<StackAddresses, "sandboxUrl">,
  merchantReference?: string,
): Promise<BookedCharge[]> {
  const query = merchantReference ? `?merchantReference=${merchantReference}` : "";
  const response = await fetch(`${stack.sandboxUrl}/admin/charges${query}`);
  return ((await response.json()) as { data: BookedCharge[] }).data;
}
