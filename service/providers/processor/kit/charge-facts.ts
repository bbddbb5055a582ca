import {
  adviceForbidsRetry,
  type ChargeFacts,
  chargeFacts,
} from "#contract/connectors/charge-facts";

/**
 * A charge's facts without those that are missing or do not fit; undefined if none are left. `raw` may hold anything:
 * facts only inform, so they never make a response unusable.
 */
export function factsOf(
  raw: Readonly<Partial<Record<keyof ChargeFacts, unknown>>>,
): ChargeFacts | undefined {
  const read = Object.entries(chargeFacts.parse(raw)).filter(([, value]) => value !== undefined);
  return read.length === 0 ? undefined : Object.fromEntries(read);
}

/** Whether the schemes forbid another try with the card. */
export function forbidsRetry(
  declineCode: string,
  { adviceCode = "" }: Pick<ChargeFacts, "adviceCode"> = {},
): boolean {
  return declineCode === "do_not_try_again" || adviceForbidsRetry(adviceCode);
}

/** Declines because of what the customer typed in addition to the card's number. */
const aboutTypedData: ReadonlySet<string> = new Set([
  "incorrect_cvc",
  "expired_card",
  "incorrect_postal_code",
]);

/**
 * Whether a decline stops the card for all of the operator's customers. Not if something besides the number was wrong:
 * a person who knows only the number must not lock out the cardholder.
 */
export function stopsCard(declineCode: string, facts: ChargeFacts = {}): boolean {
  const isTypedWrong = aboutTypedData.has(declineCode) || facts.cvcResult === "no_match";
  return forbidsRetry(declineCode, facts) && !isTypedWrong;
}
