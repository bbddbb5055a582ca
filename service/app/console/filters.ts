import type { PaymentQuery } from "#contract/console/payments";
import type { PayoutQuery } from "#contract/console/payouts";
import { searchCustomers } from "../../customers/profile/index.ts";
import type { PaymentFilter } from "../../payments/index.ts";
import type { DisbursementFilter } from "../../payouts/index.ts";
import type { ConsoleDeps } from "./console-deps.ts";

/** More customers than this are no help in finding a payment. */
const mostCustomers = 100;

/** The payments' filters in the words of their domain. */
export async function paymentFilterOf(
  deps: ConsoleDeps,
  operatorId: string,
  query: Omit<PaymentQuery, "page" | "size">,
): Promise<PaymentFilter> {
  const { from, to, ...same } = query;
  return {
    ...same,
    createdFrom: from,
    createdBefore: to,
    foundCustomerIds: await customersOf(deps, operatorId, query.search),
    foundPaymentIds: await paymentsOf(deps, operatorId, query.search),
  };
}

/** Payments that the rails know under what was searched for; ids of ours are no names of theirs. */
async function paymentsOf(
  deps: ConsoleDeps,
  operatorId: string,
  search: string,
): Promise<string[]> {
  if (search.length < 8 || isOurs(search)) return [];
  const rails = [deps.ach, deps.coins, deps.openBanking];
  const found = await Promise.all(rails.map((rail) => rail.findPayments(operatorId, search)));
  return found.flat();
}

/** The payouts' filters in the words of their domain. */
export async function payoutFilterOf(
  deps: ConsoleDeps,
  operatorId: string,
  query: Omit<PayoutQuery, "page" | "size">,
): Promise<DisbursementFilter> {
  const { search, status, type, taxCategory, externalCustomerId, from, to } = query;
  return {
    search,
    foundCustomerIds: await customersOf(deps, operatorId, search),
    ...(status === undefined ? {} : { statuses: [status] }),
    ...(type === undefined ? {} : { types: [type] }),
    ...(taxCategory === undefined ? {} : { taxCategories: [taxCategory] }),
    ...(externalCustomerId === undefined ? {} : { externalCustomerId }),
    ...(from === undefined ? {} : { createdFrom: from }),
    ...(to === undefined ? {} : { createdBefore: to }),
  };
}

/** Ids of customers whom the search finds by e-mail, phone or name; none for an id of ours. */
async function customersOf(
  deps: ConsoleDeps,
  operatorId: string,
  search: string,
): Promise<string[]> {
  if (search === "" || isOurs(search)) return [];
  const query = { page: 1, size: mostCustomers, search };
  const { data } = await searchCustomers(deps, operatorId, query);
  return data.map((found) => found.externalCustomerId);
}

function isOurs(search: string): boolean {
  return /^(pi|pay|di|dis)_/.test(search);
}
