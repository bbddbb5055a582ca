import { type SandboxAsset, sandboxAssets } from "./tokens.ts";

/** What a payment link asks for. `baseUnits`: null where it names no amount. */
export interface LinkedPayment {
  to: string;
  asset: SandboxAsset;
  baseUnits: bigint | null;
}

const address = "0x[0-9a-fA-F]{40}";
const transfer = new RegExp(`^ethereum:(?:pay-)?(${address})(?:@\\d+)?/transfer\\?(.+)$`);
const native = new RegExp(`^(?:ethereum:(?:pay-)?)?(${address})(?:@\\d+)?(?:\\?(.+))?$`);

/** Reads an ERC-681 link, or a bare address (then for the chain's own coin). Undefined for anything else. */
export function readPaymentLink(text: string): LinkedPayment | undefined {
  const link = text.trim();
  const [, token, query] = transfer.exec(link) ?? [];
  if (token !== undefined) {
    const values = new URLSearchParams(query);
    const to = values.get("address");
    const asset = sandboxAssets.find((each) => each.token?.toLowerCase() === token.toLowerCase());
    if (!asset || !to || !new RegExp(`^${address}$`).test(to)) return undefined;
    return { to, asset, baseUnits: units(values.get("uint256")) };
  }
  const [, to, value] = native.exec(link) ?? [];
  const asset = sandboxAssets.find((each) => each.token === null);
  if (to === undefined || !asset) return undefined;
  return { to, asset, baseUnits: units(new URLSearchParams(value).get("value")) };
}

/** Whole units as decimal text → base units; undefined for what is none, or finer than the asset. */
export function toBaseUnits(text: string, decimals: number): bigint | undefined {
  const [, whole, part = ""] = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || part.length > decimals) return undefined;
  return BigInt(whole + part.padEnd(decimals, "0"));
}

/** Base units → decimal text without zeros at its end. */
export function toWholeUnits(baseUnits: bigint, decimals: number): string {
  const digits = baseUnits.toString().padStart(decimals + 1, "0");
  const part = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return part === "" ? whole : `${whole}.${part}`;
}

function units(value: string | null): bigint | null {
  return value !== null && /^\d{1,40}$/.test(value) ? BigInt(value) : null;
}
