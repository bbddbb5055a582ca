import type { PaymentQuery } from "../../contract/console/payments.ts";
import type { PayoutQuery } from "../../contract/console/payouts.ts";
import type { DisbursementFilter } from "../disbursements/index.ts";
import type { PaymentFilter } from "../payments/index.ts";

/** The payments' filters in the words of their domain. */
export function paymentFilterOf(query: Omit<PaymentQuery, "page" | "size">): PaymentFilter {
  const { search, status, type, currency, externalCustomerId, from, to } = query;
  return {
    ...{ search, status, type, currency, externalCustomerId },
    ...{ createdFrom: from, createdBefore: to },
  };
}

/** The payouts' filters in the words of their domain. */
export function payoutFilterOf(query: Omit<PayoutQuery, "page" | "size">): DisbursementFilter {
  const { search, status, type, taxCategory, externalCustomerId, from, to } = query;
  return {
    search,
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(type === undefined ? {} : { types: [type] }),
    ...(taxCategory === undefined ? {} : { taxCategories: [taxCategory] }),
    ...(externalCustomerId === undefined ? {} : { externalCustomerId }),
    ...(from === undefined ? {} : { createdFrom: from }),
    ...(to === undefined ? {} : { createdBefore: to }),
  };
}
