import type { ChargeFacts } from "#contract/connectors/charge-facts";
import { type AvsResult, avsResultOf, cvcResultOf } from "../kit/card-checks.ts";
import { factsOf } from "../kit/charge-facts.ts";

/** NMI's own letters. Its documents give B two meanings, so B says nothing. */
const ownAvs: Readonly<Record<string, AvsResult>> = {
  D: "match",
  M: "match",
  L: "postal_code_only",
  P: "postal_code_only",
  C: "no_match",
  I: "not_checked",
  O: "not_checked",
};

/** What NMI says about a charge besides its outcome; undefined where it says nothing. */
export interface RawFacts {
  readonly authCode?: string | undefined;
  readonly avs?: string | undefined;
  readonly cvc?: string | undefined;
}

/** Facts of an approval, or of a decline with its `code`. NMI has no network transaction id. */
export function nmiFacts(
  { authCode, avs, cvc }: RawFacts,
  code?: string,
): { readonly facts?: ChargeFacts } {
  const facts = factsOf({
    ...(code === undefined ? { authorisationCode: authCode } : { vendorCode: code }),
    avsResult: avsResultOf(avs, ownAvs),
    cvcResult: cvcResultOf(cvc),
  });
  return facts ? { facts } : {};
}
