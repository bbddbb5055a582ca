/**
 * What a US taxpayer identification number reveals on its own. The input field and the service use the same rules.
 *
 * Sources: SSA (areas 000, 666 and 900 to 999, group 00 and serial 0000 are never assigned), IRS (ITIN and ATIN by the
 * fourth and fifth digit; EIN prefixes). The list of EIN prefixes grows, so an unknown prefix is only a warning.
 */

/** Types of numbers that a W-9 accepts. */
export const tinTypes = ["ssn", "itin", "atin", "ein"] as const;
export type TinType = (typeof tinTypes)[number];

/** Boxes of Part I: a person's number (SSN, ITIN, ATIN) or an employer's. */
export const tinBoxes = ["ssn", "ein"] as const;
export type TinBox = (typeof tinBoxes)[number];

export type TinProblem =
  | "empty"
  | "incomplete"
  /** More than nine digits, or characters other than digits, spaces and dashes. */
  | "not_a_tin"
  /** The SSA never assigns it. */
  | "never_issued"
  /** Printed on sample cards and in advertisements. */
  | "sample"
  /** Starts with 9, but is neither ITIN nor ATIN. */
  | "not_an_itin";

/** Something to check again, not an error. */
export type TinWarning = "ein_prefix_unknown";

export interface TinReading {
  /** Nine digits; null if refused. */
  readonly tin: string | null;
  readonly type: TinType | null;
  readonly problem: TinProblem | null;
  readonly warning: TinWarning | null;
}

/** Published by mistake or as examples; the SSA refuses them. */
const samples: ReadonlySet<string> = new Set(["078051120", "219099999", "457555462", "123456789"]);

/** Prefixes that no IRS campus assigns. */
const unknownEinPrefixes: ReadonlySet<string> = new Set(
  "00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97".split(" "),
);

/** Reads the text typed into a box; ignores spaces and dashes. */
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
    const type = typeStartingWithNine(Number(digits.slice(3, 5)));
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

/**
 * The type of a number that begins with 9, by its fourth and fifth digit: 50–65, 70–88, 90–92 and 94–99 are ITINs, 93
 * is an ATIN.
 */
function typeStartingWithNine(group: number): "itin" | "atin" | null {
  if (group === 93) return "atin";
  const isItin =
    (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group <= 99);
  return isItin ? "itin" : null;
}

export function boxOf(type: TinType): TinBox {
  return type === "ein" ? "ein" : "ssn";
}

/** `123-45-6789` or `12-3456789`, even while typing. */
export function formatTin(digits: string, box: TinBox): string {
  const cuts = box === "ein" ? [2] : [3, 5];
  return [...digits.slice(0, 9)]
    .map((digit, index) => (cuts.includes(index) ? `-${digit}` : digit))
    .join("");
}

/** `XXX-XX-6789`, `XX-XXX6789`. Nothing else of a stored number is ever shown. */
export function maskTin(last4: string, box: TinBox): string {
  return box === "ein" ? `XX-XXX${last4}` : `XXX-XX-${last4}`;
}
