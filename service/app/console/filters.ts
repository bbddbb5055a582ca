import type { Expression } from "kysely";
import type { PaymentQuery } from "#contract/console/payment-list";
import type { PayoutQuery } from "#contract/console/payouts";
import { idsOfSearch } from "../../customers/profile/index.ts";
import type { PaymentFilter } from "../../payments/index.ts";
import type { DisbursementFilter } from "../../payouts/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";

export async function paymentFilterOf(
  deps: ConsoleDeps,
  operatorId: string,
  query: Omit<PaymentQuery, "page" | "size" | "sort">,
): Promise<PaymentFilter> {
  const { from, to, ...same } = query;
  return {
    ...same,
    createdFrom: from,
    createdBefore: to,
    foundCustomerIds: await customersOf(deps, operatorId, query.search),
    foundPaymentIds: await paymentsOfRails(deps, operatorId, query.search),
  };
}

/** Rails never use our own ids as references. */
export async function paymentsOfRails(
  deps: ConsoleDeps,
  operatorId: string,
  search: string,
): Promise<string[]> {
  if (search.length < 8 || isOurs(search)) return [];
  const rails = [deps.ach, deps.coins, deps.openBanking];
  const found = await Promise.all(rails.map((rail) => rail.findPayments(operatorId, search)));
  return found.flat();
}

export async function payoutFilterOf(
  deps: ConsoleDeps,
  operatorId: string,
  query: Omit<PayoutQuery, "page" | "size" | "sort">,
): Promise<DisbursementFilter> {
  const { search, status, type, taxCategory, hold, externalCustomerId, from, to } = query;
  const { minAmount, maxAmount } = query;
  return {
    search,
    foundCustomerIds: await customersOf(deps, operatorId, search),
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(type === undefined ? {} : { types: [type] }),
    ...(taxCategory === undefined ? {} : { taxCategories: [taxCategory] }),
    ...(hold === undefined ? {} : { isHeld: true as const }),
    ...(externalCustomerId === undefined ? {} : { externalCustomerId }),
    ...(minAmount === undefined ? {} : { minAmount }),
    ...(maxAmount === undefined ? {} : { maxAmount }),
    ...(from === undefined ? {} : { createdFrom: from }),
    ...(to === undefined ? {} : { createdBefore: to }),
  };
}

/** Finds customers by e-mail address, phone number or name. Undefined if the text is one of our ids. */
async function customersOf(
  deps: ConsoleDeps,
  operatorId: string,
  search: string,
): Promise<Expression<string> | undefined> {
  if (search === "" || isOurs(search)) return undefined;
  return idsOfSearch(deps, operatorId, search);
}

/** An e-mail address can begin like an id. */
function isOurs(search: string): boolean {
  return /^(pi|pay|di|dis)_\w*$/.test(search);
}
