/**
 * What each card processor's connector can do: the one table that routing, refunds, disputes, the console and the
 * documentation read. A vendor is a row; every row must have every field.
 */

/** What a connector can do. The service and the console offer nothing else. */
export interface CardCapabilities {
  /** Charges carry the result of a 3-D Secure server that is not the vendor's. */
  readonly externalThreeDSecure: boolean;
  /**
   * The vendor authenticates customers with its own 3-D Secure. `setting`: it can, instead of taking outside results.
   */
  readonly nativeThreeDSecure: "always" | "setting" | "never";
  /** A decline can say that the issuer wants 3-D Secure. */
  readonly softDeclines: boolean;
  /** Charges say that a card is saved or was saved. */
  readonly storedCredentials: boolean;
  /**
   * A charge or refund may be sent again under its key: the processor makes at most one. Otherwise a request with a
   * lost response is only looked up.
   */
  readonly repeats: boolean;
  /**
   * How long after the first request it may be sent again; absent: always. Later the processor may make a second one.
   */
  readonly repeatsForMs?: number;
  /**
   * The vendor has an object for each charge that is created first and charges nothing. The service stores its
   * reference before it charges, and look-ups read the object.
   */
  readonly prepares?: true;
  /**
   * How to find the outcome of a charge if the response was lost:
   * - `exact`: a query knows the charge from the moment it may have taken effect;
   * - `eventual`: a query knows it after {@link findsAfterMs};
   * - `notice`: there is no query; only the vendor's notices report it. Silence proves nothing, so a look-up never
   *   answers `not_found`;
   * - `replay`: as `notice`. In addition, the same request under the same key has the same response, so it is sent once
   *   more while the card is at hand: in the same call, never after a crash.
   */
  readonly lookUp: "exact" | "eventual" | "notice" | "replay";
  /** How long a look-up may miss a request. Until then `not_found` proves nothing. */
  readonly findsAfterMs: number;
  /** How long a look-up knows a request; absent: always. Later `not_found` proves nothing. */
  readonly findsForMs?: number;
  /**
   * Look-ups find every refund by our reference. `perhaps`: staff decide about one that is not found. `notice`: only
   * the vendor's notices report them.
   */
  readonly findsRefunds: "always" | "perhaps" | "notice";
  /** A refund before settlement takes the charge off the customer's statement. */
  readonly voids: boolean;
  /** `parts_after_settlement`: before settlement only the whole charge. */
  readonly refunds: "parts" | "parts_after_settlement" | "whole" | "none";
  /** A refund has a reference for the customer's bank. */
  readonly arn: boolean;
  /** Decimal places that the vendor's currencies have; absent: any. */
  readonly currencyDigits?: number;
  /** Currencies that the vendor does not take, because its minor units differ from ISO 4217. */
  readonly notCurrencies?: readonly string[];
  /** The largest amount in minor units; absent: any. */
  readonly maxMinor?: number;
  /** Charges name the part of the amount that is a surcharge. */
  readonly surchargePart: boolean;
  /** Charges have the text for the customer's statement. `setting`: if the operator says so. */
  readonly descriptor: "always" | "setting" | "never";
  /** Charges have a merchant category, such as one for gambling: the operator's, or the account's. */
  readonly merchantCategory: "setting" | "never";
  /**
   * The vendor reports changes to charges and refunds, signed. The service looks up what a notice names. `setting`:
   * once the operator has set up the vendor's webhook.
   */
  readonly notices: "signed" | "setting" | "none";
  readonly reportsDisputes: boolean;
  /** Disputes can be answered over the API. */
  readonly answersDisputes: boolean;
  /** `files`: staff or a server send them. `fetched`: the service fetches each settled batch over the API. */
  readonly settlementFiles: "files" | "fetched" | "none";
  /** Abilities that the vendor's API lacks for everyone. */
  readonly vendorLacks?: readonly MissingAbility[];
  /** The connector pays out to cards. Payouts have their own connectors. */
  readonly payouts: boolean;
}

/** Abilities that a vendor's API may lack. */
export type MissingAbility = "dispute_notices" | "dispute_answers" | "settlement_files";

/** What a server with our own protocol may lack, as in the setting `cannot`. */
export const optionalAbilities = [
  "stored_credentials",
  "refunds",
  "partial_refunds",
  "dispute_answers",
] as const;
export type OptionalAbility = (typeof optionalAbilities)[number];

const minuteMs = 60_000;

