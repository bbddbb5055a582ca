export { findMethod, getMethodForPayment, listMethods } from "./read-methods.ts";
export type { Consent, MethodOwner, SavedBankAccount, SavedCard, SavedMethod } from "./records.ts";
export { removeMethod } from "./remove-method.ts";
export { createSavedMethods } from "./routes.ts";
export {
  dropSaveRequest,
  maxSaved,
  type OpenSaveRequest,
  openSaveRequests,
  type PaymentMethodDeps,
  requestSave,
  saveMethod,
} from "./save-method.ts";
export { sealedTables } from "./sealed-columns.ts";
