/**
 * The surcharge on card payments, from one dated table. Sources disagree and laws change, so each row has a start date.
 * Only what the table allows is charged.
 *
 * Always: only in the US, only credit cards (never debit, prepaid or unknown: Durbin Amendment and card scheme rules),
 * and at most the operator's setting and the lowest cap that applies.
 */
import type { CardFunding } from "../../providers/card-ranges/index.ts";

export interface SurchargeSetting {
  /** Hundredths of a percent of the base amount. */
  readonly basisPoints: number;
  readonly fixedMinor: number;
}

/** Explains the surcharge later. Stored data has these field names. */
export interface SurchargeDecision {
  /**
   * `setting`: the operator's setting. `capped`: less, because of the rule. All others: no charge. `banned` by the
   * rule; `debit`, `prepaid` or `unknown` card; `brand` without a rule; `country` outside the US; `state_unknown`;
   * `currency` other than USD; `method` other than a card.
   */
  readonly outcome:
    | "setting"
    | "capped"
    | "banned"
    | Exclude<CardFunding, "credit">
    | "brand"
    | "country"
    | "state_unknown"
    | "currency"
    | "method";
  /** The operator's setting at that time. */
  readonly setting: SurchargeSetting;
  /** The cap or the ban. Null where no rule was checked. */
  readonly rule: AppliedRule | null;
}

export interface AppliedRule {
  readonly kind: "brand" | "state";
  /** The brand or state, such as `visa` or `CO`. */
  readonly of: string;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** The cap in basis points; 0 is a ban. */
  readonly capBasisPoints: number;
}

/** A cap, or a ban (0), from a day on. */
interface SurchargeRule {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly capBasisPoints: number;
}

/**
 * Caps by brand (ids of `credit-card-type`). Visa: 3 % since 15 April 2023. Mastercard: 4 %. American Express: like
 * other brands, so the lowest of their caps. Discover: not above others. A brand without a rule is not surcharged.
 */
const brandRules: Readonly<Record<string, readonly SurchargeRule[]>> = {
  visa: [
    { from: "2013-01-27", capBasisPoints: 400 },
    { from: "2023-04-15", capBasisPoints: 300 },
  ],
  mastercard: [{ from: "2013-01-27", capBasisPoints: 400 }],
  "american-express": [{ from: "2023-04-15", capBasisPoints: 300 }],
  discover: [{ from: "2023-04-15", capBasisPoints: 300 }],
};

/**
 * Caps by the customer's state. Banned: Connecticut, Maine, Massachusetts, Puerto Rico. Treated as banned: California
 * (SB 478: the price must include it) and Oklahoma. Colorado: 2 %.
 */
const stateRules: Readonly<Record<string, readonly SurchargeRule[]>> = {
  CT: [{ from: "2013-01-27", capBasisPoints: 0 }],
  ME: [{ from: "2013-01-27", capBasisPoints: 0 }],
  MA: [{ from: "2013-01-27", capBasisPoints: 0 }],
  PR: [{ from: "2013-01-27", capBasisPoints: 0 }],
  OK: [{ from: "2013-01-27", capBasisPoints: 0 }],
  CA: [{ from: "2024-07-01", capBasisPoints: 0 }],
  CO: [{ from: "2022-07-01", capBasisPoints: 200 }],
};

export interface SurchargeCase {
  readonly setting: SurchargeSetting;
  readonly baseMinor: number;
  readonly brand: string;
  readonly funding: CardFunding;
  /** ISO 3166-1 alpha-2. Null while unknown. */
  readonly country: string | null;
  /** USPS code. Null while unknown. */
  readonly state: string | null;
  /** `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** The surcharge, rounded down to the minor unit, so that it never exceeds a cap. */
export function surchargeOf(surchargeCase: SurchargeCase): {
  feesMinor: number;
  decision: SurchargeDecision;
} {
  const { setting, baseMinor, brand, funding, country, state, onDate } = surchargeCase;
  const none = (outcome: SurchargeDecision["outcome"], rule: AppliedRule | null = null) => ({
    feesMinor: 0,
    decision: { outcome, setting, rule },
  });
  if (funding !== "credit") return none(funding);
  if (country !== "US") return none("country");
  if (state === null) return none("state_unknown");
  const ofBrand = ruleAt("brand", brand, onDate);
  if (!ofBrand) return none("brand");
  const ofState = ruleAt("state", state, onDate);
  const rule = ofState && ofState.capBasisPoints <= ofBrand.capBasisPoints ? ofState : ofBrand;
  if (rule.capBasisPoints === 0) return none("banned", rule);
  const requested = shareOf(baseMinor, setting.basisPoints) + BigInt(setting.fixedMinor);
  const most = shareOf(baseMinor, rule.capBasisPoints);
  const isCapped = requested > most;
  return {
    feesMinor: Number(isCapped ? most : requested),
    decision: { outcome: isCapped ? "capped" : "setting", setting, rule },
  };
}

function shareOf(baseMinor: number, basisPoints: number): bigint {
  return (BigInt(baseMinor) * BigInt(basisPoints)) / 10_000n;
}

/** The newest rule in force on a day. */
function ruleAt(kind: AppliedRule["kind"], of: string, onDate: string): AppliedRule | undefined {
  const rules = (kind === "brand" ? brandRules : stateRules)[of];
  const rule = rules?.findLast(({ from }) => from <= onDate);
  return rule && { kind, of, ...rule };
}
