import type { LocationRule } from "#contract/console/settings";

/** What a set of rules comes to, for a sentence. */
export interface LocationSummary {
  /** `everywhere`: no rules. `only`: what is not named is refused. `all_but`: what is not named is served. */
  readonly kind: "everywhere" | "only" | "all_but";
  /** Places that are served, most general first; for `only`. */
  readonly allowed: readonly string[];
  /** Places that are refused. */
  readonly denied: readonly string[];
}

/**
 * Reads the rules as the service does (service/customers/location/location-rules.ts): of two rules for one place the
 * denying one wins, and what no rule names is refused as soon as one allows something that is no exception from
 * a denied country.
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
