import { Address, OutScript } from "@scure/btc-signer";
import { regtestNetwork } from "./regtest.ts";

/** Returns the script of a regtest address. Throws for any other text. */
export function scriptOf(address: string): Uint8Array {
  return OutScript.encode(Address(regtestNetwork).decode(address));
}

/** Returns the regtest address of a script; undefined if it has none. */
export function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(regtestNetwork).encode(OutScript.decode(script));
  } catch {
    return undefined;
  }
}
