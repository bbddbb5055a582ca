import type { KycSession } from "#contract/client/kyc";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../../platform/http/idempotency.ts";
import { findCustomer, lockCustomer } from "../../profile/index.ts";
import { extendHandoff } from "../handoff/kyc-handoffs.ts";
import type { KycDeps, KycSubject } from "../kyc-deps.ts";
import { extendCapture, type KycGrant } from "../links/kyc-links.ts";
import { listVerifications } from "../store/verification-store.ts";
import type { KycVerificationRow } from "../tables.ts";
import { type KycView, presentSession } from "./present-session.ts";

/** The caller of a step. `link` is undefined for an intent's secret. */
export interface KycCaller extends KycSubject {
  /** A handoff's secret counts as `payment` or `identity`. */
  readonly secret: "payment" | "payout" | "identity";
  readonly link: KycGrant | undefined;
  /** The handoff of another device; undefined on the first device. */
  readonly handoffId?: string | undefined;
}

/** A step of the customer, valid while the transaction locks the customer. */
export interface KycStep extends KycView {
  tx: Tx;
  newest: KycVerificationRow | undefined;
  now: Date;
}

/**
 * Runs one step, and stores the session after it as the response in the same transaction. With `begins` the step begins
 * a capture, which then outlives its secret.
 */
export async function takeStep(
  deps: KycDeps,
  caller: KycCaller,
  claim: ResponseClaim,
  step: (context: KycStep) => Promise<void>,
  { begins = false }: { begins?: boolean } = {},
): Promise<ApiResponse<KycSession>> {
  return runStep(deps, caller, begins, async (context) => {
    await step(context);
    const history = usableHistory(caller, await listVerifications(context.tx, caller));
    const body = await presentSession(deps, context.tx, { ...context, history });
    const response = { statusCode: 200, body };
    await claim.store(context.tx, response);
    return response;
  });
}

/** Like {@link takeStep}, but the step returns its own response. */
export async function runStep<Result>(
  deps: KycDeps,
  caller: KycCaller,
  begins: boolean,
  step: (context: KycStep) => Promise<Result>,
): Promise<Result> {
  const { operatorId, externalCustomerId } = caller;
  const operator = await deps.operators.get(operatorId);
  return inTransaction(deps.database, async (tx) => {
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    if (!customer) throw new ApiError("resource_not_found");
    const history = usableHistory(caller, await listVerifications(tx, caller));
    const nowMs = deps.clock.nowMs();
    if (caller.link) await extendCapture(tx, caller.link, nowMs, { begins });
    if (caller.handoffId !== undefined) await extendHandoff(tx, caller.handoffId, nowMs);
    const now = new Date(nowMs);
    return step({ tx, caller, customer, history, operator, newest: history[0], now });
  });
}

/**
 * The verifications that this secret may build on. A payment's secret does not verify customers for payouts. So with
 * another secret the customer starts again if the newest verification is verified and a payment's secret took part, or
 * if a payment's secret began the capture.
 */
function usableHistory(
  { secret }: Pick<KycCaller, "secret">,
  history: readonly KycVerificationRow[],
): KycVerificationRow[] {
  const [newest, ...older] = history;
  if (secret === "payment" || !newest?.payment_secret_used) return [...history];
  if (newest.status === "verified") return [];
  if (newest.status !== "pending" || newest.submitted_at !== null) return [...history];
  return [{ ...newest, consented_at: null, document_type: null }, ...older];
}

/** Marks a verification in which a payment's secret takes a step. */
export function secretMark(
  { secret }: Pick<KycCaller, "secret">,
  row: KycVerificationRow,
): { readonly payment_secret_used?: true } {
  return secret === "payment" && !row.payment_secret_used ? { payment_secret_used: true } : {};
}

/** Reads the verifications without a lock. Throws 404 if the customer no longer exists. */
export async function readView(deps: KycDeps, caller: KycCaller): Promise<KycView> {
  const [customer, history, operator] = await Promise.all([
    findCustomer(deps, caller.operatorId, caller.externalCustomerId),
    listVerifications(deps.database.kysely, caller),
    deps.operators.get(caller.operatorId),
  ]);
  if (!customer) throw new ApiError("resource_not_found");
  return { caller, customer, history: usableHistory(caller, history), operator };
}

/** The open capture's verification. Throws if there is none, or if it is submitted. */
export function requireCapture(newest: KycVerificationRow | undefined): KycVerificationRow {
  if (!newest) throw new ApiError("kyc_consent_required");
  if (newest.status !== "pending") throw new ApiError("conflicting_state");
  if (newest.submitted_at !== null) throw new ApiError("kyc_already_submitted");
  return newest;
}

/** Like {@link requireCapture}; also throws without the customer's consent. */
export function requireConsent(
  newest: KycVerificationRow | undefined,
): KycVerificationRow & { document_type: NonNullable<KycVerificationRow["document_type"]> } {
  const row = requireCapture(newest);
  const { document_type: documentType } = row;
  if (row.consented_at === null || documentType === null)
    throw new ApiError("kyc_consent_required");
  return { ...row, document_type: documentType };
}

/** When the pictures are deleted if nothing else happens. */
export function deletionTime({ operator, now }: Pick<KycStep, "operator" | "now">): Date {
  return new Date(now.getTime() + operator.settings.documentRetentionDays * 24 * 60 * 60 * 1000);
}
