/**
 * The columns of the IRIS portal's CSV templates (IRS Publication 5717). The official templates require a login and
 * change each year, so a header row copied from the portal decides columns and order; otherwise these defaults apply.
 * Matches by name, ignoring case, punctuation and box numbers.
 */
import type { Form1099 } from "../../../tax/w9/index.ts";

/** Columns that we fill. */
export type IrisColumn =
  | "Form Type"
  | "Tax Year"
  | "Payer TIN Type"
  | "Payer Taxpayer ID Number"
  | "Payer Name Type"
  | "Payer Business or Entity Name Line 1"
  | "Payer Business or Entity Name Line 2"
  | "Payer Country"
  | "Payer Address Line 1"
  | "Payer Address Line 2"
  | "Payer City/Town"
  | "Payer State/Province/Territory"
  | "Payer ZIP/Postal Code"
  | "Payer Phone Type"
  | "Payer Phone"
  | "Recipient TIN Type"
  | "Recipient Taxpayer ID Number"
  | "Recipient Name Type"
  | "Recipient Business or Entity Name Line 1"
  | "Recipient Business or Entity Name Line 2"
  | "Recipient First Name"
  | "Recipient Middle Name"
  | "Recipient Last Name (Surname)"
  | "Recipient Suffix"
  | "Recipient Country"
  | "Recipient Address Line 1"
  | "Recipient Address Line 2"
  | "Recipient City/Town"
  | "Recipient State/Province/Territory"
  | "Recipient ZIP/Postal Code"
  | "Form Account Number"
  | "FATCA Filing Requirements"
  | "2nd TIN Notice"
  | "Reported amount"
  | "Federal income tax withheld"
  | "Combined Federal/State Filing";

/** Names of the column with the reported amount. */
const amountNames: Readonly<Record<Form1099, string>> = {
  "1099-MISC": "Box 3 - Other Income",
  "1099-NEC": "Box 1 - Nonemployee Compensation",
};

const parties = [
  "Payer TIN Type",
  "Payer Taxpayer ID Number",
  "Payer Name Type",
  "Payer Business or Entity Name Line 1",
  "Payer Business or Entity Name Line 2",
  "Payer First Name",
  "Payer Middle Name",
  "Payer Last Name (Surname)",
  "Payer Suffix",
  "Payer Country",
  "Payer Address Line 1",
  "Payer Address Line 2",
  "Payer City/Town",
  "Payer State/Province/Territory",
  "Payer ZIP/Postal Code",
  "Payer Phone Type",
  "Payer Phone",
  "Payer Email Address",
  "Recipient TIN Type",
  "Recipient Taxpayer ID Number",
  "Recipient Name Type",
  "Recipient Business or Entity Name Line 1",
  "Recipient Business or Entity Name Line 2",
  "Recipient First Name",
  "Recipient Middle Name",
  "Recipient Last Name (Surname)",
  "Recipient Suffix",
  "Recipient Country",
  "Recipient Address Line 1",
  "Recipient Address Line 2",
  "Recipient City/Town",
  "Recipient State/Province/Territory",
  "Recipient ZIP/Postal Code",
  "Office Code",
  "Form Account Number",
];

const boxes: Readonly<Record<Form1099, readonly string[]>> = {
  "1099-MISC": [
    "FATCA Filing Requirements",
    "2nd TIN Notice",
    "Box 1 - Rents",
    "Box 2 - Royalties",
    "Box 3 - Other Income",
    "Box 4 - Federal income tax withheld",
    "Box 5 - Fishing boat proceeds",
    "Box 6 - Medical and health care payments",
    "Box 7 - Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale",
    "Box 8 - Substitute payments in lieu of dividends or interest",
    "Box 9 - Crop insurance proceeds",
    "Box 10 - Gross proceeds paid to an attorney",
    "Box 11 - Fish purchased for resale",
    "Box 12 - Section 409A deferrals",
    "Box 14 - Excess golden parachute payments",
    "Box 15 - Nonqualified deferred compensation",
  ],
  "1099-NEC": [
    "2nd TIN Notice",
    "Box 1 - Nonemployee Compensation",
    "Box 2 - Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale",
    "Box 4 - Federal income tax withheld",
  ],
};

const states = ["State 1", "State 2"].flatMap((state) => [
  state,
  `${state} - State Tax Withheld`,
  `${state} - State/Payer state number`,
  `${state} - State income`,
  `${state} - Local income tax withheld`,
  `${state} - Special Data Entries`,
]);

/** The columns if there is no header row. */
export function defaultColumns(form: Form1099): string[] {
  return [
    "Form Type",
    "Tax Year",
    ...parties,
    ...boxes[form],
    "Combined Federal/State Filing",
    ...states,
  ];
}

/** The columns of a file by name, and what fills each; null if it stays empty. */
export type ColumnMap = readonly { readonly name: string; readonly fills: IrisColumn | null }[];

/** A header row that cannot be used. Names the columns that are the reason. */
export class HeaderError extends Error {
  override name = "HeaderError";
  readonly unknown: readonly string[];
  readonly missing: readonly string[];
  constructor(unknown: readonly string[], missing: readonly string[]) {
    super("the header row does not fit the form");
    this.unknown = unknown;
    this.missing = missing;
  }
}

/** Columns that every year's template needs. */
const required: readonly IrisColumn[] = [
  "Form Type",
  "Tax Year",
  "Payer TIN Type",
  "Payer Taxpayer ID Number",
  "Payer Business or Entity Name Line 1",
  "Recipient TIN Type",
  "Recipient Taxpayer ID Number",
  "Recipient Last Name (Surname)",
  "Recipient Business or Entity Name Line 1",
  "Recipient Address Line 1",
  "Recipient City/Town",
  "Recipient ZIP/Postal Code",
  "Reported amount",
  "Federal income tax withheld",
];

/**
 * Maps columns. Throws {@link HeaderError} for an unknown, a repeated or a missing required column. Boxes and states
 * that payouts never fill can have any name.
 */
export function mapColumns(form: Form1099, names: readonly string[]): ColumnMap {
  const filled = new Map<string, IrisColumn>();
  for (const name of fillable) filled.set(plain(name), name);
  filled.set(plain(amountNames[form]), "Reported amount");
  filled.set(plain("Box 4 - Federal income tax withheld"), "Federal income tax withheld");
  const empty = new Set(defaultColumns(form).map(plain));

  const unknown: string[] = [];
  const seen = new Set<string>();
  const columns = names.map((name) => {
    const key = plain(name);
    const isTwice = seen.has(key);
    seen.add(key);
    const fills = filled.get(key) ?? null;
    const mayBeEmpty = empty.has(key) || /^\s*(box \d+[a-z]?|state [12])\b/i.test(name);
    if (isTwice || (fills === null && !mayBeEmpty)) unknown.push(name);
    return { name, fills };
  });
  const found = new Set(columns.map(({ fills }) => fills));
  const missing = required.filter((column) => !found.has(column));
  if (unknown.length > 0 || missing.length > 0) {
    throw new HeaderError(
      unknown,
      missing.map((column) => (column === "Reported amount" ? amountNames[form] : column)),
    );
  }
  return columns;
}

const fillable = [
  "Form Type",
  "Tax Year",
  ...parties.filter((name) => !/^Payer (First|Middle|Last|Suffix|Email)|^Office/.test(name)),
  "FATCA Filing Requirements",
  "2nd TIN Notice",
  "Combined Federal/State Filing",
] as IrisColumn[];

/** Removes case, punctuation and box number, which differ between years. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\s*box \d+[a-z]?\b/, "")
    .replace(/[^a-z0-9]+/g, "");
}
