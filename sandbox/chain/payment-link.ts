import type { LinkedPayment } from "../networks/play-network.ts";
import { type SandboxAsset, sandboxAssets } from "./tokens.ts";

const address = "0x[0-9a-fA-F]{40}";
const transfer = new RegExp(`^ethereum:(?:pay-)?(${address})(?:@\\d+)?/transfer\\?(.+)$`);
const native = new RegExp(`^(?:ethereum:(?:pay-)?)?(${address})(?:@\\d+)?(?:\\?(.+))?$`);

/** Reads an ERC-681 link, or a bare address (for the chain's own coin). Undefined for anything else. */
export function readPaymentLink(text: string): LinkedPayment<SandboxAsset> | undefined {
  const link = text.trim();
  const [, token, query] = transfer.exec(link) ?? [];
  if (token !== undefined) {
    const values = new URLSearchParams(query);
    const to = values.get("address");
    const asset = sandboxAssets.find(
      (sandboxAsset) => sandboxAsset.token?.toLowerCase() === token.toLowerCase(),
    );
    if (!asset || !to || !new RegExp(`^${address}$`).test(to)) return undefined;
    return { to, asset, baseUnits: units(values.get("uint256")) };
  }
  const [, to, value] = native.exec(link) ?? [];
  const asset = sandboxAssets.find((sandboxAsset) => sandboxAsset.token === null);
  if (to === undefined || !asset) return undefined;
  return { to, asset, baseUnits: units(new URLSearchParams(value).get("value")) };
}

function units(value: string | null): bigint | null {
  return value !== null && /^\d{1,40}$/.test(value) ? BigInt(value) : null;
}
