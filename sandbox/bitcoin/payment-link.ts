import { Address, NETWORK } from "@scure/btc-signer";
import { toBaseUnits } from "../networks/payment-order.ts";
import type { LinkedPayment, PlayAsset } from "../networks/play-network.ts";
import { regtestNetwork } from "./regtest.ts";

/** Bitcoin, with eight decimals: the last one is a satoshi. */
export const bitcoinAsset: PlayAsset = { name: "BTC", decimals: 8 };

/**
 * Reads a BIP-321 link or a bare regtest address. Refuses required parameters (`req-`), as the standard demands for
 * unknown ones.
 */
export function readBitcoinLink(text: string): LinkedPayment | "real_money" | undefined {
  const link = text.trim();
  const [, address = "", query] =
    /^(?:bitcoin:)?([a-zA-Z0-9]{14,90})(?:\?(.*))?$/i.exec(link) ?? [];
  if (isAddress(address, NETWORK)) return "real_money";
  if (!isAddress(address, regtestNetwork)) return undefined;
  const values = new URLSearchParams(query);
  if ([...values.keys()].some((key) => /^req-/i.test(key))) return undefined;
  const amount = values.get("amount");
  const baseUnits = amount === null ? null : toBaseUnits(amount, bitcoinAsset.decimals);
  if (baseUnits === undefined) return undefined;
  // Upper case makes a smaller QR code of the same address.
  const to = /^bcrt1/i.test(address) ? address.toLowerCase() : address;
  return { to, asset: bitcoinAsset, baseUnits };
}

function isAddress(address: string, network: typeof NETWORK): boolean {
  try {
    Address(network).decode(address);
    return true;
  } catch {
    return false;
  }
}
