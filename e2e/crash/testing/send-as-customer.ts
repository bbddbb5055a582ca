import type { Stack } from "../../stack/start-stack.ts";

/** Makes a call as the customer's frame does. Throws with the body unless the response is 2xx. */
export async function sendAsCustomer<Body>(
  stack: Stack,
  path: string,
  secret: string,
  body: object,
  key?: string,
): Promise<Body> {
  const response = await fetch(`${stack.serviceUrl}${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secret}`,
      "tessera-publishable-key": stack.operator.publishableKey,
      "content-type": "application/json",
      ...(key ? { "idempotency-key": key } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} returned ${response.status}: ${text}`);
  return JSON.parse(text) as Body;
}
