import type { z } from "zod/mini";

/** JSON as base64url without padding, as in EMV's browser messages (CReq, CRes, threeDSMethodData). */
export function encodeMessage(message: object): string {
  return Buffer.from(JSON.stringify(message)).toString("base64url");
}

/**
 * Decodes an untrusted message in the form of {@link encodeMessage}. Accepts padding and the base64 alphabet, because
 * issuers send both. Returns null for anything that does not fit `schema`.
 */
export function decodeMessage<Message>(
  encoded: unknown,
  schema: z.ZodMiniType<Message>,
): Message | null {
  if (typeof encoded !== "string" || encoded.length > 65_536) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(encoded, "base64url").toString("utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
