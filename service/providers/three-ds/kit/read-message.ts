import type { z } from "zod/mini";
import { type AReq, type ARes, aRes, erro } from "#contract/connectors/three-ds";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import type { VendorResponse } from "../../kit/exchange.ts";
import { isUnproven } from "../believable-outcome.ts";
import type { Authentication } from "./three-ds-connector.ts";

/** The other party's message, or why there is none: `erro_305`, `status_500`, `malformed`, `deadline`. */
export type Message<Value> =
  | { readonly type: "message"; readonly value: Value }
  | { readonly type: "none"; readonly reason: string };

/** Reads a response. An `Erro` is accepted with the statuses of a vendor's refusals, everything else only with 200. */
export function readMessage<Value>(
  response: VendorResponse,
  schema: z.ZodMiniType<Value>,
): Message<Value> {
  if (response instanceof OutgoingCallFailed) return { type: "none", reason: response.code };
  const { statusCode, text } = response;
  const isRefusal = statusCode >= 400 && statusCode < 500;
  const message = statusCode === 200 || isRefusal ? parseJson(text) : undefined;
  const error = erro.safeParse(message);
  // The code comes from outside and ends up in logs.
  if (error.success && /^\d{3}$/.test(error.data.errorCode)) {
    return { type: "none", reason: `erro_${error.data.errorCode}` };
  }
  if (statusCode !== 200) return { type: "none", reason: `status_${statusCode}` };
  const parsed = schema.safeParse(message);
  return parsed.success
    ? { type: "message", value: parsed.data }
    : { type: "none", reason: "malformed" };
}

/** Reads the response to an AReq. */
export function readAuthentication(
  request: Pick<AReq, "threeDSServerTransID" | "messageVersion">,
  response: VendorResponse,
): Authentication {
  const read = readMessage(response, aRes);
  if (read.type === "none") return { type: "unavailable", reason: read.reason };
  const conflict = contradiction(request, read.value);
  return conflict
    ? { type: "unavailable", reason: conflict }
    : { type: "answered", response: read.value };
}

/** EMV: an ARes must match its AReq; Y and A need a value; C needs an address. */
function contradiction(
  request: Pick<AReq, "threeDSServerTransID" | "messageVersion">,
  response: ARes,
): string | null {
  if (response.threeDSServerTransID !== request.threeDSServerTransID) return "other_transaction";
  if (response.messageVersion !== request.messageVersion) return "other_version";
  if (isUnproven(response)) return "no_authentication_value";
  if (response.transStatus === "C" && !httpUrl(response.acsURL)) return "no_acs_url";
  return null;
}

/** The address, if a browser can open it. */
export function httpUrl(text: string | undefined): string | null {
  return text && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null;
}
