import type { AmountParts } from "#contract/refund-parts";
import { accountOf } from "../accounts.ts";
import type { Amounts } from "../posting.ts";

/** A sale's parts in minor units, and where its tax is payable. */
export interface Sale {
  readonly parts: AmountParts;
  /** The tax's jurisdiction, such as `NY`; null if it is not known. */
  readonly taxState: string | null;
}

/** What the customer paid. */
export function totalOf({ baseMinor, feesMinor, taxMinor }: AmountParts): number {
  return baseMinor + feesMinor + taxMinor;
}

/** The accounts that a sale credits, and that a refund debits. */
export function saleAccounts({ parts, taxState }: Sale): Amounts {
  return {
    [accountOf("customer_orders")]: parts.baseMinor,
    [accountOf("surcharge_income")]: parts.feesMinor,
    [accountOf("sales_tax_payable", taxState ?? "unknown")]: parts.taxMinor,
  };
}
