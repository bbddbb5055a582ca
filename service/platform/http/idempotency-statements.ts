/** The SQL of idempotency keys: fragments for a handler's own statement, and complete statements. */
import type { Statement } from "../database/database.ts";

/** The keys' table, and the place under which its responses are sealed. */
export const table = "idempotency_keys";

/** Parameters of {@link answeredCte}, in order. The scope is null without a key. */
export type AnsweredParameters = readonly [
  scope: string | null,
  operatorId: string,
  fingerprint: string | null,
  statusCode: number,
  answerSealed: string | null,
  createdAt: Date,
  expiresAt: Date,
];

/** Parameters of {@link leaseCte}, in order. The scope is null without a key. */
export type LeaseParameters = readonly [
  scope: string | null,
  operatorId: string,
  fingerprint: string | null,
  leaseUntil: Date,
  leaseToken: string,
  createdAt: Date,
  expiresAt: Date,
  began: string | null,
];

/** Parameters of {@link finishCte}, in order. */
export type FinishParameters = readonly [
  scope: string | null,
  leaseToken: string,
  statusCode: number,
  answerSealed: string | null,
];

const columns = "scope, operator_id, fingerprint";
const answeredColumns = `(${columns}, status_code, answer_sealed, created_at, expires_at)`;
const leaseColumns = `(${columns}, lease_until, lease_token, created_at, expires_at, began)`;
const answeredTypes = ["text", "text", "text", "integer", "text", "timestamptz", "timestamptz"];
const leaseTypes = [
  "text",
  "text",
  "text",
  "timestamptz",
  "text",
  "timestamptz",
  "timestamptz",
  "text",
];

function insertText(names: string, types: readonly string[], first: number, onlyFrom?: string) {
  const values = types.map((type, index) => `$${first + index}::${type}`);
  const from = onlyFrom === undefined ? "" : `from ${onlyFrom} `;
  return `insert into ${table} ${names} select ${values.join(", ")} ${from}where ${values[0]} is not null`;
}

function finishText(first: number, onlyFrom?: string): string {
  const onlyIf = onlyFrom === undefined ? "" : ` and exists (select from ${onlyFrom})`;
  return (
    `update ${table} set status_code = $${first + 2}::integer, ` +
    `answer_sealed = $${first + 3}::text, lease_until = null, lease_token = null ` +
    `where scope = $${first}::text and lease_token = $${first + 1}::text${onlyIf}`
  );
}

/**
 * A CTE that inserts a finished row. It needs seven {@link AnsweredParameters} from `first` on. `onlyFrom` names a CTE
 * that must return its one row: if the change wrote nothing, nothing is stored. Without a key it writes nothing, so one
 * text serves both cases.
 */
export function answeredCte(first: number, onlyFrom?: string): string {
  return `idempotency as (${insertText(answeredColumns, answeredTypes, first, onlyFrom)})`;
}

/** A CTE that inserts a running row. It needs eight {@link LeaseParameters} from `first` on. */
export function leaseCte(first: number, onlyFrom?: string): string {
  return `idempotency as (${insertText(leaseColumns, leaseTypes, first, onlyFrom)})`;
}

/**
 * A CTE that finishes the running row. It needs four {@link FinishParameters} from `first` on. `onlyFrom`: see
 * {@link answeredCte}.
 */
export function finishCte(first: number, onlyFrom?: string): string {
  return `idempotency as (${finishText(first, onlyFrom)})`;
}

/** Inserts a refusal as a finished row, unless there is a row. */
export const insertAnswered: Statement = {
  name: "idempotency.insert_answered",
  text: `${insertText(answeredColumns, answeredTypes, 1)} on conflict do nothing`,
};

/** Finishes a row by scope and lease token. `rowCount` says whether the lease was still held. */
export const finishLease: Statement = { name: "idempotency.finish_lease", text: finishText(1) };

/** Reads a scope's row as {@link FoundKey}. */
export const findKey: Statement = {
  name: "idempotency.find",
  text:
    "select fingerprint, status_code, answer_sealed, lease_until, lease_token, expires_at, began " +
    `from ${table} where scope = $1`,
};

/** Deletes the row if its 24 hours end before `$2`, or if its lease does and it began nothing. */
export const removeExpired: Statement = {
  name: "idempotency.remove_expired",
  text:
    `delete from ${table} where scope = $1 and ` +
    "(expires_at <= $2 or (status_code is null and lease_until <= $2 and began is null))",
};

/**
 * Ends a lease at `$3` after a request without a response. If the request began something, the row stays and records
 * it. Returns one row if the lease was still held.
 */
export const releaseKeyLease: Statement = {
  name: "idempotency.release_lease",
  text:
    `with removed as (delete from ${table} where scope = $1 and lease_token = $2 and began is null ` +
    `returning scope), ended as (update ${table} set lease_until = $3 ` +
    "where scope = $1 and lease_token = $2 and began is not null returning scope) " +
    "select scope from removed union all select scope from ended",
};

/** The row that {@link findKey} reads. `status_code` is null while the request runs. */
export interface FoundKey {
  fingerprint: string;
  status_code: number | null;
  answer_sealed: string | null;
  lease_until: Date | null;
  lease_token: string | null;
  expires_at: Date;
  began: string | null;
}

/** The row of {@link answeredCte} for the query builder. */
export function answeredRow(parameters: AnsweredParameters) {
  const [scope, operator_id, fingerprint, status_code, answer_sealed, created_at, expires_at] =
    parameters;
  return {
    scope: scope ?? "",
    operator_id,
    fingerprint: fingerprint ?? "",
    status_code,
    answer_sealed,
    lease_until: null,
    lease_token: null,
    created_at,
    expires_at,
    began: null,
  };
}

/** The row of {@link leaseCte} for the query builder. */
export function leaseRow(parameters: LeaseParameters) {
  const [scope, operator_id, fingerprint, lease_until, lease_token, created_at, expires_at, began] =
    parameters;
  return {
    scope: scope ?? "",
    operator_id,
    fingerprint: fingerprint ?? "",
    status_code: null,
    answer_sealed: null,
    lease_until,
    lease_token,
    created_at,
    expires_at,
    began,
  };
}
