import type { SmsVerification, WrongSmsCode } from "#contract/client/sms-verification";
import { errorCodes } from "#contract/errors";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { ApiResponse } from "../../platform/http/idempotency.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { confirmPhoneNumber, lockCustomer } from "../profile/index.ts";
import { codeOf, isSameCode } from "./sms-code.ts";
import type { SmsDeps } from "./sms-deps.ts";
import { maxChecks, maxWrongCodes } from "./sms-rules.ts";
import {
  changeVerification,
  lockPending,
  openNumber,
  phoneIndexOf,
  presentVerification,
  type SmsSubject,
} from "./sms-store.ts";
import type { SmsVerificationRow } from "./tables.ts";
import { waitUntil, wrongCodesOf } from "./wrong-codes.ts";

export type CheckResponse = ApiResponse<SmsVerification | WrongSmsCode>;

/** Steps in the transaction of the check, with the customer locked. */
export interface CheckSteps {
  /** Runs for each guess that counts, also for the last one, which has no response. */
  onGuess?(tx: Tx, isRight: boolean): Promise<void>;
  /** Writes the idempotency row. */
  store(tx: Tx, response: CheckResponse): Promise<void>;
}

/**
 * Checks a code for this purpose and subject. The correct code for a payout verifies the number; for others the caller
 * decides in `store` what they prove. A wrong code is a response, too (400 `sms_code_wrong` with `attemptsLeft`). It is
 * stored with the counted guess, so that repeating the request costs no further guess.
 *
 * Throws `sms_not_started`, `sms_code_expired` (even if only the number on file has changed since, or the code's number
 * is damaged), `sms_too_many_attempts`, `sms_locked`, `phone_number_verified`.
 */
export async function checkSmsCode(
  deps: SmsDeps,
  subject: SmsSubject,
  code: string,
  { onGuess = async () => {}, store }: CheckSteps,
): Promise<CheckResponse> {
  const { keyring, clock } = deps;
  // Returns refusals: throwing would roll the count back.
  const outcome = await inTransaction(deps.database, async (tx) => {
    const row = await lockPending(tx, subject);
    if (!row) return new ApiError("sms_not_started");
    const id = row.sms_verification_id;
    const now = new Date(clock.nowMs());
    if (row.expires_at <= now) {
      await changeVerification(tx, id, { status: "expired", updated_at: now });
      return new ApiError("sms_code_expired");
    }
    const obstacle = await refusalOf(deps, tx, subject, row);
    const phoneNumber = unlessBroken(() => openNumber(deps, row));
    if (obstacle || phoneNumber === undefined) {
      await changeVerification(tx, id, { status: "canceled", updated_at: now });
      return new ApiError(obstacle ?? "sms_code_expired");
    }
    // The customer's lock serializes guesses at all their codes.
    const wrong = await wrongCodesOf(tx, subject, now.getTime());
    if (wrong.lockedUntil) return waitUntil("sms_locked", wrong.lockedUntil, now.getTime());
    if (isSameCode(codeOf(keyring, row), code)) {
      const approved = { ...row, status: "approved" as const, updated_at: now };
      await changeVerification(tx, id, { status: "approved", updated_at: now });
      if (subject.purpose === "payout") await confirmPhoneNumber(deps, tx, subject, phoneNumber);
      await onGuess(tx, true);
      const response = { statusCode: 200, body: presentVerification(approved, phoneNumber) };
      await store(tx, response);
      return response;
    }
    const failedChecks = row.failed_checks + 1;
    const attemptsLeft = Math.min(maxChecks - failedChecks, maxWrongCodes - wrong.count - 1);
    const isUsedUp = attemptsLeft <= 0;
    await changeVerification(tx, id, {
      failed_checks: failedChecks,
      updated_at: now,
      ...(isUsedUp ? { status: "failed" as const } : {}),
    });
    await onGuess(tx, false);
    if (isUsedUp) return new ApiError("sms_too_many_attempts", { extra: { attemptsLeft: 0 } });
    const { status, message } = errorCodes.sms_code_wrong;
    const response = {
      statusCode: status,
      body: { message, errorCode: "sms_code_wrong", attemptsLeft },
    };
    await store(tx, response);
    return response;
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** Why codes are no longer accepted; null if they are. Locks the customer, so that the number on file cannot change. */
async function refusalOf(
  deps: SmsDeps,
  tx: Tx,
  { operatorId, externalCustomerId }: SmsSubject,
  row: SmsVerificationRow,
): Promise<"sms_code_expired" | "phone_number_verified" | null> {
  const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
  if (!customer) return "sms_code_expired";
  const { phoneNumber } = customer.data;
  const onFileIndex =
    phoneNumber === null ? null : phoneIndexOf(deps.keyring, operatorId, phoneNumber);
  if (onFileIndex !== row.on_file_index) return "sms_code_expired";
  const isAnother = row.phone_index !== onFileIndex;
  return isAnother && customer.phoneVerifiedAt !== null ? "phone_number_verified" : null;
}
