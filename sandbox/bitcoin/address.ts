import { Address, OutScript } from "@scure/btc-signer";
import { regtestNetwork } from "./regtest.ts";

/** The script that an address of regtest stands for. Throws for any other text. */
export function scriptOf(address: string): Uint8Array {
  return OutScript.encode(Address(regtestNetwork).decode(address));
}

/** The address that a script has on regtest; undefined for one that has none. */
export function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(regtestNetwork).encode(OutScript.decode(script));
  } catch {
    return undefined;
  }
}
