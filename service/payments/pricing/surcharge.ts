/**
 * What a card payment may be surcharged with, from one dated table. Sources disagree and laws change, so
 * each row says from when it holds; whatever the table does not allow is not charged.
 *
 * Always: US only, credit cards only (never debit, prepaid or unknown: Durbin Amendment and the schemes'
 * rules), never more than the operator's own setting, never more than the lowest cap that applies.
 */
import type { CardFunding } from "../../providers/card-ranges/index.ts";

/** The operator's setting. */
export interface SurchargeSetting {
  /** Hundredths of a per cent of the base amount. */
  readonly basisPoints: number;
  readonly fixedMinor: number;
}

/** What came of the rules; kept with the payment, so that it can be told later. Names are stored. */
export interface SurchargeDecision {
  /**
   * `setting`: what the operator had set; `capped`: less, as the rule says. All others took nothing:
   * `banned` by the rule; `debit`, `prepaid`, `unknown` kind of card; `brand` without a rule; `country`
   * outside the US; `state_unknown`; `currency` other than USD; `method` other than a card.
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
  /** As it was then. */
  readonly setting: SurchargeSetting;
  /** The strictest rule that held: the cap, or the ban. Null where none was looked at. */
  readonly rule: AppliedRule | null;
}

/** A row of the table as it held. */
export interface AppliedRule {
  readonly kind: "brand" | "state";
  /** `visa`, `CO` */
  readonly of: string;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  /** 0: a ban. */
  readonly capBasisPoints: number;
}

/** A cap, or a ban (0), from a day on. */
interface SurchargeRule {
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly capBasisPoints: number;
}

/**
 * By brand (ids of `credit-card-type`). Visa: 3 % since 15 April 2023. Mastercard: 4 %. American Express:
 * at parity with other brands, so the lowest of their caps; Discover: not above others. A brand that is
 * not here is not surcharged.
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
 * By the customer's state. Banned: Connecticut, Maine, Massachusetts, Puerto Rico; taken for banned:
 * California (SB 478: the price must include it) and Oklahoma. Colorado: 2 %.
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

/** A payment by card as far as surcharges depend on it. */
export interface SurchargeCase {
  readonly setting: SurchargeSetting;
  readonly baseMinor: number;
  readonly brand: string;
  readonly funding: CardFunding;
  /** ISO 3166-1 alpha-2; null while it is not known. */
  readonly country: string | null;
  /** USPS code; null while it is not known. */
  readonly state: string | null;
  /** `YYYY-MM-DD`. */
  readonly onDate: string;
}

/** The surcharge, downwards to the minor unit so that no cap is passed, and how it came about. */
export function surchargeOf(given: SurchargeCase): {
  feesMinor: number;
  decision: SurchargeDecision;
} {
  const { setting, baseMinor, brand, funding, country, state, onDate } = given;
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
  const wanted = shareOf(baseMinor, setting.basisPoints) + BigInt(setting.fixedMinor);
  const most = shareOf(baseMinor, rule.capBasisPoints);
  const isCapped = wanted > most;
  return {
    feesMinor: Number(isCapped ? most : wanted),
    decision: { outcome: isCapped ? "capped" : "setting", setting, rule },
  };
}

function shareOf(baseMinor: number, basisPoints: number): bigint {
  return (BigInt(baseMinor) * BigInt(basisPoints)) / 10_000n;
}

/** The newest rule that holds on that day. */
function ruleAt(kind: AppliedRule["kind"], of: string, onDate: string): AppliedRule | undefined {
  const rules = (kind === "brand" ? brandRules : stateRules)[of];
  const rule = rules?.findLast(({ from }) => from <= onDate);
  return rule && { kind, of, ...rule };
}