/** The connectors by the `type` of an entry of `PROCESSORS`. */
export const cardCapabilities = {
  tessera: {
    externalThreeDSecure: true,
    nativeThreeDSecure: "never",
    softDeclines: true,
    storedCredentials: true,
    repeats: true,
    lookUp: "exact",
    findsAfterMs: 0,
    findsRefunds: "always",
    voids: true,
    refunds: "parts",
    arn: true,
    surchargePart: true,
    descriptor: "always",
    merchantCategory: "setting",
    notices: "signed",
    reportsDisputes: true,
    answersDisputes: true,
    settlementFiles: "files",
    payouts: false,
  },
  worldpay: {
    externalThreeDSecure: true,
    nativeThreeDSecure: "never",
    softDeclines: true,
    storedCredentials: true,
    repeats: false,
    lookUp: "eventual",
    // Undocumented; a minute is our own margin.
    findsAfterMs: minuteMs,
    findsRefunds: "always",
    voids: false,
    refunds: "parts",
    arn: false,
    // Amounts are 32-bit integers.
    maxMinor: 2_147_483_647,
    surchargePart: false,
    descriptor: "always",
    merchantCategory: "setting",
    notices: "setting",
    reportsDisputes: true,
    answersDisputes: false,
    settlementFiles: "none",
    // Only its Disputes portal takes answers. Its Statements API is about accounts for payouts, not payments.
    vendorLacks: ["dispute_answers", "settlement_files"],
    payouts: false,
  },
  nmi: {
    externalThreeDSecure: true,
    nativeThreeDSecure: "never",
    softDeclines: false,
    storedCredentials: true,
    repeats: false,
    lookUp: "eventual",
    // Undocumented; a minute is our own margin.
    findsAfterMs: minuteMs,
    findsRefunds: "perhaps",
    voids: true,
    refunds: "parts",
    arn: false,
    // NMI documents only amounts with two decimals.
    currencyDigits: 2,
    surchargePart: true,
    descriptor: "setting",
    merchantCategory: "setting",
    notices: "setting",
    reportsDisputes: true,
    answersDisputes: false,
    settlementFiles: "fetched",
    // Disputes are answered at the acquirer.
    vendorLacks: ["dispute_answers"],
    payouts: false,
  },
  "authorize-net": {
    externalThreeDSecure: true,
    nativeThreeDSecure: "never",
    softDeclines: false,
    storedCredentials: true,
    repeats: false,
    lookUp: "eventual",
    // The delay is undocumented; a minute is our own margin. Batches are listed for 24 hours.
    findsAfterMs: minuteMs,
    findsForMs: 24 * 60 * minuteMs,
    findsRefunds: "always",
    voids: true,
    refunds: "parts_after_settlement",
    arn: false,
    currencyDigits: 2,
    surchargePart: true,
    descriptor: "setting",
    merchantCategory: "never",
    notices: "setting",
    reportsDisputes: false,
    answersDisputes: false,
    settlementFiles: "fetched",
    // A gateway: disputes are between the merchant and its acquirer.
    vendorLacks: ["dispute_notices", "dispute_answers"],
    payouts: false,
  },
  adyen: {
    externalThreeDSecure: true,
    nativeThreeDSecure: "never",
    softDeclines: true,
    storedCredentials: true,
    repeats: true,
    // Adyen keeps a key for at least seven days; a day is our own margin.
    repeatsForMs: 6 * 24 * 60 * minuteMs,
    lookUp: "replay",
    findsAfterMs: 0,
    findsRefunds: "notice",
    voids: false,
    refunds: "parts",
    arn: true,
    notCurrencies: ["CLP", "CVE", "IDR", "ISK"],
    surchargePart: true,
    descriptor: "always",
    merchantCategory: "setting",
    notices: "signed",
    reportsDisputes: true,
    answersDisputes: false,
    settlementFiles: "files",
    payouts: false,
  },
  stripe: {
    externalThreeDSecure: true,
    nativeThreeDSecure: "setting",
    softDeclines: true,
    storedCredentials: true,
    repeats: true,
    // Stripe keeps a key for 24 hours; an hour is our own margin.
    repeatsForMs: 23 * 60 * minuteMs,
    prepares: true,
    lookUp: "exact",
    findsAfterMs: 0,
    findsRefunds: "always",
    voids: true,
    refunds: "parts",
    arn: true,
    // Stripe wants ISK and UGX with two decimals and MGA with none.
    notCurrencies: ["ISK", "MGA", "UGX"],
    // Amounts have eight digits.
    maxMinor: 99_999_999,
    surchargePart: false,
    descriptor: "setting",
    merchantCategory: "never",
    notices: "signed",
    reportsDisputes: true,
    answersDisputes: true,
    settlementFiles: "files",
    payouts: false,
  },
} as const satisfies Readonly<Record<string, CardCapabilities>>;

