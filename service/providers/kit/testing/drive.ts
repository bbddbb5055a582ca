import type { OutgoingAnswer } from "../../../platform/outgoing-http.ts";
import type { Answer, Call, Exchange } from "../exchange.ts";

/** Runs an exchange with the answers in order; returns its calls and outcome. */
export function drive<Outcome>(
  exchange: Exchange<Outcome>,
  answers: readonly Answer[],
): { readonly calls: readonly Call[]; readonly outcome: Outcome } {
  const calls: Call[] = [];
  let step = exchange.next();
  while (!step.done) {
    calls.push(step.value);
    const answer = answers[calls.length - 1];
    if (!answer) throw new Error(`the exchange needs an answer to ${step.value.path}`);
    step = exchange.next(answer);
  }
  return { calls, outcome: step.value };
}

export function answered(status: number, body: unknown): OutgoingAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { statusCode: status, headers: {}, text };
}
