import type * as z from "zod/mini";
import { faultyResponse } from "../../http/faulty-response.ts";
import { type SandboxResponse, type Silence, silence } from "../../http/response.ts";
import type { Exchange } from "../../http/router.ts";
import type { ProcessorParts } from "../../processors/processor-routes.ts";
import { error, type Idempotency } from "./idempotency.ts";
import { parseForm } from "./stripe-form.ts";

export type Fault = ReturnType<ProcessorParts["faults"]["take"]>;

/** The response of a fault that strikes before the request has an effect. */
export function beforeExecution(fault: Fault): SandboxResponse | Silence | undefined {
  if (fault === "silent_without_charging") return silence;
  if (fault === "error_without_charging") return serverError();
  if (fault === "rate_limited") {
    return error(429, { type: "invalid_request_error", code: "rate_limit" });
  }
  if (fault === "refused") return error(403, { type: "invalid_request_error", code: "forbidden" });
  return undefined;
}

/**
 * The response of a fault after the effect. Stripe stores its own error as the key's response. It also stores a
 * success, even if the response is lost.
 */
export function afterExecution(
  { deps, idempotency }: { deps: ProcessorParts["deps"]; idempotency: Idempotency },
  exchange: Exchange,
  response: SandboxResponse,
  fault: Fault,
): Promise<SandboxResponse | Silence> {
  if (fault !== "error_after_charging") idempotency.store(exchange, response);
  return faultyResponse(deps, response, fault);
}

export function serverError(): SandboxResponse {
  return error(503, { type: "api_error", message: "Something went wrong on Stripe's end" });
}

export function badRequest(code: string): SandboxResponse {
  return error(400, { type: "invalid_request_error", code });
}

/** The parameters of a form; undefined if they do not match the schema. */
export function read<T extends z.ZodMiniType>(schema: T, body: string): z.infer<T> | undefined {
  const parsed = schema.safeParse(parseForm(body));
  return parsed.success ? parsed.data : undefined;
}
