/** What this domain offers the operator's console and exports; see index.ts for the functions. */
import type { Customer } from "#contract/api/customers";
import type { Disbursement, DisbursementIntent } from "#contract/api/disbursements";
import type { PageQuery } from "#contract/lists";
import type { Decider } from "./approvals/decider.ts";

/** Which payout. */
export interface DisbursementKey {
  readonly operatorId: string;
  readonly disbursementIntentId: string;
}

/** A decision about a payout that waits for approval. */
export interface DisbursementDecision {
  readonly decision: "approve" | "reject";
  /** The version that was seen; another one now is 409 `disbursement_changed`. */
  readonly version?: number;
  readonly reason?: string;
  readonly decider: Decider;
}

/** Filters of the console's list; all of them must hold. */
export interface DisbursementFilter {
  /** Statuses of the intent. */
  readonly statuses?: readonly string[];
  readonly types?: readonly string[];
  readonly taxCategories?: readonly string[];
  readonly externalCustomerId?: string;
  /** Begins an id of ours or of the operator's, or an externalCustomerId. */
  readonly search?: string;
  /** Customers whom the same search found otherwise; theirs fit too. */
  readonly foundCustomerIds?: readonly string[];
  /** Intents made at or after, and before; ISO 8601. */
  readonly createdFrom?: string;
  readonly createdBefore?: string;
  /** In minor units, both included. */
  readonly leastMinor?: number;
  readonly mostMinor?: number;
}

/** A payout in the approvals' queue, with all that it is decided by. */
export interface WaitingDisbursement {
  readonly disbursement: Disbursement;
  readonly customer: Customer;
  readonly gates: ApprovalGates;
  /** US dollars of the calendar year in minor units, this payout included; null in other currencies. */
  readonly yearToDateMinor: number | null;
}

/** What an approval would say now. */
export interface ApprovalGates {
  readonly w9: "met" | "not_completed" | "not_required";
  readonly kyc: "met" | "not_verified" | "not_required";
  /** The payee said that they are not a US person. */
  readonly notUsPerson: boolean;
  readonly backupWithholding: boolean;
}

/** One step in a payout's life. */
export interface DisbursementHappening {
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
  readonly customer: Customer;
  readonly gates: ApprovalGates;
  readonly yearToDateMinor: number | null;
  /** Oldest first. */
  readonly history: readonly DisbursementHappening[];
}

/** A page in the one envelope of lists. */
export interface PageOf<Item> {
  readonly data: Item[];
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

/** `listPendingValidation(deps, operatorId, query)`: the queue, newest first. */
export type ListPendingValidation<Deps> = (
  deps: Deps,
  operatorId: string,
  query: PageQuery,
) => Promise<PageOf<WaitingDisbursement>>;

/** `listDisbursements(deps, operatorId, query)`: newest first; intents without a record too. */
export type ListDisbursements<Deps> = (
  deps: Deps,
  operatorId: string,
  query: PageQuery & DisbursementFilter,
) => Promise<PageOf<DisbursementIntent>>;

/** `readDisbursement(deps, key)`: throws 404 `resource_not_found`. */
export type ReadDisbursement<Deps> = (
  deps: Deps,
  key: DisbursementKey,
) => Promise<DisbursementDetail>;

/**
 * `decideDisbursement(deps, key, decision)`: throws 400 `w9_not_completed`, `kyc_not_verified`, 403 `dual_control_required`,
 * `approval_limit_exceeded`, 404, 409 `disbursement_changed`, `conflicting_state`; nothing changes then.
 */
export type DecideDisbursement<Deps> = (
  deps: Deps,
  key: DisbursementKey,
  decision: DisbursementDecision,
) => Promise<DisbursementIntent>;

/**
 * `streamDisbursements(deps, operatorId, filter, after)`: all that fit, oldest first, in pieces that
 * memory does not notice. `after` is the `disbursementIntentId` that an earlier run ended with.
 */
export type StreamDisbursements<Deps> = (
  deps: Deps,
  operatorId: string,
  filter: DisbursementFilter,
  after?: string,
) => AsyncGenerator<DisbursementIntent[]>;