/** Names of the vendors, as in the `type` of an entry. */
export type CardVendor = keyof typeof cardCapabilities;

/** What a server with our own protocol can do without these abilities. */
export function withoutAbilities(
  capabilities: CardCapabilities,
  lacks: readonly OptionalAbility[],
): CardCapabilities {
  const has = (ability: OptionalAbility) => !lacks.includes(ability);
  const { storedCredentials, refunds, answersDisputes } = capabilities;
  return {
    ...capabilities,
    storedCredentials: storedCredentials && has("stored_credentials"),
    refunds: !has("refunds") ? "none" : !has("partial_refunds") ? "whole" : refunds,
    answersDisputes: answersDisputes && has("dispute_answers"),
  };
}

/** What a connector can do if the vendor authenticates the customers itself. */
export function withNativeThreeDSecure(capabilities: CardCapabilities): CardCapabilities {
  return { ...capabilities, externalThreeDSecure: false, nativeThreeDSecure: "always" };
}

/** Whether the vendor's own 3-D Secure authenticates charges, so that they take no result from outside. */
export function isNative({
  externalThreeDSecure,
  nativeThreeDSecure,
}: Pick<CardCapabilities, "externalThreeDSecure" | "nativeThreeDSecure">): boolean {
  return !externalThreeDSecure && nativeThreeDSecure !== "never";
}

/** An ability as codes, which the documentation and the console put into words. */
export interface ShownAbility {
  readonly ability: (typeof shownAbilities)[number];
  /** `yes`, `no`, `setting` (the operator decides), or a code that only this ability has. */
  readonly value: string;
}

/** The abilities that people compare, in display order. */
export const shownAbilities = [
  "external_3ds",
  "native_3ds",
  "soft_declines",
  "stored_credentials",
  "charge_look_up",
  "repeats",
  "refunds",
  "refund_look_up",
  "voids",
  "arn",
  "currencies",
  "surcharge",
  "descriptor",
  "merchant_category",
  "notices",
  "dispute_notices",
  "dispute_answers",
  "settlement_files",
  "payouts",
] as const;

/** Returns the abilities that the documentation and the console show for a connector. */
export function showAbilities(can: CardCapabilities): ShownAbility[] {
  const yesNo = (isAble: boolean) => (isAble ? "yes" : "no");
  const mark = (use: "always" | "setting" | "never") =>
    use === "setting" ? use : yesNo(use === "always");
  const hasNoQuery = can.lookUp === "notice" || can.lookUp === "replay";
  const refundLookUps = { always: "yes", perhaps: "perhaps", notice: "by_notice" } as const;
  const orLack = (lack: MissingAbility, isAble: boolean) =>
    !isAble && can.vendorLacks?.includes(lack) ? "not_offered" : yesNo(isAble);
  const findsSoon = can.findsAfterMs === 0 ? "at_once" : "within_a_minute";
  const values: Readonly<Record<ShownAbility["ability"], string>> = {
    external_3ds: yesNo(can.externalThreeDSecure),
    native_3ds: mark(can.nativeThreeDSecure),
    soft_declines: yesNo(can.softDeclines),
    stored_credentials: yesNo(can.storedCredentials),
    charge_look_up: hasNoQuery
      ? "by_notice"
      : can.findsForMs === undefined
        ? findsSoon
        : `${findsSoon}_for_a_day`,
    repeats: yesNo(can.repeats),
    refunds: can.refunds,
    refund_look_up: refundLookUps[can.findsRefunds],
    voids: yesNo(can.voids),
    arn: yesNo(can.arn),
    currencies: can.currencyDigits === 2 ? "two_decimals" : "any",
    surcharge: yesNo(can.surchargePart),
    descriptor: mark(can.descriptor),
    merchant_category: mark(can.merchantCategory),
    notices: can.notices === "setting" ? "setting" : yesNo(can.notices === "signed"),
    dispute_notices: orLack("dispute_notices", can.reportsDisputes),
    dispute_answers: orLack("dispute_answers", can.answersDisputes),
    settlement_files:
      can.settlementFiles === "fetched"
        ? "fetched"
        : orLack("settlement_files", can.settlementFiles === "files"),
    payouts: yesNo(can.payouts),
  };
  return shownAbilities.map((ability) => ({ ability, value: values[ability] }));
}
