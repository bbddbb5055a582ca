import { codesOf } from "../kit/check-codes.ts";
import type { CheckStepOf } from "../kit/check-step.ts";
import type { ReportOutcome, TaxDocument, TaxPlace, TaxVendor } from "./tax-vendor.ts";

/** The steps in order of execution. */
export const taxCheckSteps = ["tax_quote", "tax_sale", "tax_repeat", "tax_void"] as const;
export type TaxCheckStepName = (typeof taxCheckSteps)[number];

export type TaxCheckStep = CheckStepOf<TaxCheckStepName>;

export interface TaxCheckTools {
  readonly operatorId: string;
  /** An id that is unique for each check. */
  readonly runId: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** Where the operator sells from, and so collects tax; undefined: not in the settings. */
  readonly seller: TaxPlace | undefined;
}

/** An address in Seattle that every tax service knows. */
const cityHall = { line1: "600 4th Ave", city: "Seattle", state: "WA", postalCode: "98104" };
const baseMinor = 1_000;

/** Quotes a sale of 10.00, reports it twice under one code, and voids it, so that no reported sale remains. */
export async function checkTax(
  vendor: TaxVendor,
  { operatorId, runId, today, seller: place = cityHall }: TaxCheckTools,
): Promise<TaxCheckStep[]> {
  const sale = { operatorId, externalCustomerId: runId, baseMinor, currency: "USD", place };
  const quote = await vendor.quote({ ...sale, onDate: today });
  if ("problem" in quote) {
    return [
      { step: "tax_quote", result: "fails", codes: codesOf({ reason: quote.problem }) },
      ...(["tax_sale", "tax_repeat", "tax_void"] as const).map(
        (step): TaxCheckStep => ({ step, result: "not_tested", codes: ["no_quote"] }),
      ),
    ];
  }
  const { taxMinor } = quote;
  const document: TaxDocument = {
    ...sale,
    code: runId,
    kind: "sale",
    taxMinor,
    onDate: today,
    taxDate: today,
    reference: runId,
  };
  const quoted: TaxCheckStep = {
    step: "tax_quote",
    result: "works",
    codes: taxMinor === 0 ? ["no_tax_there"] : [],
  };
  const first = await vendor.commit(document, false);
  const sold = stepOf("tax_sale", first, "committed");
  // A report without a response may have arrived, so the void is tried in any case.
  const repeated = await vendor.commit(document, true);
  const voided = await vendor.withdraw(document);
  return [
    quoted,
    sold,
    sold.result === "works"
      ? stepOf("tax_repeat", repeated, "committed")
      : { step: "tax_repeat", result: "not_tested", codes: ["no_sale"] },
    // A sale with a lost response may exist.
    stepOf("tax_void", voided, ...(sold.result === "works" ? [] : ["absent" as const]), "voided"),
  ];
}

function stepOf(
  step: TaxCheckStepName,
  outcome: ReportOutcome,
  ...expected: ReportOutcome["type"][]
): TaxCheckStep {
  if (expected.includes(outcome.type)) return { step, result: "works", codes: [] };
  const reason = outcome.type === "unknown" ? outcome.problem : outcome.type;
  return { step, result: "fails", codes: codesOf({ reason }) };
}
