import type { LocationReason } from "#contract/api/location";
import type { Place } from "../../providers/geo/geo-provider.ts";

/** A country (`US`) or a state of it (`US-NY`, ISO 3166-2) that an operator serves or does not. */
export interface LocationRule {
  place: string;
  rule: "allow" | "deny";
}

/** What the rules say of a place. */
export interface Judgement {
  allowed: boolean;
  /** null when allowed */
  reason: LocationReason | null;
}

/**
 * Whether the rules allow a place. The order of the rules doesn't matter:
 *
 * - the more exact rule wins: `deny US-NY` under `allow US`, `allow US-NV` under `deny US`;
 * - of two rules for the same place the denying one wins;
 * - a place that no rule names is refused as soon as the rules allow something that isn't such an
 *   exception: `allow US` means the United States only, `deny KP` means anywhere but North Korea;
 * - what isn't known is refused: an unknown country, and an unknown state where rules for states of
 *   that country would decide otherwise than the country's own.
 *
 * Without rules everything is allowed, whoever asks.
 */
export function judgePlace(rules: readonly LocationRule[], place: Place | null): Judgement {
  if (rules.length === 0) return { allowed: true, reason: null };
  if (place === null) return refused("location_unknown");

  const verdicts = new Map<string, "allow" | "deny">();
  for (const { place: name, rule } of rules) {
    if (verdicts.get(name) !== "deny") verdicts.set(name, rule);
  }
  const inCountry = verdicts.get(place.country) ?? (isAllowList(verdicts) ? "deny" : "allow");
  const states = [...verdicts].filter(([name]) => name.startsWith(`${place.country}-`));
  if (place.state === null) {
    if (states.some(([, verdict]) => verdict !== inCountry)) return refused("location_unknown");
  } else {
    const inState = verdicts.get(`${place.country}-${place.state}`);
    if (inState !== undefined) {
      return inState === "allow" ? { allowed: true, reason: null } : refused("state_not_allowed");
    }
  }
  if (inCountry === "allow") return { allowed: true, reason: null };
  // The country is served in part: another state of it would do.
  const elsewhere = states.some(([, verdict]) => verdict === "allow");
  return refused(elsewhere ? "state_not_allowed" : "country_not_allowed");
}

/** Whether the rules name what is allowed, beyond exceptions from a denied country. */
function isAllowList(verdicts: ReadonlyMap<string, "allow" | "deny">): boolean {
  return [...verdicts].some(([name, verdict]) => {
    const [country = "", state] = name.split("-");
    return verdict === "allow" && !(state !== undefined && verdicts.get(country) === "deny");
  });
}

function refused(reason: LocationReason): Judgement {
  return { allowed: false, reason };
}
