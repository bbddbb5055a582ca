/** The vendor's or a network's words, not ids. */
const shownFacts = ["networkDeclineCode", "adviceCode", "avsResult", "cvcResult", "vendorCode"];

/**
 * An outcome's codes for the report: its type and the vendor's words. Leaves out ids, whatever could be a card number,
 * and all but short codes.
 */
export function codesOf(outcome: object): string[] {
  const { type, kind, declineCode, reason, reasonCode, code, failureCode, facts } = {
    ...outcome,
  } as Readonly<Record<string, unknown>>;
  const said = shownFacts.flatMap((name) => {
    const value = (facts as Readonly<Record<string, unknown>> | undefined)?.[name];
    return value === undefined ? [] : [`${name}=${String(value)}`];
  });
  return [type, kind, declineCode, reason, reasonCode, code, failureCode, ...said]
    .filter((each): each is string => typeof each === "string")
    .filter((each) => /^[A-Za-z0-9._:/+=-]{1,80}$/.test(each) && !/\d{8,}/.test(each));
}
