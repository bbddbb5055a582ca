/*
 * Why payments fail, by code: one catalogue for every method. The list is open. A code that is not in
 * it goes through as it is, with the meaning of an ordinary decline. A new code goes into the file of
 * its method; codes are never renamed.
 */
export { achReasonCode } from "./bank-reasons.ts";
export { customerReasonCode, paymentReasonOf, paymentReasons } from "./catalogue.ts";
export {
  type PaymentReason,
  type ReasonCategory,
  reasonCategories,
} from "./payment-reason.ts";
