import type { OutgoingResponse } from "../../../platform/outgoing-http.ts";
import type { Call, Exchange, VendorResponse } from "../exchange.ts";

/** Runs an exchange with the responses in order; returns its calls and outcome. */
export function drive<Outcome>(
  exchange: Exchange<Outcome>,
  responses: readonly VendorResponse[],
): { readonly calls: readonly Call[]; readonly outcome: Outcome } {
  const calls: Call[] = [];
  let step = exchange.next();
  while (!step.done) {
    calls.push(step.value);
    const response = responses[calls.length - 1];
    if (!response) throw new Error(`the exchange needs a response to ${step.value.path}`);
    step = exchange.next(response);
  }
  return { calls, outcome: step.value };
}

export function answered(status: number, body: unknown): OutgoingResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { statusCode: status, headers: {}, text };
}
