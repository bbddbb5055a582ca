/**
 * Why card payments are declined, in the reasons of contract/payment-reasons, by the codes of each vendor. `iso` are
 * the response codes of ISO 8583 (field 39), which networks and some vendors use.
 *
 * Only final declines are here. Codes that leave the outcome open are the connector's business.
 */
const codes = {
  do_not_honor: { iso: "05" },
  generic_decline: { iso: "06 12", adyen: "2 27" },
  insufficient_funds: { iso: "51", adyen: "12" },
  card_velocity_exceeded: { iso: "61 65", adyen: "28 29" },
  expired_card: { iso: "33 54", adyen: "6" },
  incorrect_number: { iso: "14 15", adyen: "8" },
  incorrect_cvc: { iso: "82 N7", adyen: "24" },
  incorrect_postal_code: { adyen: "32" },
  card_not_supported: {
    iso: "38 40 55 58 62 75 86",
    adyen: "10 17 18 19 25 33 34 35 36 41",
  },
  gambling_not_allowed: { iso: "03 57", adyen: "23" },
  call_issuer: { iso: "01 02", adyen: "3" },
  try_again_later: { iso: "19 85", adyen: "21" },
  issuer_unavailable: { iso: "91 92", adyen: "9 39 40" },
  processing_error: { iso: "13 30 96", adyen: "4 7 42" },
  fraudulent: { iso: "34 59 63", adyen: "14 20 22 31" },
  lost_card: { iso: "41" },
  stolen_card: { iso: "43" },
  pickup_card: { iso: "04 07 35 36 67", adyen: "5" },
  authentication_required: { iso: "1A 70", adyen: "38" },
  authentication_failed: { adyen: "11" },
  do_not_try_again: { iso: "46 R0 R1 R3", adyen: "26 46 50" },
} satisfies Readonly<Record<string, Partial<Record<CodeSystem, string>>>>;

/** All reasons of the table. */
export const declineReasons = Object.keys(codes);

/** A network's or vendor's own codes. */
export type CodeSystem = "iso" | "adyen";

/** Reads `codes` from the other side: reason by code, without leading zeros. */
function bySystem(system: CodeSystem): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(codes).flatMap(
      ([reason, systems]: [string, Partial<Record<CodeSystem, string>>]) =>
        (systems[system] ?? "").split(" ").flatMap((code) => (code ? [[plain(code), reason]] : [])),
    ) as [string, string][],
  );
}

const reasons = { iso: bySystem("iso"), adyen: bySystem("adyen") };

/** A decline's reason. */
export interface DeclineReason {
  readonly declineCode: string;
  /** The table does not have the code, so the reason is `generic_decline`. */
  readonly isUnknownCode?: true;
}

/** Merchant categories of betting, lotteries, licensed gambling and games. */
const gamblingCategories = new Set(["7800", "7801", "7802", "7994", "7995", "9406"]);

/**
 * The reason of a code. A code that refuses the merchant's category means gambling, unless `mcc` is another category:
 * then the card is `card_not_supported`. Without an `mcc` the account has its own, which is unknown here.
 */
export function reasonOf(system: CodeSystem, code: string, mcc?: string): DeclineReason {
  const found = reasons[system].get(plain(code));
  if (found === undefined) return { declineCode: "generic_decline", isUnknownCode: true };
  const isOther =
    found === "gambling_not_allowed" && mcc !== undefined && !gamblingCategories.has(mcc);
  return { declineCode: isOther ? "card_not_supported" : found };
}

/** Codes come with and without leading zeros, in either case. */
function plain(code: string): string {
  return code
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, "");
}
