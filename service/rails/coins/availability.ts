import type { OfferedAsset } from "#contract/client/session";
import {
  type CryptoAsset,
  type CryptoNetwork,
  cryptoAssets,
  cryptoNetworkNames,
} from "#contract/crypto-networks";
import { type CoinsDeps, tokenOf } from "./coins-deps.ts";

type Known = Pick<CoinsDeps, "chains" | "clock" | "times">;

/** Whether the asset exists on the network, and the network is being followed. */
export function isOffered(
  { chains, clock, times }: Known,
  asset: CryptoAsset,
  network: CryptoNetwork,
): boolean {
  const chain = chains.get(network);
  if (!chain || chain.followedAtMs === null || tokenOf(chain, asset) === undefined) return false;
  return clock.nowMs() - chain.followedAtMs <= times.offeredMs;
}

/** The assets that are offered now, with their networks. */
export function offeredAssets(deps: Known): OfferedAsset[] {
  return cryptoAssets
    .map((asset) => ({
      asset,
      networks: cryptoNetworkNames.filter((network) => isOffered(deps, asset, network)),
    }))
    .filter(({ networks }) => networks.length > 0);
}
