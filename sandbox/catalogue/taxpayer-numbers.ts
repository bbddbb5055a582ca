/** Test taxpayer numbers, part of the published test values. Every other valid number matches any name. */
export interface CatalogueTaxpayer {
  /** Stable, for tests and links. */
  name: string;
  /** The number as typed. */
  tin: string;
  /** TIN Matching's code, `later` (pending, then a match), or `down`. */
  answer: "0" | "2" | "3" | "later" | "down";
  description: string;
}

export const taxpayers: readonly CatalogueTaxpayer[] = [
  taxpayer("match", "536-22-8714", "0", "Matches any name"),
  taxpayer("not_issued", "536-22-0002", "2", "Never issued (mismatch, code 2)"),
  taxpayer("other_name", "536-22-0003", "3", "Belongs to another name (mismatch, code 3)"),
  taxpayer("later", "536-22-0004", "later", "The IRS answers later: pending, then a match"),
  taxpayer("down", "536-22-0009", "down", "The IRS is not available: pending"),
  taxpayer("company", "12-3456780", "0", "Company number, matches any name"),
  taxpayer(
    "company_other_name",
    "12-3450003",
    "3",
    "Company number, belongs to another name (code 3)",
  ),
];

/** The IRS's response to nine digits. */
export function answerOf(digits: string): CatalogueTaxpayer["answer"] {
  return taxpayers.find(({ tin }) => tin.replaceAll("-", "") === digits)?.answer ?? "0";
}

function taxpayer(
  name: string,
  tin: string,
  answer: CatalogueTaxpayer["answer"],
  description: string,
): CatalogueTaxpayer {
  return { name, tin, answer, description };
}
