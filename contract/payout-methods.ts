/**
 * Ways to be paid, as both sides know them: the types, and the networks on which crypto is sent. The
 * checks of numbers and addresses stand where they run, in the field and again in the service.
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

/**
 * Ways to be paid that the service has; an operator has some of them enabled. An open list on the
 * wire: a widget leaves out a type that it does not know.
 */
export const payoutMethodTypes = ["bank", "card", "crypto", "pay_by_bank"] as const;
/** One of {@link payoutMethodTypes}. */
export type PayoutMethodType = (typeof payoutMethodTypes)[number];

/** A debit card as typed, for a push to card: no security code, since nothing is charged. */
export const debitCardInput = z.strictObject({
  number: z.string().check(z.regex(/^\d{12,19}$/, { error: "Only digits, 12 to 19 of them" })),
  expiryMonth: z.int().check(z.minimum(1), z.maximum(12)),
  expiryYear: z.int().check(z.minimum(2000), z.maximum(2199)),
  holderName: typedLine(100),
});
export type DebitCardInput = z.infer<typeof debitCardInput>;

/** A crypto address as typed; what is sent there can't be called back. */
export const cryptoAddressInput = z.strictObject({
  asset: z.enum(cryptoAssets),
  network: z.enum(cryptoNetworkNames),
  address: z.string().check(z.trim(), z.minLength(20), z.maxLength(120)),
});
export type CryptoAddressInput = z.infer<typeof cryptoAddressInput>;
