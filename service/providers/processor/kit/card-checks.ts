import type { ChargeFacts } from "#contract/connectors/charge-facts";

export type AvsResult = NonNullable<ChargeFacts["avsResult"]>;
type CvcResult = NonNullable<ChargeFacts["cvcResult"]>;

/** Letters of the address check that US gateways use alike. */
const avsResults: Readonly<Record<string, AvsResult>> = {
  X: "match",
  Y: "match",
  A: "address_only",
  W: "postal_code_only",
  Z: "postal_code_only",
  N: "no_match",
  E: "not_checked",
  G: "not_checked",
  R: "not_checked",
  S: "not_checked",
  U: "not_checked",
};

const cvcResults: Readonly<Record<string, CvcResult>> = {
  M: "match",
  N: "no_match",
  P: "not_checked",
  S: "not_checked",
  U: "not_checked",
};

/** Result of an address check. `own`: letters that the vendor uses differently. */
export function avsResultOf(
  letter: unknown,
  own: Readonly<Record<string, AvsResult>> = {},
): AvsResult | undefined {
  return read(own, letter) ?? read(avsResults, letter);
}

/** Result of a security code check; undefined for an unknown letter. */
export function cvcResultOf(letter: unknown): CvcResult | undefined {
  return read(cvcResults, letter);
}

function read<Result>(
  results: Readonly<Record<string, Result>>,
  letter: unknown,
): Result | undefined {
  return typeof letter === "string" && Object.hasOwn(results, letter) ? results[letter] : undefined;
}
