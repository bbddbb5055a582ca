import type { PayoutArrival } from "#contract/client/disbursements";
import { cryptoNetworks } from "#contract/crypto-networks";
import type { ReadPayoutMethod } from "../../client/disbursement-responses.ts";
import { brandName } from "../../fields/brand-name.ts";
import type { DisbursementTexts } from "../../i18n/disbursement-texts.ts";

/** Names a payout method with masked numbers; empty for an unknown type. */
export function methodText(method: ReadPayoutMethod, { summary }: DisbursementTexts): string {
  if (method === null) return "";
  if ("brand" in method) return summary.card(brandName(method.brand), method.last4);
  if ("asset" in method) return summary.crypto(method.asset, networkName(method.network));
  const { bankName, accountType, last4 } = method;
  const known = Object.hasOwn(summary.accountTypes, accountType);
  return summary.bank(bankName, (known && summary.accountTypes[accountType]) || "", last4);
}

/** `polygon` → `Polygon`; an unknown network as the service names it. */
export function networkName(network: string): string {
  return Object.hasOwn(cryptoNetworks, network)
    ? cryptoNetworks[network as keyof typeof cryptoNetworks].name
    : network;
}

/** `in 1–3 business days`; empty for an unknown unit. */
export function arrivalText(
  { unit, least, most }: PayoutArrival,
  texts: DisbursementTexts,
): string {
  if (!Object.hasOwn(texts.arrival, unit)) return "";
  return texts.arrival[unit as keyof DisbursementTexts["arrival"]](least, most);
}
