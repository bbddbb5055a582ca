/**
 * Proving that a phone number is the customer's, with a code from a text message.
 *
 * What it must guarantee
 * - A code opens once, within ten minutes, after at most five wrong ones; fifteen wrong ones a day.
 *   Guesses are counted in the row's own lock, so parallel ones gain nothing.
 * - No number gets more messages than sms-rules.ts allows; the counting happens before the sending.
 * - The answer never tells whether a number is known here, nor that others ask for codes for it.
 * - A message is sent by this request or by nobody: what broke off on the way is not sent again by
 *   itself; the customer may ask for it after the wait.
 */
import type { SmsVerification, WrongSmsCode } from "../../contract/client/sms-verification.ts";
import { errorCodes } from "../../contract/errors.ts";
import { confirmPhoneNumber, findCustomer, normalizePhoneNumber } from "../customers/index.ts";
import type { Operator } from "../operators/index.ts";
import { toIsoTime } from "../platform/clock.ts";
import { isUniqueViolation } from "../platform/database/database.ts";
import type { SmsVerificationRow } from "../platform/database/tables.ts";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../platform/http/api-error.ts";
import type { Answer, LeaseClaim } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { newId } from "../platform/randomness.ts";
import type { SmsSender } from "../providers/sms/index.ts";
import { codeOf, isSameCode } from "./sms-code.ts";
import {
  codeLifeMs,
  lockMs,
  maskPhoneNumber,
  messageText,
  mostChecks,
  mostFailures,
  resendDelayMs,
} from "./sms-rules.ts";
import {
  changeVerification,
  failuresSince,
  lockPending,
  rememberSend,
  type SmsCustomer,
  traceOf,
  usedUpLimits,
} from "./sms-store.ts";

/** What this domain is given. `sender` is null where no carrier is configured. */
export interface SmsDeps extends PlatformDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
  sender: SmsSender | null;
}

/** A wish to be sent a code. */
export interface SmsStart extends SmsCustomer {
  /** Another number than the one on file. */
  phoneNumber: string | undefined;
  language: string | undefined;
  ipAddress: string;
}

/**
 * Sends a code to the customer's number or to another one. Asked again while a code is under way, it
 * sends the same code again; with another number, the code before it is dead.
 *
 * Refuses with `phone_number_missing`, `phone_not_normalisable`, `sms_sent_recently`, `sms_locked`,
 * `rate_limited`, `sms_number_unreachable`, `sms_unavailable`.
 */
export async function startSmsVerification(
  deps: SmsDeps,
  start: SmsStart,
  claim: LeaseClaim,
): Promise<Answer<SmsVerification>> {
  const { sender, keyring, clock } = deps;
  if (sender === null) throw new ApiError("sms_unavailable");
  const phoneNumber = await numberOf(deps, start);
  const { row, silent } = await storeIntention(deps, start, phoneNumber, claim);
  if (!silent) {
    const operator = await deps.operators.get(start.operatorId);
    const body = messageText({
      code: codeOf(keyring, start.operatorId, row.sms_verification_id),
      operatorName: operator.name,
      language: start.language,
      pageHost: hostOf(operator.settings.allowedOrigins[0]),
      frameHost: new URL(deps.config.publicUrl).hostname,
    });
    const outcome = await sender.send({ to: phoneNumber, body });
    if (!outcome.sent && outcome.reason !== "unknown") {
      // It was not sent, so nobody need wait to try again.
      const now = new Date(clock.nowMs());
      await inTransaction(deps.database, (tx) =>
        changeVerification(tx, row.sms_verification_id, { resend_at: now, updated_at: now }),
      );
      deps.log.info("a text message was not sent", { reason: outcome.reason });
      throw new ApiError(
        outcome.reason === "unreachable" ? "sms_number_unreachable" : "sms_unavailable",
      );
    }
  }
  const answer = { statusCode: 200, body: present(row, phoneNumber) };
  await inTransaction(deps.database, (tx) => claim.finish(tx, answer));
  return answer;
}

