/** What each payout processor's connector can do, for the console and the check of a connector. */

/** The abilities that people compare, in display order. The console puts the codes into words. */
export const payoutAbilities = [
  "pays_bank",
  "pays_card",
  "pays_crypto",
  "real_time",
  "payout_currencies",
  "payout_look_up",
  "payout_repeats",
  "payout_notices",
  "payout_returns",
] as const;
export type PayoutAbility = (typeof payoutAbilities)[number];

type Abilities = Readonly<Record<PayoutAbility, string>>;

/** The connectors by the `type` of an entry of `PAYOUT_PROCESSOR`. */
export const payoutVendorAbilities = {
  tessera: {
    pays_bank: "yes",
    pays_card: "yes",
    pays_crypto: "yes",
    real_time: "rails_decide",
    payout_currencies: "any",
    payout_look_up: "at_once",
    payout_repeats: "yes",
    payout_notices: "yes",
    payout_returns: "yes",
  },
  tabapay: {
    pays_bank: "yes",
    pays_card: "yes",
    pays_crypto: "no",
    real_time: "setting",
    payout_currencies: "dollars",
    payout_look_up: "after_90_seconds_for_a_day",
    payout_repeats: "second_is_refused",
    payout_notices: "no",
    payout_returns: "no",
  },
  dwolla: {
    pays_bank: "yes",
    pays_card: "no",
    pays_crypto: "no",
    real_time: "setting",
    payout_currencies: "dollars",
    payout_look_up: "yes",
    payout_repeats: "for_a_day",
    payout_notices: "setting",
    payout_returns: "yes",
  },
  trustly: {
    pays_bank: "after_login",
    pays_card: "no",
    pays_crypto: "no",
    real_time: "setting",
    payout_currencies: "dollars",
    payout_look_up: "yes",
    payout_repeats: "no",
    payout_notices: "yes",
    payout_returns: "yes",
  },
} as const satisfies Readonly<Record<string, Abilities>>;

export type PayoutVendor = keyof typeof payoutVendorAbilities;

export function showPayoutAbilities(
  vendor: PayoutVendor,
): readonly { readonly ability: PayoutAbility; readonly value: string }[] {
  const abilities: Abilities = payoutVendorAbilities[vendor];
  return payoutAbilities.map((ability) => ({ ability, value: abilities[ability] }));
}
