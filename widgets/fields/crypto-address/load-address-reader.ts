import type { CryptoAddressReading } from "#contract/crypto-address";
import type { CryptoNetwork } from "#contract/crypto-networks";

export type CryptoAddressProblem = NonNullable<CryptoAddressReading["problem"]>;

/** See contract/crypto-address.ts. */
export type AddressReader = (pasted: string, network: CryptoNetwork) => CryptoAddressReading;

let loading: Promise<AddressReader> | null = null;

/**
 * Loads codecs and hashes (7 KB compressed) when the field is first shown. After a failure the next call tries again.
 */
export function loadAddressReader(): Promise<AddressReader> {
  loading ??= import("#contract/crypto-address").then(
    ({ readCryptoAddress }) => readCryptoAddress,
    (cause: unknown) => {
      loading = null;
      throw cause;
    },
  );
  return loading;
}
