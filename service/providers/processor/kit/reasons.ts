/**
 * Why card payments are declined, in the reasons of contract/payment-reasons, by each vendor's codes. `iso` are ISO
 * 8583's response codes (field 39), which networks and some vendors use.
 *
 * The codes count only for a final decline; the connector decides whether an outcome is final.
 */
const codes = {
  do_not_honor: { iso: "05", nmi: "201", stripe: "do_not_honor" },
  generic_decline: {
    iso: "06 12",
    adyen: "2 27",
    authorizeNet: "2 3",
    nmi: "200 263 430",
    stripe:
      "card_declined duplicate_transaction generic_decline new_account_information_available no_action_taken security_violation service_not_allowed stop_payment_order",
  },
  insufficient_funds: { iso: "51", adyen: "12", nmi: "202", stripe: "insufficient_funds" },
  card_velocity_exceeded: {
    iso: "61 65",
    adyen: "28 29",
    nmi: "203",
    stripe: "card_velocity_exceeded withdrawal_count_limit_exceeded",
  },
  expired_card: {
    iso: "33 54",
    adyen: "6",
    authorizeNet: "7 8 316 317",
    nmi: "223 224",
    stripe: "expired_card invalid_expiry_month invalid_expiry_year",
  },
  incorrect_number: {
    iso: "14 15",
    adyen: "8",
    authorizeNet: "6 37 315",
    nmi: "220 221 222",
    stripe: "incorrect_number invalid_number invalid_account",
  },
  incorrect_cvc: {
    iso: "82 N7",
    adyen: "24",
    authorizeNet: "44 65 78 165",
    nmi: "225",
    stripe: "incorrect_cvc invalid_cvc",
  },
  incorrect_postal_code: {
    adyen: "32",
    authorizeNet: "27 45 127",
    stripe: "incorrect_zip incorrect_address postal_code_invalid",
  },
  card_not_supported: {
    iso: "38 40 55 58 62 75 86",
    adyen: "10 17 18 19 25 33 34 35 36 41",
    authorizeNet: "17 28",
    nmi: "204 226 461",
    stripe:
      "card_not_supported currency_not_supported incorrect_pin invalid_pin not_permitted offline_pin_required online_or_offline_pin_required pin_try_exceeded transaction_not_allowed",
  },
  gambling_not_allowed: { iso: "03 57", adyen: "23" },
  call_issuer: {
    iso: "01 02",
    adyen: "3",
    nmi: "240 260",
    stripe: "approve_with_id call_issuer",
  },
  try_again_later: {
    iso: "19 85",
    adyen: "21",
    nmi: "264",
    stripe: "reenter_transaction try_again_later",
  },
  issuer_unavailable: {
    iso: "91 92",
    adyen: "9 39 40",
    nmi: "421",
    stripe: "issuer_not_available",
  },
  processing_error: {
    iso: "13 30 96",
    adyen: "4 7 42",
    nmi: "300 400 410 411 420 440 441 460",
    stripe: "invalid_amount processing_error testmode_decline",
  },
  fraudulent: {
    iso: "34 59 63",
    adyen: "14 20 22 31",
    authorizeNet: "41 250 251 254",
    nmi: "253",
    stripe: "fraudulent merchant_blacklist",
  },
  lost_card: { iso: "41", nmi: "251", stripe: "lost_card" },
  stolen_card: { iso: "43", nmi: "252", stripe: "stolen_card" },
  pickup_card: {
    iso: "04 07 35 36 67",
    adyen: "5",
    authorizeNet: "4",
    nmi: "250",
    stripe: "pickup_card restricted_card",
  },
  authentication_required: {
    iso: "1A 70",
    adyen: "38",
    stripe: "authentication_not_handled authentication_required",
  },
  authentication_failed: { adyen: "11", stripe: "payment_intent_authentication_failure" },
  do_not_try_again: {
    iso: "46 R0 R1 R3",
    adyen: "26 46 50",
    nmi: "261 262",
    stripe: "do_not_try_again revocation_of_all_authorizations revocation_of_authorization",
  },
} satisfies Readonly<Record<string, Partial<Record<CodeSystem, string>>>>;

export const declineReasons = Object.keys(codes);

/** A network's or vendor's own codes. */
export type CodeSystem = "iso" | "adyen" | "authorizeNet" | "nmi" | "stripe";

/** Inverts `codes`: reason by code, without leading zeros. */
function bySystem(system: CodeSystem): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(codes).flatMap(
      ([reason, systems]: [string, Partial<Record<CodeSystem, string>>]) =>
        (systems[system] ?? "").split(" ").flatMap((code) => (code ? [[plain(code), reason]] : [])),
    ) as [string, string][],
  );
}

const reasons: Readonly<Record<CodeSystem, ReadonlyMap<string, string>>> = {
  iso: bySystem("iso"),
  adyen: bySystem("adyen"),
  authorizeNet: bySystem("authorizeNet"),
  nmi: bySystem("nmi"),
  stripe: bySystem("stripe"),
};

export interface DeclineReason {
  readonly declineCode: string;
  /** The table lacks the code, so the reason is `generic_decline`. */
  readonly isUnknownCode?: true;
}

/** Merchant categories of betting, lotteries, licensed gambling and games. */
const gamblingCategories = new Set(["7800", "7801", "7802", "7994", "7995", "9406"]);

/**
 * The reason of a code. A code that refuses the merchant's category means gambling, unless `mcc` is another category:
 * then it is `card_not_supported`. Without `mcc`, the account's own category is unknown here.
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
