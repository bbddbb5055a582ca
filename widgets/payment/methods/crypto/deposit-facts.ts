import type { CryptoDepositAction } from "#contract/client/payments";
import { cryptoNetworks } from "#contract/crypto-networks";
import type { DepositFacts } from "../../../i18n/crypto-payment-texts.ts";

/** The network's name; for an unknown network, the service's name for it. */
export function networkName(network: string): string {
  return Object.hasOwn(cryptoNetworks, network)
    ? cryptoNetworks[network as keyof typeof cryptoNetworks].name
    : network;
}

export function depositFacts(deposit: CryptoDepositAction, operator: string): DepositFacts {
  const { amount, received, missing, asset, network } = deposit;
  return {
    amount: `${amount} ${asset}`,
    received: `${received} ${asset}`,
    missing: `${missing} ${asset}`,
    asset,
    network: networkName(network),
    operator,
  };
}
