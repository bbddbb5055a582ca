/**
 * Rules of US taxpayer identification numbers, as far as a number tells by itself. The same for the
 * field that takes it and the service that stores it.
 *
 * Sources: SSA (areas 000, 666 and 900 to 999, group 00 and serial 0000 are never assigned), IRS
 * (ITIN and ATIN by the fourth and fifth digit; prefixes of EINs). The list of EIN prefixes grows, so an
 * unknown one only warns.
 */

/** Kinds of numbers that a W-9 takes. */
export const tinTypes = ["ssn", "itin", "atin", "ein"] as const;
/** One of {@link tinTypes}. */
export type TinType = (typeof tinTypes)[number];

/** The two boxes of Part I: a person's number (SSN, ITIN, ATIN), or an employer's. */
export const tinBoxes = ["ssn", "ein"] as const;
/** One of {@link tinBoxes}. */
export type TinBox = (typeof tinBoxes)[number];

/** Why a number can't be one. */
export type TinProblem =
  | "empty"
  | "incomplete"
  /** More than nine digits, or something else than digits, spaces and dashes. */
  | "not_a_tin"
  /** No such SSN is ever given out. */
  | "never_issued"
  /** One that was printed on sample cards and advertisements. */
  | "sample"
  /** Begins with 9, and is neither an ITIN nor an ATIN. */
  | "not_an_itin";

/** Worth a second look, and no more. */
export type TinWarning = "ein_prefix_unknown";

/** What a typed number is. */
export interface TinReading {
  /** Nine digits; null unless it can be one. */
  readonly tin: string | null;
  readonly type: TinType | null;
  readonly problem: TinProblem | null;
  readonly warning: TinWarning | null;
}

/** Published by mistake or as examples, and refused by the SSA ever since. */
const samples: ReadonlySet<string> = new Set(["078051120", "219099999", "457555462", "123456789"]);

/** Prefixes that no campus of the IRS gives out. */
const unknownEinPrefixes: ReadonlySet<string> = new Set(
  "00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97".split(" "),
);

/** Reads what was typed into one of the two boxes; spaces and dashes are left out. */
export function readTin(text: string, box: TinBox): TinReading {
  const digits = text.replace(/[\s\u2010-\u2015-]/g, "");
  const refuse = (problem: TinProblem): TinReading => ({
    tin: null,
    type: null,
    problem,
    warning: null,
  });
  if (digits === "") return refuse("empty");
  if (!/^\d{1,9}$/.test(digits)) return refuse("not_a_tin");
  if (digits.length < 9) return refuse("incomplete");
  if (/^(\d)\1{8}$/.test(digits)) return refuse("never_issued");
  if (box === "ein") {
    const warning = unknownEinPrefixes.has(digits.slice(0, 2)) ? "ein_prefix_unknown" : null;
    return { tin: digits, type: "ein", problem: null, warning };
  }
  if (digits.startsWith("9")) {
    const type = typeOfNines(Number(digits.slice(3, 5)));
    return type === null
      ? refuse("not_an_itin")
      : { tin: digits, type, problem: null, warning: null };
  }
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  if (area === "000" || area === "666" || group === "00" || serial === "0000") {
    return refuse("never_issued");
  }
  if (samples.has(digits)) return refuse("sample");
  return { tin: digits, type: "ssn", problem: null, warning: null };
}

/** By the fourth and fifth digit: 50–65, 70–88, 90–92 and 94–99 are ITINs, 93 is an ATIN. */
function typeOfNines(group: number): "itin" | "atin" | null {
  if (group === 93) return "atin";
  const isItin =
    (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group <= 99);
  return isItin ? "itin" : null;
}

/** The box that a number of this kind stands in. */
export function boxOf(type: TinType): TinBox {
  return type === "ein" ? "ein" : "ssn";
}

/** Digits as they are written: `123-45-6789`, `12-3456789`; also while they are typed. */
export function formatTin(digits: string, box: TinBox): string {
  const cuts = box === "ein" ? [2] : [3, 5];
  return [...digits.slice(0, 9)]
    .map((digit, index) => (cuts.includes(index) ? `-${digit}` : digit))
    .join("");
}

/** All that is ever shown of a stored number: `XXX-XX-6789`, `XX-XXX6789`. */
export function maskTin(last4: string, box: TinBox): string {
  return box === "ein" ? `XX-XXX${last4}` : `XXX-XX-${last4}`;
}
