import { customerErrors } from "./error-codes/customer-errors.ts";
import { disputeErrors } from "./error-codes/dispute-errors.ts";
import { operatorErrors } from "./error-codes/operator-errors.ts";
import { paymentErrors } from "./error-codes/payment-errors.ts";
import { payoutErrors } from "./error-codes/payout-errors.ts";
import { refundErrors } from "./error-codes/refund-errors.ts";
import { requestErrors } from "./error-codes/request-errors.ts";

/**
 * Every error code of the service. Codes are permanent: never renamed, never reused. The reference page lists them, and
 * a test checks that each is used and documented.
 */
export const errorCodes = {
  ...requestErrors,
  ...paymentErrors,
  ...refundErrors,
  ...disputeErrors,
  ...payoutErrors,
  ...customerErrors,
  ...operatorErrors,
} as const;

/** Responses may contain codes that a client does not know. */
export type ErrorCode = keyof typeof errorCodes;
