/** The service's API as an operator's server calls it, by the addresses of a running stack. */
import type { StackAddresses } from "../../e2e/stack/start-stack.ts";

/** What the calls need of a stack. */
export type Addresses = Pick<StackAddresses, "serviceUrl" | "operator">;

let serial = 0;
const run = `bench-${process.pid}-${Date.now().toString(36)}`;

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

/** Creates a payment intent of that customer. */
export async function createIntent(
  stack: Addresses,
  externalCustomerId: string,
): Promise<{ paymentIntentId: string; clientSecretKey: string }> {
  return await call(stack, "POST", "/v1/payment-intents", {
    externalPaymentIntentId: freshId("intent"),
    externalCustomerId,
    amount: 49.99,
    currency: "USD",
  });
}