/** The answer to a code: the approved verification, or the refusal of a wrong one. */
export type CheckAnswer = Answer<SmsVerification | WrongSmsCode>;

/** Written with the change: the idempotency row. */
export type AlsoWrite = (tx: Tx, answer: CheckAnswer) => Promise<void>;

/**
 * Tries a code. The right one makes the number the customer's, verified now. A wrong one is an
 * answer too (400 `sms_code_wrong` with `attemptsLeft`), stored with the guess that it counts, so
 * that the same request sent again counts nothing.
 *
 * Throws `sms_not_started`, `sms_code_expired`, `sms_too_many_attempts`.
 */
export async function checkSmsCode(
  deps: SmsDeps,
  customer: SmsCustomer,
  code: string,
  also: AlsoWrite,
): Promise<CheckAnswer> {
  const { keyring, clock } = deps;
  // Refusals are returned, not thrown, out of the transaction: what they count must stay counted.
  const outcome = await inTransaction(deps.database, async (tx) => {
    const row = await lockPending(tx, customer);
    if (!row) return new ApiError("sms_not_started");
    const id = row.sms_verification_id;
    const now = new Date(clock.nowMs());
    if (row.expires_at <= now) {
      await changeVerification(tx, id, { status: "expired", updated_at: now });
      return new ApiError("sms_code_expired");
    }
    if (isSameCode(codeOf(keyring, customer.operatorId, id), code)) {
      const phoneNumber = openNumber(deps, row);
      const approved = { ...row, status: "approved" as const, updated_at: now };
      await changeVerification(tx, id, { status: "approved", updated_at: now });
      await confirmPhoneNumber(deps, tx, customer, phoneNumber);
      const answer = { statusCode: 200, body: present(approved, phoneNumber) };
      await also(tx, answer);
      return answer;
    }
    const failedChecks = row.failed_checks + 1;
    const isDead = failedChecks >= mostChecks;
    await changeVerification(tx, id, {
      failed_checks: failedChecks,
      updated_at: now,
      ...(isDead ? { status: "failed" as const } : {}),
    });
    if (isDead) return new ApiError("sms_too_many_attempts", { extra: { attemptsLeft: 0 } });
    const { status, message } = errorCodes.sms_code_wrong;
    const attemptsLeft = mostChecks - failedChecks;
    const answer = {
      statusCode: status,
      body: { message, errorCode: "sms_code_wrong", attemptsLeft },
    };
    await also(tx, answer);
    return answer;
  });
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** The given number in E.164, or the one on file. */
async function numberOf(deps: SmsDeps, start: SmsStart): Promise<string> {
  const { operatorId, externalCustomerId } = start;
  const customer = await findCustomer(deps, operatorId, externalCustomerId);
  if (!customer) throw new ApiError("resource_not_found");
  if (start.phoneNumber === undefined) {
    if (customer.data.phoneNumber === null) throw new ApiError("phone_number_missing");
    return customer.data.phoneNumber;
  }
  const country = customer.data.address?.country ?? null;
  const normalized = normalizePhoneNumber(start.phoneNumber, country);
  if (normalized === undefined) throw fieldRefusal("phone_not_normalisable", "phoneNumber");
  return normalized;
}

/** The message that is about to be sent, counted; `silent`: it must not be sent after all. */
interface Intention {
  row: SmsVerificationRow;
  silent: boolean;
}

async function storeIntention(
  deps: SmsDeps,
  start: SmsStart,
  phoneNumber: string,
  claim: LeaseClaim,
): Promise<Intention> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(deps.database, async (tx) => {
        const intention = await intend(deps, tx, start, phoneNumber);
        await claim.begin(tx);
        return intention;
      });
    } catch (error) {
      // Two began at once: the second one now finds the first one's.
      if (tries === 3 || !isUniqueViolation(error, "sms_verifications_pending")) throw error;
    }
  }
}

