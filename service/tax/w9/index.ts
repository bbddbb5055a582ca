export { createTax, type Tax } from "./create-tax.ts";
export { type CustomerW9, w9sOf } from "./customer-w9.ts";
export {
  type CaptureLink,
  type CaptureLinkOptions,
  captureLinkFor,
  captureLinkOf,
} from "./links/capture-link.ts";
export { type Payee, type PayeeWithW9, payeeOf, payeesOf, revealTin, revealTins } from "./payee.ts";
export {
  listW9s,
  readW9,
  readW9Copy,
  requestNewW9,
  type W9Case,
  type W9Key,
  type W9Summary,
} from "./review/w9-case.ts";
export { sealedTables } from "./sealed-columns.ts";
export type { W9AccessEntry, W9Actor } from "./store/access-log.ts";
export { listAccesses as listW9Accesses } from "./store/access-log.ts";
export { openDraft, openSignedForm, type SignedForm } from "./store/signed-form.ts";
export type { TaxDeps, TaxNeeds, TaxSubject } from "./tax-deps.ts";
export {
  type AmountLimit,
  type Form1099,
  form1099Types,
  type PrizeGameType,
  type PrizeLimit,
  payoutThresholdMinor,
  prizeGameTypes,
  type TaxThresholds,
  taxThresholds,
  type WithholdingRate,
  withheldMinor,
} from "./thresholds/tax-thresholds.ts";
