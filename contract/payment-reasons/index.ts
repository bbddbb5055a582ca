/*
 * Why payments fail, by code, for every method. An unknown code is passed on unchanged, with the meaning of an ordinary
 * decline. Add a new code to the file of its method; codes are never renamed.
 */
export { achReasonCode, returnCodeOf } from "./bank-reasons.ts";
export { customerReasonCode, paymentReasonOf, paymentReasons } from "./catalogue.ts";
export {
  type PaymentReason,
  type ReasonCategory,
  reasonCategories,
} from "./payment-reason.ts";
