/**
 * A reason as it may be kept: processors' codes are open, but short and in snake_case. What it means
 * stands in contract/payment-reasons.
 */
export function toReasonCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return plain.slice(0, 64) || "generic_decline";
}
