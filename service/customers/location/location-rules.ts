import type { LocationReason } from "#contract/api/location";
import type { Place } from "../../providers/geo/geo-provider.ts";

/** Allows or denies a country (`US`) or a state (`US-NY`, ISO 3166-2). */
export interface LocationRule {
  place: string;
  rule: "allow" | "deny";
}

/** The result of the rules for one place. */
export interface RuleResult {
  allowed: boolean;
  /** null when allowed */
  reason: LocationReason | null;
}

/**
 * Checks a place against the rules. Their order does not matter:
 *
 * - The more specific rule counts: `deny US-NY` beside `allow US`, `allow US-NV` beside `deny US`.
 * - Of two rules for the same place the denying one counts.
 * - A place without a rule is denied if the rules allow anything beyond such an exception: `allow US` means only the
 *   United States, `deny KP` means everywhere except North Korea.
 * - The unknown is denied: an unknown country, and an unknown state if rules for states of that country would decide
 *   differently from the country's own.
 *
 * Without rules every place is allowed.
 */
export function checkPlace(rules: readonly LocationRule[], place: Place | null): RuleResult {
  if (rules.length === 0) return { allowed: true, reason: null };
  if (place === null) return denied("location_unknown");

  const verdicts = new Map<string, "allow" | "deny">();
  for (const { place: name, rule } of rules) {
    if (verdicts.get(name) !== "deny") verdicts.set(name, rule);
  }
  const inCountry = verdicts.get(place.country) ?? (isAllowList(verdicts) ? "deny" : "allow");
  const states = [...verdicts].filter(([name]) => name.startsWith(`${place.country}-`));
  if (place.state === null) {
    if (states.some(([, verdict]) => verdict !== inCountry)) return denied("location_unknown");
  } else {
    const inState = verdicts.get(`${place.country}-${place.state}`);
    if (inState !== undefined) {
      return inState === "allow" ? { allowed: true, reason: null } : denied("state_not_allowed");
    }
  }
  if (inCountry === "allow") return { allowed: true, reason: null };
  // Another state of this country is allowed.
  const elsewhere = states.some(([, verdict]) => verdict === "allow");
  return denied(elsewhere ? "state_not_allowed" : "country_not_allowed");
}

/** Whether the rules allow anything beyond exceptions from a denied country. */
function isAllowList(verdicts: ReadonlyMap<string, "allow" | "deny">): boolean {
  return [...verdicts].some(([name, verdict]) => {
    const [country = "", state] = name.split("-");
    return verdict === "allow" && !(state !== undefined && verdicts.get(country) === "deny");
  });
}

function denied(reason: LocationReason): RuleResult {
  return { allowed: false, reason };
}
