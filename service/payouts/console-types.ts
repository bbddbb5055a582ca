/** Types for the console and exports. index.ts exports the functions. */
import type { Expression } from "kysely";
import type { Customer } from "#contract/api/customers";
import type { Disbursement, DisbursementIntent } from "#contract/api/disbursements";
import type { AmountLimit } from "#contract/console/payouts";
import type { ListSort, PageQuery } from "#contract/lists";
import type { Decider } from "../operators/approvals/index.ts";

export interface DisbursementKey {
  readonly operatorId: string;
  readonly disbursementIntentId: string;
}

export interface DisbursementDecision {
  readonly decision: "approve" | "reject";
  /** The version that the decider saw. 409 `disbursement_changed` if the payout has another. */
  readonly version?: number;
  readonly reason?: string;
  readonly decider: Decider;
}

/** A filter. A payout must match every given field. */
export interface DisbursementFilter {
  /** Statuses of the intent. */
  readonly statuses?: readonly string[];
  readonly types?: readonly string[];
  readonly taxCategories?: readonly string[];
  /** Only payouts that a sanctions review holds. */
  readonly isHeld?: true;
  readonly externalCustomerId?: string;
  /** The beginning of one of our ids, of the operator's id or of an externalCustomerId. */
  readonly search?: string;
  /** A query for the ids of customers that the same search finds elsewhere. Their payouts match too. */
  readonly foundCustomerIds?: Expression<string> | undefined;
  /** ISO 8601: `createdFrom` is included, `createdBefore` is not. */
  readonly createdFrom?: string;
  readonly createdBefore?: string;
  /** Amounts in major units, both limits included. */
  readonly minAmount?: number;
  readonly maxAmount?: number;
}

/** A waiting payout with everything that the decision depends on. */
export interface WaitingDisbursement {
  readonly disbursement: Disbursement;
  readonly customer: Customer;
  readonly gates: ApprovalGates;
  /** Calendar year, in US cents, including this payout; null in other currencies. */
  readonly yearToDateMinor: number | null;
}

/** The result that an approval would have now. */
export interface ApprovalGates {
  readonly w9: "met" | "not_completed" | "not_required";
  readonly kyc: "met" | "not_verified" | "not_required";
  /** `review` and `blocked` refuse an approval. */
  readonly sanctions: "clear" | "review" | "blocked";
  /** The payee declared that they are not a US person. */
  readonly notUsPerson: boolean;
  readonly backupWithholding: boolean;
  /** Null if the amount after withholding can be sent; otherwise the limits that it breaks. */
  readonly amountLimit: AmountLimit | null;
}

export interface DisbursementHistoryEntry {
  readonly event: string;
  readonly status: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly version: number;
  readonly at: string;
}

export interface DisbursementDetail {
  readonly intent: DisbursementIntent;
  readonly isHeld: boolean;
  readonly customer: Customer;
  readonly gates: ApprovalGates;
  readonly yearToDateMinor: number | null;
  /** The provider that sends or sent it; null before that. */
  readonly processor: {
    readonly name: string;
    /** It may have been sent, and nothing sends it again: staff decide. */
    readonly waitsForStaff: boolean;
  } | null;
  /** The payout's history, oldest first. */
  readonly history: readonly DisbursementHistoryEntry[];
}

export interface PageOf<Item> {
  readonly data: Item[];
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

/** Takes `(deps, operatorId, query)`. Newest first by default. */
export type ListPendingValidation<Deps> = (
  deps: Deps,
  operatorId: string,
  query: PageQuery & { readonly sort?: ListSort | undefined },
) => Promise<PageOf<WaitingDisbursement>>;

/** The API does not show `isHeld`, because the customer must not learn of the review. */
export type ListedDisbursement = DisbursementIntent & { readonly isHeld: boolean };

/** Takes `(deps, operatorId, query)`. Newest first by default, including intents without a record. */
export type ListDisbursements<Deps> = (
  deps: Deps,
  operatorId: string,
  query: PageQuery & DisbursementFilter & { readonly sort?: ListSort | undefined },
) => Promise<PageOf<ListedDisbursement>>;

/** Takes `(deps, key)`. Throws 404 `resource_not_found`. */
export type ReadDisbursement<Deps> = (
  deps: Deps,
  key: DisbursementKey,
) => Promise<DisbursementDetail>;

/**
 * Takes `(deps, operatorId, filter, after)`. Streams all matching payouts, oldest first, in small batches to limit
 * memory use. `after`: the last `disbursementIntentId` of an earlier run.
 */
export type StreamDisbursements<Deps> = (
  deps: Deps,
  operatorId: string,
  filter: DisbursementFilter,
  after?: string,
) => AsyncGenerator<DisbursementIntent[]>;
