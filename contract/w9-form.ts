/**
 * Form W-9: its revision, the lines for each kind of payee, and the text to sign, as printed on the form. The page, the
 * service and the PDF copy use it.
 *
 * Omitted, because they never apply here: line 3b (only for a requester that is a partnership, trust or estate in which
 * the payee has an interest) and the FATCA code of line 4 (only for accounts kept outside the United States).
 */
import type { TinBox } from "./tin.ts";

/** Boxes of line 3a. */
export const w9Classifications = [
  "individual",
  "c_corporation",
  "s_corporation",
  "partnership",
  "trust_estate",
  "llc",
  "other",
] as const;
export type W9Classification = (typeof w9Classifications)[number];

/** Next to the LLC box. A disregarded LLC ticks its owner's box instead. */
export const llcClassifications = ["C", "S", "P"] as const;
export type LlcClassification = (typeof llcClassifications)[number];

/** Exempt payee codes of line 4, with the form's own explanations, shortened. */
export const exemptPayeeCodes = {
  "1": "An organization exempt from tax under section 501(a), any IRA, or a custodial account under section 403(b)(7)",
  "2": "The United States or any of its agencies or instrumentalities",
  "3": "A state, the District of Columbia, a U.S. commonwealth or territory, or any of their political subdivisions, agencies, or instrumentalities",
  "4": "A foreign government or any of its political subdivisions, agencies, or instrumentalities",
  "5": "A corporation",
  "6": "A dealer in securities or commodities required to register in the United States, the District of Columbia, or a U.S. commonwealth or territory",
  "7": "A futures commission merchant registered with the Commodity Futures Trading Commission",
  "8": "A real estate investment trust",
  "9": "An entity registered at all times during the tax year under the Investment Company Act of 1940",
  "10": "A common trust fund operated by a bank under section 584(a)",
  "11": "A financial institution as defined under section 581",
  "12": "A middleman known in the investment community as a nominee or custodian",
  "13": "A trust exempt from tax under section 664 or described in section 4947",
} as const;
export type ExemptPayeeCode = keyof typeof exemptPayeeCodes;
export const exemptPayeeCodeList = Object.keys(exemptPayeeCodes) as [
  ExemptPayeeCode,
  ...ExemptPayeeCode[],
];

export interface W9FormText {
  /** The form's revision, such as `2024-03`. */
  readonly revision: string;
  readonly revisionName: string;
  readonly title: string;
  readonly lines: {
    readonly line1: string;
    readonly line2: string;
    readonly line3a: string;
    readonly line4: string;
    readonly line5: string;
    readonly line6: string;
    readonly line7: string;
    readonly requester: string;
    readonly partOne: string;
    readonly ssn: string;
    readonly ein: string;
    readonly partTwo: string;
    readonly signature: string;
    readonly date: string;
  };
  readonly boxes: Readonly<Record<W9Classification, string>>;
  /** The text before the four items. */
  readonly perjury: string;
  /** Part II, items 1 to 4. */
  readonly items: readonly [string, string, string, string];
  /** The definition on page 2 of the form. */
  readonly usPerson: { readonly intro: string; readonly kinds: readonly string[] };
  /** The text directly above the signature of a substitute form (instructions for the requester). */
  readonly consent: string;
}

const march2024: W9FormText = {
  revision: "2024-03",
  revisionName: "Rev. March 2024",
  title: "Request for Taxpayer Identification Number and Certification",
  lines: {
    line1:
      "Name of entity/individual. An entry is required. (For a sole proprietor or disregarded entity, enter the owner’s name on line 1, and enter the business/disregarded entity’s name on line 2.)",
    line2: "Business name/disregarded entity name, if different from above.",
    line3a:
      "Check the appropriate box for federal tax classification of the entity/individual whose name is entered on line 1. Check only one of the following seven boxes.",
    line4: "Exempt payee code (if any)",
    line5: "Address (number, street, and apt. or suite no.). See instructions.",
    line6: "City, state, and ZIP code",
    line7: "List account number(s) here (optional)",
    requester: "Requester’s name and address (optional)",
    partOne: "Taxpayer Identification Number (TIN)",
    ssn: "Social security number",
    ein: "Employer identification number",
    partTwo: "Certification",
    signature: "Signature of U.S. person",
    date: "Date",
  },
  boxes: {
    individual: "Individual/sole proprietor",
    c_corporation: "C corporation",
    s_corporation: "S corporation",
    partnership: "Partnership",
    trust_estate: "Trust/estate",
    llc: "LLC. Enter the tax classification (C = C corporation, S = S corporation, P = Partnership)",
    other: "Other (see instructions)",
  },
  perjury: "Under penalties of perjury, I certify that:",
  items: [
    "The number shown on this form is my correct taxpayer identification number (or I am waiting for a number to be issued to me); and",
    "I am not subject to backup withholding because (a) I am exempt from backup withholding, or (b) I have not been notified by the Internal Revenue Service (IRS) that I am subject to backup withholding as a result of a failure to report all interest or dividends, or (c) the IRS has notified me that I am no longer subject to backup withholding; and",
    "I am a U.S. citizen or other U.S. person (defined below); and",
    "The FATCA code(s) entered on this form (if any) indicating that I am exempt from FATCA reporting is correct.",
  ],
  usPerson: {
    intro: "For federal tax purposes, you are considered a U.S. person if you are:",
    kinds: [
      "An individual who is a U.S. citizen or U.S. resident alien;",
      "A partnership, corporation, company, or association created or organized in the United States or under the laws of the United States;",
      "An estate (other than a foreign estate); or",
      "A domestic trust (as defined in Regulations section 301.7701-7).",
    ],
  },
  consent:
    "The Internal Revenue Service does not require your consent to any provision of this document other than the certifications required to avoid backup withholding.",
};

