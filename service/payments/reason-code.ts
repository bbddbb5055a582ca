/**
 * Converts a processor's reason code to the form that we store: snake_case, at most 64 characters. The list of codes is
 * open. contract/payment-reasons explains them.
 */
export function toReasonCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return plain.slice(0, 64) || "generic_decline";
}
