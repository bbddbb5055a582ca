import type { LocationRule } from "#contract/console/settings";

/** The effect of a set of rules, for a sentence. */
export interface LocationSummary {
  /** `everywhere`: no rules. `only`: places without a rule are denied. `all_but`: they are allowed. */
  readonly kind: "everywhere" | "only" | "all_but";
  /** The allowed places for `only`, most general first. */
  readonly allowed: readonly string[];
  readonly denied: readonly string[];
}

/**
 * Applies the rules as the service does (service/customers/location/location-rules.ts). If two rules name the same
 * place, the deny rule wins. Places without a rule are denied if any rule allows a place, unless that place is a state
 * of a denied country.
 */
export function summaryOf(rules: readonly LocationRule[]): LocationSummary {
  const verdicts = new Map<string, LocationRule["rule"]>();
  for (const { place, rule } of rules) {
    if (verdicts.get(place) !== "deny") verdicts.set(place, rule);
  }
  const places = (rule: LocationRule["rule"]) =>
    [...verdicts]
      .filter(([, verdict]) => verdict === rule)
      .map(([place]) => place)
      .sort((a, b) => a.length - b.length || a.localeCompare(b));
  const allowed = places("allow");
  const isAllowList = allowed.some((place) => {
    const [country = "", state] = place.split("-");
    return !(state !== undefined && verdicts.get(country) === "deny");
  });
  return {
    kind: verdicts.size === 0 ? "everywhere" : isAllowList ? "only" : "all_but",
    allowed,
    denied: places("deny"),
  };
}
