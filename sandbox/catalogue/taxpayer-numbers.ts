/**
 * The sandbox's magic taxpayer numbers, part of the one published table of magic values. Every other
 * number that can be one belongs to whatever name it is given with.
 */
export interface CatalogueTaxpayer {
  /** Stable name for tests and links. */
  name: string;
  /** As it is typed. */
  tin: string;
  /** What TIN Matching answers: a code, `later` (asked again it is a match), or `down`. */
  answer: "0" | "2" | "3" | "later" | "down";
  /** What a person sees. */
  description: string;
}

/** The published numbers. */
export const taxpayers: readonly CatalogueTaxpayer[] = [
  taxpayer("match", "536-22-8714", "0", "Belongs to any name"),
  taxpayer("not_issued", "536-22-0002", "2", "Was never given out (mismatch, code 2)"),
  taxpayer("other_name", "536-22-0003", "3", "Belongs to another name (mismatch, code 3)"),
  taxpayer("later", "536-22-0004", "later", "The IRS answers later: pending, then a match"),
  taxpayer("down", "536-22-0009", "down", "The IRS can’t be asked: pending"),
  taxpayer("company", "12-3456780", "0", "A company’s, belongs to any name"),
  taxpayer("company_other_name", "12-3450003", "3", "A company’s, of another name (code 3)"),
];

/** What the IRS says of these nine digits. */
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
