import type { LocationReason } from "#contract/api/location";
import type { Place } from "../../providers/geo/geo-provider.ts";

/** Allows or denies a country (`US`) or a state (`US-NY`, ISO 3166-2). */
export interface LocationRule {
  place: string;
  rule: "allow" | "deny";
}

export interface RuleResult {
  allowed: boolean;
  /** Why the place is denied; null when it is allowed. */
  reason: LocationReason | null;
}

/**
 * Checks a place against the rules, in any order:
 *
 * - The more specific rule wins: `deny US-NY` over `allow US`, `allow US-NV` over `deny US`.
 * - Of two rules for one place, the denying one wins.
 * - A place without a rule is denied if any rule allows a place outside a denied country: `allow US` allows only the
 *   United States, `deny KP` everywhere except North Korea.
 * - An unknown country is denied. So is an unknown state, if a rule for a state of its country decides differently from
 *   the country's own result.
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
  const elsewhere = states.some(([, verdict]) => verdict === "allow");
  return denied(elsewhere ? "state_not_allowed" : "country_not_allowed");
}

/** Whether a rule allows anything other than a state in a denied country. */
function isAllowList(verdicts: ReadonlyMap<string, "allow" | "deny">): boolean {
  return [...verdicts].some(([name, verdict]) => {
    const [country = "", state] = name.split("-");
    return verdict === "allow" && !(state !== undefined && verdicts.get(country) === "deny");
  });
}

function denied(reason: LocationReason): RuleResult {
  return { allowed: false, reason };
}
