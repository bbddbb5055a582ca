import type { W9Confirmation, W9ConfirmationRefused } from "#contract/client/w9";
import { errorCodes } from "#contract/errors";
import {
  isVerifiedForPayouts,
  type KnownCustomer,
  lockCustomer,
} from "../../../customers/profile/index.ts";
import { checkSmsCode, type SmsSubject } from "../../../customers/text-messages/index.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ApiResponse, ResponseClaim } from "../../../platform/http/idempotency.ts";
import { isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import { logAccess } from "../store/access-log.ts";
import { changeForm } from "../store/w9-store.ts";
import type { TaxDeps } from "../tax-deps.ts";
import { makeToken } from "./tokens.ts";
import { requirePending, type W9Caller } from "./w9-caller.ts";

/** How many wrong dates of birth lock a link. A later link starts from zero. */
export const maxConfirmFailures = 5;

type ConfirmResponse = ApiResponse<W9Confirmation | W9ConfirmationRefused>;

/**
 * Confirms a date of birth. Counts wrong dates under the row's lock, and stores the response to each (400
 * `w9_confirmation_wrong` with `attemptsLeft`) with its count. Throws `w9_confirmation_locked` after too many,
 * `w9_already_completed`.
 */
export async function confirmDateOfBirth(
  deps: TaxDeps,
  caller: W9Caller,
  dateOfBirth: string,
  claim: ResponseClaim,
): Promise<ConfirmResponse> {
  return inTransaction(deps.database, async (tx) => {
    const { operatorId, externalCustomerId } = caller.subject;
    const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId);
    const row = await requirePending(tx, caller);
    if (row.confirm_failures >= maxConfirmFailures) throw new ApiError("w9_confirmation_locked");
    const known = customer?.data.dateOfBirth ?? null;
    const canConfirm = customer !== undefined && hasKnownBirthDate(customer);
    const isConfirmed = known !== null && canConfirm && isSameSecret(known, dateOfBirth);
    const action = isConfirmed ? "confirmed_by_date_of_birth" : "confirmation_refused";
    await logAccess(deps, tx, row, { actor: "customer", action, from: caller.from });
    if (isConfirmed) {
      const response = { statusCode: 200, body: present(deps, caller, "date_of_birth") };
      await claim.store(tx, response);
      return response;
    }
    const failures = row.confirm_failures + 1;
    await changeForm(deps, tx, row, { confirm_failures: failures });
    const { status, message } = errorCodes.w9_confirmation_wrong;
    const attemptsLeft = maxConfirmFailures - failures;
    const answer = {
      statusCode: status,
      body: { message, errorCode: "w9_confirmation_wrong", attemptsLeft },
    };
    await claim.store(tx, answer);
    return answer;
  });
}

/**
 * A date of birth that came with a client secret does not confirm the customer until an identity document has verified
 * it: an impostor could confirm themselves.
 */
export function hasKnownBirthDate(customer: KnownCustomer): boolean {
  if (customer.data.dateOfBirth === null) return false;
  return !customer.isDateOfBirthClaimed || isVerifiedForPayouts(customer);
}

/** The subject of a code for this W-9, which verifies nothing else. */
export function codeSubjectOf({ row, subject }: W9Caller): SmsSubject {
  const { operatorId, externalCustomerId } = subject;
  return { operatorId, externalCustomerId, purpose: "w9", subject: row.w9_id };
}

/** Checks a code sent to the customer's phone. Refuses as service/customers/text-messages does. */
export async function confirmPhone(
  deps: TaxDeps,
  caller: W9Caller,
  code: string,
  claim: ResponseClaim,
): Promise<ConfirmResponse> {
  let response: ConfirmResponse | undefined;
  await checkSmsCode(deps.sms, codeSubjectOf(caller), code, {
    async onGuess(tx, isRight) {
      const action = isRight ? "confirmed_by_phone" : "confirmation_refused";
      const row = await requirePending(tx, caller);
      await logAccess(deps, tx, row, { actor: "customer", action, from: caller.from });
    },
    async store(tx, checked) {
      const refused = { ...checked, body: checked.body as W9ConfirmationRefused };
      const confirmed = { statusCode: 200, body: present(deps, caller, "phone") };
      response = checked.statusCode === 200 ? confirmed : refused;
      await claim.store(tx, response);
    },
  });
  if (!response) throw new Error("a checked code has no response");
  return response;
}

function present(
  deps: TaxDeps,
  { row }: W9Caller,
  kind: "date_of_birth" | "phone",
): W9Confirmation {
  const { token, expiresAt } = makeToken(deps, row, kind);
  return { confirmation: token, expiresAt };
}
