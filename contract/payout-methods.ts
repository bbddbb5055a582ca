/**
 * Types of payout methods, and networks for crypto. The fields check numbers and addresses, and the service checks them
 * again.
 */
import * as z from "zod/mini";
import { typedLine } from "./bank-account.ts";
import { cryptoAssets, cryptoNetworkNames } from "./crypto-networks.ts";

export {
  type CryptoAsset,
  type CryptoNetwork,
  cryptoAssets,
  cryptoNetworkNames,
  cryptoNetworks,
  networksOf,
} from "./crypto-networks.ts";

/** Payout method types. Each operator enables some of them. An open list on the wire: a widget omits unknown types. */
export const payoutMethodTypes = ["bank", "card", "crypto", "pay_by_bank"] as const;

/** A debit card for a push to card. No security code, because nothing is charged. */
export const debitCardInput = z.strictObject({
  number: z.string().check(z.regex(/^\d{12,19}$/, { error: "must be 12 to 19 digits" })),
  expiryMonth: z.int().check(z.minimum(1), z.maximum(12)),
  expiryYear: z.int().check(z.minimum(2000), z.maximum(2199)),
  holderName: typedLine(100),
});
export type DebitCardInput = z.infer<typeof debitCardInput>;

/** A crypto address as typed. Transfers cannot be reversed. */
export const cryptoAddressInput = z.strictObject({
  asset: z.enum(cryptoAssets),
  network: z.enum(cryptoNetworkNames),
  address: z.string().check(z.trim(), z.minLength(20), z.maxLength(120)),
});
export type CryptoAddressInput = z.infer<typeof cryptoAddressInput>;
