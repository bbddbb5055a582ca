import type { ClientPayment } from "#contract/client/payments";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { LeaseClaim } from "../../platform/http/idempotency.ts";
import {
  type AttemptPatch,
  type IntentChange,
  moveAttempt,
  patchAttempt,
} from "../attempt-changes.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { clientViewOf, presentClientPayment } from "../present.ts";
import { type AttemptRecord, attemptOf, type IntentRecord, isSameCharge } from "../records.ts";
import type { AttemptEvent, AttemptStep } from "../states/attempt-states.ts";
import { type ChangeResult, changeIntent } from "../store/change-intent.ts";
import type { AttemptHold } from "./attempt-hold.ts";

/** A request's or job's access to one attempt. */
export interface AttemptHandle {
  readonly deps: PaymentsDeps;
  readonly operatorId: string;
  readonly paymentIntentId: string;
  readonly paymentId: string;
  /** The request's idempotency key; null in jobs. */
  readonly claim: LeaseClaim | null;
  readonly successCode: 200 | 201;
  readonly hold: AttemptHold;
}

/** Throws if the intent has no such attempt. */
export function attemptOfHandle(
  handle: Pick<AttemptHandle, "paymentId">,
  intent: IntentRecord,
): AttemptRecord {
  const attempt = attemptOf(intent, handle.paymentId);
  if (!attempt) throw new Error(`${intent.paymentIntentId} has no ${handle.paymentId}`);
  return attempt;
}

/** The response to the customer's request: the attempt as the intent has it. */
export function responseOf(
  handle: Pick<AttemptHandle, "deps" | "paymentId" | "successCode">,
  intent: IntentRecord,
): { statusCode: number; body: ClientPayment } {
  const body = presentClientPayment(
    intent,
    attemptOfHandle(handle, intent),
    clientViewOf(handle.deps),
  );
  return { statusCode: handle.successCode, body };
}

interface Move {
  readonly event: AttemptEvent;
  /** Moves the attempt only from this step, although the table allows other steps. */
  readonly from?: AttemptStep;
  /**
   * The attempt whose charge was looked up. Moves it only while it waits for that charge: a request may have
   * continued with 3-D Secure or another charge in the meantime.
   */
  readonly lookedUp?: AttemptRecord;
  readonly patch?: AttemptPatch;
  readonly reason?: string;
  /** In the same statement, `last` finishes the request's idempotency key, and `begin` starts the key's lease. */
  readonly key?: "last" | "begin";
}

/**
 * Applies an event to the attempt, with the patch, and stores the result. `written: false`: another request or job has
 * moved the attempt, and the table has no such transition from its step.
 */
export async function move(handle: AttemptHandle, how: Move): Promise<ChangeResult> {
  const { deps } = handle;
  return changeIntent(
    deps.store,
    handle.paymentIntentId,
    (intent) => {
      const attempt = attemptOfHandle(handle, intent);
      if (how.from !== undefined && attempt.step !== how.from) return null;
      if (how.lookedUp && !isSameCharge(attempt, how.lookedUp)) return null;
      const nowMs = deps.clock.nowMs();
      noteHold(handle, how.patch);
      const change = moveAttempt(intent, attempt, how.event, nowMs, how.patch, how.reason ?? null);
      if (!change) {
        deps.log.info("refused a transition that is not in the table", {
          paymentId: handle.paymentId,
          from: attempt.step,
          type: how.event,
        });
      }
      return change;
    },
    (change) => keyPartOf(handle, change, how.key),
  );
}

/** Changes fields, not the step. `decide` returns null to change nothing. */
export async function patch(
  handle: AttemptHandle,
  decide: (attempt: AttemptRecord) => AttemptPatch | null,
  reason: string | null = null,
): Promise<ChangeResult> {
  const { deps } = handle;
  return changeIntent(deps.store, handle.paymentIntentId, (intent) => {
    const attempt = attemptOfHandle(handle, intent);
    const found = decide(attempt);
    noteHold(handle, found);
    return found && patchAttempt(intent, attempt, deps.clock.nowMs(), found, reason);
  });
}

function noteHold({ hold }: AttemptHandle, patch: AttemptPatch | null | undefined): void {
  if (patch?.nextCheckAtMs) hold.untilMs.add(patch.nextCheckAtMs);
}

function keyPartOf(handle: AttemptHandle, change: IntentChange, key: Move["key"]) {
  if (!handle.claim || !key) return undefined;
  return key === "begin"
    ? ({ type: "begin", parameters: handle.claim.beginParameters(handle.paymentId) } as const)
    : ({
        type: "finish",
        parameters: handle.claim.finishParameters(responseOf(handle, change.intent)),
      } as const);
}

/**
 * Finishes the idempotency key in a separate statement, for a request that wrote nothing because another request or job
 * had moved the attempt.
 */
export async function finishRequest(
  handle: AttemptHandle,
  intent: IntentRecord,
): Promise<IntentRecord> {
  const { claim } = handle;
  if (claim) {
    await inTransaction(handle.deps.database, (tx) => claim.finish(tx, responseOf(handle, intent)));
  }
  return intent;
}

/** Uses the column's first name, `card_sealed`: details that were sealed with it cannot be opened with another. */
function detailsPlace(operatorId: string, paymentId: string) {
  return { operatorId, table: "payments", column: "card_sealed", id: paymentId };
}

/** Seals the method's data that must outlive the request. */
export function sealDetails(
  deps: Pick<PaymentsDeps, "keyring">,
  operatorId: string,
  paymentId: string,
  details: object,
): string {
  return deps.keyring.encryptField(detailsPlace(operatorId, paymentId), JSON.stringify(details));
}

/** Decrypts the attempt's details; null when it is final and they are erased. Needs the operator's key. */
export function openDetails<Details extends object>(
  deps: Pick<PaymentsDeps, "keyring">,
  operatorId: string,
  attempt: AttemptRecord,
): Details | null {
  if (attempt.detailsSealed === null) return null;
  const place = detailsPlace(operatorId, attempt.paymentId);
  return JSON.parse(deps.keyring.decryptField(place, attempt.detailsSealed)) as Details;
}
