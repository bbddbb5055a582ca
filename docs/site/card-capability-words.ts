import type { ShownAbility } from "#contract/connectors/card-capabilities";

/** The abilities of card processors in words, for the table in docs/connectors/card-processors.md. */
export const abilityWords: Readonly<Record<ShownAbility["ability"], string>> = {
  external_3ds: "3-D Secure result of another party",
  native_3ds: "The vendor's own 3-D Secure",
  soft_declines: "Soft declines (3-D Secure afterwards)",
  stored_credentials: "Stored credentials",
  charge_look_up: "A lost charge is found by our reference",
  repeats: "A charge may be sent again under its key",
  refunds: "Refunds",
  refund_look_up: "A lost refund is found by our reference",
  voids: "Void before the charge has cleared",
  arn: "Reference for the customer's bank (ARN)",
  currencies: "Currencies",
  surcharge: "Surcharge part in the charge",
  descriptor: "Text on the statement",
  merchant_category: "Merchant category with each payment",
  notices: "Signed notices of changes",
  dispute_notices: "Dispute notices",
  dispute_answers: "Dispute answers by API",
  settlement_files: "Settlement reports",
  payouts: "Payouts",
};

const values: Readonly<Record<string, string>> = {
  yes: "yes",
  no: "no",
  setting: "by setting",
  at_once: "at once",
  within_a_minute: "within a minute",
  within_a_minute_for_a_day: "within a minute, for a day",
  parts: "whole or part",
  parts_after_settlement: "whole; part after settlement",
  whole: "whole only",
  none: "none",
  perhaps: "not always; otherwise staff decide",
  by_notice: "only by the vendor's notice",
  two_decimals: "those with two decimals",
  any: "any",
  fetched: "yes, fetched by the service",
  not_offered: "not offered by the vendor",
};

/** Words for a code that needs others with this ability. */
const ofAbility: Readonly<Record<string, string>> = {
  "repeats no": "no: it is only looked up",
  "voids no": "no: always a refund",
};

/** Returns the words for the table. Throws for a code that has none. */
export function abilityValue({ ability, value }: ShownAbility): string {
  const words = ofAbility[`${ability} ${value}`] ?? values[value];
  if (words === undefined) throw new Error(`${ability} has no words for ${value}`);
  return words;
}
