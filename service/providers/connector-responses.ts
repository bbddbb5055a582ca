/** Reads the parts of an outside party's response that all connectors share. */
import { processorError } from "#contract/connectors/processor";
import type { OutgoingResponse } from "../platform/outgoing-http.ts";

/** Parses JSON; undefined if the text is not JSON. Never throws. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code of `{ error: { code, message } }`, if there is one. */
export function errorCodeOf(response: OutgoingResponse): string | null {
  const parsed = processorError.safeParse(parseJson(response.text));
  return parsed.success ? parsed.data.error.code : null;
}
