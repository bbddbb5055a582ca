import { createHmac } from "node:crypto";
import * as z from "zod/mini";
import { isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import { parseJson } from "../../connector-responses.ts";
import type { PayoutNotice, PayoutNoticeReader } from "../payout-provider.ts";
import { isId } from "./dwolla-responses.ts";

const event = z.object({
  id: z.string(),
  topic: z.string().check(z.maxLength(100)),
  resourceId: z.optional(z.string().check(z.maxLength(100))),
});

/**
 * Reads Dwolla's webhook: the event's topic and its resource's id. The signature is the body's HMAC-SHA256 in hex,
 * without a timestamp. A replayed event only makes another look-up due.
 */
export function readDwollaNotice(
  secret: string,
  { rawBody, headers }: Parameters<PayoutNoticeReader>[0],
): PayoutNotice {
  const signature = headers["x-request-signature-sha-256"];
  const expected = createHmac("sha256", secret).update(rawBody).digest("hex");
  if (typeof signature !== "string" || !isSameSecret(signature.toLowerCase(), expected)) {
    return { type: "forged" };
  }
  const parsed = event.safeParse(parseJson(rawBody.toString("utf8")));
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join("."));
    return { type: "malformed", paths };
  }
  const { topic, resourceId = "" } = parsed.data;
  const isOfTransfer = topic.includes("transfer") && isId(resourceId);
  return { type: "valid", payoutIds: isOfTransfer ? [resourceId.toLowerCase()] : [] };
}
