import { Address, OutScript } from "@scure/btc-signer";
import { regtestNetwork } from "./regtest.ts";

/** The script of a regtest address. Throws for any other text. */
export function scriptOf(address: string): Uint8Array {
  return OutScript.encode(Address(regtestNetwork).decode(address));
}

export function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(regtestNetwork).encode(OutScript.decode(script));
  } catch {
    return undefined;
  }
}
