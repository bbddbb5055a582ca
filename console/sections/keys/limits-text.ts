import type { ApprovalLimits } from "#contract/approval-limits";

/** `USD 1000, EUR 500`; empty if there is no limit. */
export function limitsText(limits: ApprovalLimits): string {
  return Object.entries(limits ?? {})
    .map(([currency, amount]) => `${currency} ${amount}`)
    .join(", ");
}

/** Parses limits: null if there is no limit, undefined if the text cannot be parsed or names a currency twice. */
export function parseLimits(text: string): ApprovalLimits | undefined {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.join("") === "") return null;
  const limits: Record<string, number> = {};
  for (const part of parts) {
    const [, currency, amount] = /^([A-Za-z]{3})\s*=?\s*(\d+(?:\.\d+)?)$/.exec(part) ?? [];
    const code = currency?.toUpperCase();
    if (code === undefined || Object.hasOwn(limits, code)) return undefined;
    limits[code] = Number(amount);
  }
  return limits;
}
