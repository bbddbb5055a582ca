export {
  type ExportedFile,
  type ExportOutcome,
  type ExportRequest,
  export1099,
} from "./export-1099.ts";
export { exportW2g, type W2gExport } from "./export-w2g.ts";
export { exportXml } from "./export-xml.ts";
export { listFilings, markFiled } from "./filings.ts";
export {
  countForms,
  type FormProblem,
  type FormState,
  type FormsQuery,
  type ReviewedForm,
  reviewForms,
} from "./forms-1099.ts";
export { copyOf1099, copyOfW2g } from "./recipient-copies.ts";
export { repeatExport } from "./repeat-export.ts";
export type { TaxFiling, TaxYearActor, TaxYearDeps } from "./tax-year-deps.ts";