async function intend(
  deps: SmsDeps,
  tx: Tx,
  start: SmsStart,
  phoneNumber: string,
): Promise<Intention> {
  const { keyring, clock } = deps;
  const nowMs = clock.nowMs();
  const now = new Date(nowMs);
  await refuseLocked(tx, start, nowMs);

  const trace = traceOf(keyring, start, phoneNumber, start.ipAddress);
  const pending = await lockPending(tx, start);
  if (pending && pending.resend_at > now)
    throw waitUntil("sms_sent_recently", pending.resend_at, nowMs);
  const usedUp = await usedUpLimits(tx, trace, nowMs);
  const open = usedUp.filter(({ limit }) => limit === "customer" || limit === "address");
  const freeAtMs = Math.max(...open.map((each) => each.freeAtMs));
  if (open.length > 0) throw waitUntil("rate_limited", new Date(freeAtMs), nowMs);
  const silent = usedUp.length > 0;

  if (pending && pending.expires_at > now && pending.phone_index === trace.phoneIndex) {
    const sends = pending.sends + 1;
    const changes = {
      sends,
      resend_at: new Date(nowMs + resendDelayMs(sends)),
      updated_at: now,
    };
    await changeVerification(tx, pending.sms_verification_id, changes);
    if (!silent) await rememberSend(tx, trace, now);
    return { row: { ...pending, ...changes }, silent };
  }
  if (pending) {
    const status = pending.expires_at > now ? ("canceled" as const) : ("expired" as const);
    await changeVerification(tx, pending.sms_verification_id, { status, updated_at: now });
  }
  const smsVerificationId = newId(deps, "smsVerification");
  const row: SmsVerificationRow = {
    sms_verification_id: smsVerificationId,
    operator_id: start.operatorId,
    external_customer_id: start.externalCustomerId,
    phone_number_sealed: keyring.encryptField(
      placeOf(start.operatorId, smsVerificationId),
      phoneNumber,
    ),
    phone_index: trace.phoneIndex,
    status: "pending",
    failed_checks: 0,
    sends: 1,
    resend_at: new Date(nowMs + resendDelayMs(1)),
    expires_at: new Date(nowMs + codeLifeMs),
    created_at: now,
    updated_at: now,
  };
  await tx.insertInto("sms_verifications").values(row).execute();
  if (!silent) await rememberSend(tx, trace, now);
  return { row, silent };
}

async function refuseLocked(tx: Tx, customer: SmsCustomer, nowMs: number): Promise<void> {
  const failures = await failuresSince(tx, customer, new Date(nowMs - lockMs));
  const oldest = failures[failures.length - mostFailures];
  if (oldest !== undefined) {
    throw waitUntil("sms_locked", new Date(oldest.getTime() + lockMs), nowMs);
  }
}

function waitUntil(
  code: "sms_sent_recently" | "sms_locked" | "rate_limited",
  until: Date,
  nowMs: number,
): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - nowMs) / 1000));
  return new ApiError(code, {
    headers: { "retry-after": String(seconds) },
    extra: { resendAt: until.toISOString() },
  });
}

function present(row: SmsVerificationRow, phoneNumber: string): SmsVerification {
  return {
    smsVerificationId: row.sms_verification_id,
    status: row.status,
    phoneNumber: maskPhoneNumber(phoneNumber),
    expiresAt: toIsoTime(row.expires_at.getTime()),
    resendAt: toIsoTime(row.resend_at.getTime()),
    attemptsLeft: mostChecks - row.failed_checks,
  };
}

function openNumber(deps: Pick<SmsDeps, "keyring">, row: SmsVerificationRow): string {
  const place = placeOf(row.operator_id, row.sms_verification_id);
  return deps.keyring.decryptField(place, row.phone_number_sealed);
}

function placeOf(operatorId: string, smsVerificationId: string) {
  const column = "phone_number_sealed";
  return { operatorId, table: "sms_verifications", column, id: smsVerificationId };
}

function hostOf(origin: string | undefined): string | undefined {
  return origin === undefined ? undefined : new URL(origin).hostname;
}
