/** Reads the parts of an outside party's answer that all connectors share. */
import { processorError } from "#contract/connectors/processor";
import { type OutgoingAnswer, OutgoingCallFailed } from "../platform/outgoing-http.ts";

/** The text as JSON; undefined where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code of a refusal (`{ error: { code, message } }`); null where the answer has none. */
export function errorCodeOf(answer: OutgoingAnswer): string | null {
  const parsed = processorError.safeParse(parseJson(answer.text));
  return parsed.success ? parsed.data.error.code : null;
}

/** Why a call got no answer. Throws the error itself where something else failed. */
export function reasonOfFailure(error: unknown): string {
  if (error instanceof OutgoingCallFailed) return error.code;
  throw error;
}
