import * as z from "zod/mini";
import type { ChargeFacts } from "#contract/connectors/charge-facts";
import { type AvsResult, avsResultOf, cvcResultOf } from "../kit/card-checks.ts";
import { factsOf } from "../kit/charge-facts.ts";

/** What Adyen says besides the result: only fields that the account has switched on. */
export const additionalData = z.optional(z.record(z.string(), z.unknown()));
export type AdditionalData = z.infer<typeof additionalData>;

/** The numbers at the start of `avsResult`. Others have no address check. */
const avsNumbers: Readonly<Record<string, AvsResult>> = {
  "1": "address_only",
  "2": "no_match",
  "6": "postal_code_only",
  "7": "match",
  "9": "address_only",
  "20": "match",
};
const cvcNumbers: Readonly<Record<string, NonNullable<ChargeFacts["cvcResult"]>>> = {
  "1": "match",
  "2": "no_match",
};

/** Facts of a charge, from a response or a notice. `vendorCode` is Adyen's refusal code. */
export function factsOfData(data: AdditionalData = {}, vendorCode?: string) {
  return factsOf({
    networkTransactionId: data["networkTxReference"],
    authorisationCode: data["authCode"],
    networkDeclineCode: rawCodeOf(data["refusalReasonRaw"]),
    adviceCode: twoDigits(data["merchantAdviceCode"]),
    avsResult: avsResultOf(data["avsResultRaw"]) ?? numbered(data["avsResult"], avsNumbers),
    cvcResult: cvcResultOf(data["cvcResultRaw"]) ?? numbered(data["cvcResult"], cvcNumbers),
    vendorCode,
  });
}

/** `05 : Do not honor` begins with the issuer's response code. */
function rawCodeOf(raw: unknown): string | undefined {
  return typeof raw === "string" ? /^([A-Z0-9]{1,3})\s*:/.exec(raw)?.[1] : undefined;
}

/** `01 : New account information available`, or only `01`. */
function twoDigits(advice: unknown): string | undefined {
  return typeof advice === "string" ? /^(\d\d)(?!\d)/.exec(advice)?.[1] : undefined;
}

/** `7 Both postal code and address match` begins with a number. Not in the table: not checked. */
function numbered<Result extends string>(
  text: unknown,
  results: Readonly<Record<string, Result>>,
): Result | "not_checked" | undefined {
  const number = typeof text === "string" ? /^\d+/.exec(text)?.[0] : undefined;
  return number === undefined ? undefined : (results[number] ?? "not_checked");
}