/** Revisions by code. Old copies use their own text. */
export const w9Forms: Readonly<Record<string, W9FormText>> = { [march2024.revision]: march2024 };

/** The revision for new signatures. */
export const currentW9Form: W9FormText = march2024;

/** The lines of the form for a kind of payee. */
export interface W9Lines {
  /** A person has first and last name; any other payee has one name. */
  readonly isPerson: boolean;
  readonly llcClassification: boolean;
  readonly otherClassification: boolean;
  /** Whether the form has an exempt payee code; individuals have none. */
  readonly exemptPayeeCode: boolean;
  /** The boxes of Part I, the usual one first. */
  readonly tinBoxes: readonly [TinBox, ...TinBox[]];
}

/**
 * The lines for a classification. A sole proprietor (an individual with a business name) may use either number, and so
 * may a trust or another entity.
 */
export function w9LinesOf(
  classification: W9Classification,
  { hasBusinessName }: { hasBusinessName: boolean },
): W9Lines {
  const isPerson = classification === "individual";
  const either = classification === "trust_estate" || classification === "other";
  return {
    isPerson,
    llcClassification: classification === "llc",
    otherClassification: classification === "other",
    exemptPayeeCode: !isPerson,
    tinBoxes: isPerson
      ? hasBusinessName
        ? ["ssn", "ein"]
        : ["ssn"]
      : either
        ? ["ein", "ssn"]
        : ["ein"],
  };
}

/** The certification as signed. Item 2 is crossed out if the IRS has notified the payee. */
export function certificationText(
  form: W9FormText,
  { backupWithholding }: { backupWithholding: boolean },
): string {
  const items = form.items.map((item, index) => {
    const text = index === 1 && backupWithholding ? `[crossed out: ${item}]` : item;
    return `${index + 1}. ${text}`;
  });
  return [form.perjury, ...items, form.consent].join("\n");
}

/** On an individual's line 1 these words probably mean a business name. */
const companyWord =
  /\b(llc|l\.l\.c|inc|incorporated|corp|corporation|company|co|ltd|limited|lp|llp|pllc|trust|estate|enterprises?|holdings?|group|partners|partnership|associates|foundation|services|solutions)\b\.?/i;

/** Likely causes of a mismatch with the IRS's records. */
export type W9Hint =
  /** A business name on an individual's line 1; the IRS matches the owner's name. */
  | "business_name_on_line_1"
  | "same_name_on_line_2"
  /** An LLC without its own classification belongs on its owner's form. */
  | "llc_as_individual"
  /** The name differs from the operator's records. */
  | "other_name_than_known";

/** Hints about lines 1 and 2. They never prevent signing. */
export function nameHints(given: {
  classification: W9Classification;
  /** Line 1. */
  name: string;
  /** Line 2. */
  businessName: string;
  /** The name in the operator's records; empty if it must not be revealed. */
  knownName: string;
}): W9Hint[] {
  const { classification, name, businessName, knownName } = given;
  const hints: W9Hint[] = [];
  const isPerson = classification === "individual";
  if (isPerson && companyWord.test(name)) {
    hints.push(/\bl\.?l\.?c\b/i.test(name) ? "llc_as_individual" : "business_name_on_line_1");
  }
  if (name.trim() !== "" && comparable(name) === comparable(businessName)) {
    hints.push("same_name_on_line_2");
  }
  if (isPerson && name.trim() !== "" && knownName !== "" && !isSameName(name, knownName)) {
    hints.push("other_name_than_known");
  }
  return hints;
}

/** Whether a typed signature is the signer's name, ignoring case, accents, dots and middle names. */
export function isSignatureOf(
  signature: string,
  person: { firstName: string; middleName: string; lastName: string; suffix: string },
): boolean {
  const { firstName, middleName, lastName, suffix } = person;
  const typed = comparable(signature);
  const initial = middleName.trim().slice(0, 1);
  const middles = ["", middleName, initial];
  const suffixes = ["", suffix];
  return middles.some((middle) =>
    suffixes.some(
      (end) => comparable([firstName, middle, lastName, end].filter(Boolean).join(" ")) === typed,
    ),
  );
}

/**
 * Whether a name has only Latin letters, as in the IRS's records. Accented ones are allowed and stored without accents.
 */
export function isLatinName(name: string): boolean {
  return /^[\p{Script=Latin}\p{M}\d\s.,'’`&()/+#-]*$/u.test(name);
}

function isSameName(one: string, other: string): boolean {
  const [a, b] = [comparable(one).split(" "), comparable(other).split(" ")];
  return a[0] === b[0] && a.at(-1) === b.at(-1);
}

function comparable(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’`.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
