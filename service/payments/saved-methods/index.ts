export {
  dropWish,
  keepMethod,
  mostKept,
  type OpenWish,
  openWishes,
  type PaymentMethodDeps,
  wishToKeep,
} from "./keep-method.ts";
export { findMethod, listMethods, takeMethod } from "./read-methods.ts";
export type { Consent, KeptBankAccount, KeptCard, KeptMethod, MethodOwner } from "./records.ts";
export { removeMethod } from "./remove-method.ts";
export { createSavedMethods } from "./routes.ts";
