/**
 * Types of this domain's functions for the operator's console and exports; index.ts exports the
 * functions.
 */
import type { Customer } from "#contract/api/customers";
import type { Disbursement, DisbursementIntent } from "#contract/api/disbursements";
import type { ListSort, PageQuery } from "#contract/lists";
import type { Decider } from "../operators/approvals/index.ts";

/** Identifies a payout. */
export interface DisbursementKey {
  readonly operatorId: string;
  readonly disbursementIntentId: string;
}

/** A decision about a payout that waits for approval. */
export interface DisbursementDecision {
  readonly decision: "approve" | "reject";
  /**
   * The version that the decider saw. If the payout has another one by now: 409
   * `disbursement_changed`.
   */
  readonly version?: number;
  readonly reason?: string;
  readonly decider: Decider;
}

/** Filters of the console's list. A payout must match all of them. */
export interface DisbursementFilter {
  /** Statuses of the intent. */
  readonly statuses?: readonly string[];
  readonly types?: readonly string[];
  readonly taxCategories?: readonly string[];
  /** Only those that a sanctions review holds. */
  readonly isHeld?: true;
  readonly externalCustomerId?: string;
  /** The beginning of one of our ids, of the operator's id or of an externalCustomerId. */
  readonly search?: string;
  /** Customers that the same search found by name; their payouts match too. */
  readonly foundCustomerIds?: readonly string[];
  /** Range of creation times in ISO 8601: `createdFrom` is included, `createdBefore` is not. */
  readonly createdFrom?: string;
  readonly createdBefore?: string;
  /** In major units, both included. */
  readonly minAmount?: number;
  readonly maxAmount?: number;
}

/** A payout in the approval queue, with everything that the decision depends on. */
export interface WaitingDisbursement {
  readonly disbursement: Disbursement;
  readonly customer: Customer;
  readonly gates: ApprovalGates;
  /** The calendar year's total in US cents, including this payout; null in other currencies. */
  readonly yearToDateMinor: number | null;
}

/** The result that an approval would have now. */
export interface ApprovalGates {
  readonly w9: "met" | "not_completed" | "not_required";
  readonly kyc: "met" | "not_verified" | "not_required";
  /** Whether the payee may be on the sanctions list: `review` and `blocked` refuse an approval. */
  readonly sanctions: "clear" | "review" | "blocked";
  /** The payee declared that they are not a US person. */
  readonly notUsPerson: boolean;
  readonly backupWithholding: boolean;
}

/** One change in a payout's history. */
export interface DisbursementHistoryEntry {
  readonly happening: string;
  readonly status: string;
  readonly actor: string;
  readonly reason: string | null;
  readonly version: number;
  readonly at: string;
}

/** Everything about one payout. */
export interface DisbursementDetail {
  readonly intent: DisbursementIntent;
  /** Whether a sanctions review holds it. */
  readonly isHeld: boolean;
  readonly customer: Customer;
  readonly gates: ApprovalGates;
  readonly yearToDateMinor: number | null;
  /** Oldest first. */
  readonly history: readonly DisbursementHistoryEntry[];
}

/** One page of a list. */
export interface PageOf<Item> {
  readonly data: Item[];
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

/** `listPendingValidation(deps, operatorId, query)`: the approval queue, newest first by default. */
export type ListPendingValidation<Deps> = (
  deps: Deps,
  operatorId: string,
  query: PageQuery & { readonly sort?: ListSort | undefined },
) => Promise<PageOf<WaitingDisbursement>>;

/** A row of the console's list. The API shows no customer that a sanctions review holds their payout. */
export type ListedDisbursement = DisbursementIntent & { readonly isHeld: boolean };

/**
 * `listDisbursements(deps, operatorId, query)`: newest first by default, including intents without a record.
 */
export type ListDisbursements<Deps> = (
  deps: Deps,
  operatorId: string,
  query: PageQuery & DisbursementFilter & { readonly sort?: ListSort | undefined },
) => Promise<PageOf<ListedDisbursement>>;

/** `readDisbursement(deps, key)`: throws 404 `resource_not_found`. */
export type ReadDisbursement<Deps> = (
  deps: Deps,
  key: DisbursementKey,
) => Promise<DisbursementDetail>;

/**
 * `decideDisbursement(deps, key, decision)`: throws 400 `w9_not_completed`, `kyc_not_verified`, 403
 * `dual_control_required`, `approval_limit_exceeded`, 404, 409 `disbursement_changed`,
 * `conflicting_state`. An error changes nothing.
 */
export type DecideDisbursement<Deps> = (
  deps: Deps,
  key: DisbursementKey,
  decision: DisbursementDecision,
) => Promise<DisbursementIntent>;

/**
 * `streamDisbursements(deps, operatorId, filter, after)`: all matching payouts, oldest first, in
 * small batches to limit memory use. To continue an earlier run, set `after` to its last
 * `disbursementIntentId`.
 */
export type StreamDisbursements<Deps> = (
  deps: Deps,
  operatorId: string,
  filter: DisbursementFilter,
  after?: string,
) => AsyncGenerator<DisbursementIntent[]>;
