import type { AmountParts } from "#contract/refund-parts";
import { accountOf } from "../accounts.ts";
import type { Amounts } from "../posting.ts";

/** A sale's parts in minor units, and its tax's jurisdiction. */
export interface Sale {
  readonly parts: AmountParts;
  /** The state, such as `NY`; null if unknown. */
  readonly taxState: string | null;
}

export function totalOf({ baseMinor, feesMinor, taxMinor }: AmountParts): number {
  return baseMinor + feesMinor + taxMinor;
}

/** A sale credits these accounts, and a refund debits them. */
export function saleAccounts({ parts, taxState }: Sale): Amounts {
  return {
    [accountOf("customer_orders")]: parts.baseMinor,
    [accountOf("surcharge_income")]: parts.feesMinor,
    [accountOf("sales_tax_payable", taxState ?? "unknown")]: parts.taxMinor,
  };
}
