/**
 * Proves with a code in a text message that a phone number is the customer's.
 *
 * Guarantees:
 * - A code is valid for one purpose and one subject (this payout, this W-9).
 * - Only the operator's server changes a verified number: once the number on file is verified, no other number gets a
 *   code, and earlier codes no longer count.
 * - A code works once, within ten minutes, after at most five wrong ones. Per purpose, a customer has fifteen wrong
 *   codes a day, including replaced or expired codes. Each guess locks the customer, so parallel guesses gain nothing.
 * - No number gets more messages than sms-rules.ts allows. Messages are counted before they are sent.
 * - The response never reveals whether a number is known, or that others request codes for it.
 * - Nothing resends an interrupted message. The customer may ask for another after the wait.
 */
import type { SmsVerification } from "#contract/client/sms-verification";
import { isUniqueViolation } from "../../platform/database/database.ts";
import { inTransaction, type Tx } from "../../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../../platform/http/api-error.ts";
import type { ApiResponse, LeaseClaim } from "../../platform/http/idempotency.ts";
import { newId } from "../../platform/randomness.ts";
import { findCustomer, type KnownCustomer, normalizePhoneNumber } from "../profile/index.ts";
import { codeOf } from "./sms-code.ts";
import type { SmsDeps } from "./sms-deps.ts";
import { codeLifeMs, isSmsDue, messageText, resendDelayMs } from "./sms-rules.ts";
import {
  changeVerification,
  lockPending,
  payoutsWithProvedNumber,
  phoneIndexOf,
  placeOfNumber,
  presentVerification,
  reachedLimits,
  recordSend,
  type SmsSubject,
  takeTurns,
  traceOf,
} from "./sms-store.ts";
import type { SmsVerificationRow } from "./tables.ts";
import { waitUntil, wrongCodesOf } from "./wrong-codes.ts";

export interface CodeRequest extends SmsSubject {
  /** Only payouts may replace the number on file. */
  phoneNumber: string | undefined;
  language: string | undefined;
  ipAddress: string;
}

/**
 * Sends a code to the customer's number, or to another one if that is not verified. A second call resends a pending
 * code; with another number it voids the earlier code. Sends nothing for a payout that no longer needs a code.
 *
 * Throws `phone_number_missing`, `phone_number_verified`, `phone_not_normalisable`, `sms_sent_recently`, `sms_locked`,
 * `rate_limited`, `sms_number_unreachable`, `sms_unavailable`.
 */
export async function startSmsVerification(
  deps: SmsDeps,
  start: CodeRequest,
  claim: LeaseClaim,
): Promise<ApiResponse<SmsVerification>> {
  const { sender, keyring, clock } = deps;
  if (sender === null) throw new ApiError("sms_unavailable");
  const numbers = await numbersOf(deps, start);
  const { row, silent } = await storeMessage(deps, start, numbers, claim);
  if (!silent) {
    const operator = await deps.operators.get(start.operatorId);
    const body = messageText({
      code: codeOf(keyring, row),
      purpose: start.purpose,
      operatorName: operator.name,
      language: start.language,
      pageHost: hostOf(operator.settings.allowedOrigins[0]),
      frameHost: new URL(deps.config.publicUrl).hostname,
    });
    const outcome = await sender.send({ to: numbers.to, body });
    if (!outcome.sent && outcome.reason !== "unknown") {
      const now = new Date(clock.nowMs());
      // Without this message the customer has no code. After a resend, the earlier message's code still works.
      const unsent = row.sends === 1 ? { status: "canceled" as const } : { resend_at: now };
      await deps.database.kysely
        .updateTable("sms_verifications")
        .set({ ...unsent, updated_at: now })
        .where("sms_verification_id", "=", row.sms_verification_id)
        // A check or another message may have changed it in the meantime.
        .where("status", "=", "pending")
        .where("sends", "=", row.sends)
        .execute();
      deps.log.info("could not send a text message", { reason: outcome.reason });
      throw new ApiError(
        outcome.reason === "unreachable" ? "sms_number_unreachable" : "sms_unavailable",
      );
    }
  }
  const response = { statusCode: 200, body: presentVerification(row, numbers.to) };
  await inTransaction(deps.database, (tx) => claim.finish(tx, response));
  return response;
}

/** Numbers in E.164. */
interface Numbers {
  to: string;
  onFile: string | null;
}

async function numbersOf(deps: SmsDeps, start: CodeRequest): Promise<Numbers> {
  const { operatorId, externalCustomerId } = start;
  const customer = await findCustomer(deps, operatorId, externalCustomerId);
  if (!customer) throw new ApiError("resource_not_found");
  await requireDue(deps, start, customer);
  const onFile = customer.data.phoneNumber;
  if (start.phoneNumber === undefined) {
    if (onFile === null) throw new ApiError("phone_number_missing");
    return { to: onFile, onFile };
  }
  const country = customer.data.address?.country ?? null;
  const normalized = normalizePhoneNumber(start.phoneNumber, country);
  if (normalized === undefined) throw fieldRefusal("phone_not_normalisable", "phoneNumber");
  const isAnother = normalized !== onFile;
  if (isAnother && customer.phoneVerifiedAt !== null) throw new ApiError("phone_number_verified");
  return { to: normalized, onFile };
}

/** Throws `phone_number_verified` if the number was verified in the meantime and the payout no longer needs a code. */
async function requireDue(
  deps: SmsDeps,
  start: CodeRequest,
  customer: KnownCustomer,
): Promise<void> {
  const { operatorId, externalCustomerId, purpose, subject } = start;
  const { phoneNumber } = customer.data;
  if (purpose !== "payout" || customer.phoneVerifiedAt === null || phoneNumber === null) return;
  const { settings } = await deps.operators.get(operatorId);
  const payout = { disbursementIntentId: subject, externalCustomerId, phoneNumber };
  const proved = await payoutsWithProvedNumber(deps, deps.database.kysely, operatorId, [payout]);
  if (!isSmsDue(settings.smsVerification, customer, proved.has(subject))) {
    throw new ApiError("phone_number_verified");
  }
}

/** A message that is counted but not sent yet. `silent`: never send it. */
interface PreparedMessage {
  row: SmsVerificationRow;
  silent: boolean;
}

async function storeMessage(
  deps: SmsDeps,
  start: CodeRequest,
  numbers: Numbers,
  claim: LeaseClaim,
): Promise<PreparedMessage> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(deps.database, async (tx) => {
        const message = await prepareMessage(deps, tx, start, numbers);
        await claim.begin(tx);
        return message;
      });
    } catch (error) {
      // Another request was first. The next try finds its verification.
      if (tries === 3 || !isUniqueViolation(error, "sms_verifications_pending")) throw error;
    }
  }
}

async function prepareMessage(
  deps: SmsDeps,
  tx: Tx,
  start: CodeRequest,
  numbers: Numbers,
): Promise<PreparedMessage> {
  const { keyring, clock } = deps;
  const nowMs = clock.nowMs();
  const now = new Date(nowMs);
  await refuseLocked(tx, start, nowMs);

  const trace = traceOf(keyring, start, numbers.to, start.ipAddress);
  await takeTurns(tx, trace);
  const pending = await lockPending(tx, start);
  if (pending && pending.resend_at > now)
    throw waitUntil("sms_sent_recently", pending.resend_at, nowMs);
  const reached = await reachedLimits(tx, trace, nowMs);
  const shown = reached.filter(({ limit }) => limit === "customer" || limit === "address");
  const freeAtMs = Math.max(...shown.map((limit) => limit.freeAtMs));
  if (shown.length > 0) throw waitUntil("rate_limited", new Date(freeAtMs), nowMs);
  const silent = reached.length > 0;

  const onFileIndex =
    numbers.onFile === null ? null : phoneIndexOf(keyring, start.operatorId, numbers.onFile);
  const isSame = pending?.phone_index === trace.phoneIndex && pending.on_file_index === onFileIndex;
  if (pending && pending.expires_at > now && isSame) {
    const sends = pending.sends + 1;
    const changes = {
      sends,
      resend_at: new Date(nowMs + resendDelayMs(sends)),
      updated_at: now,
    };
    await changeVerification(tx, pending.sms_verification_id, changes);
    if (!silent) await recordSend(tx, trace, now);
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
      placeOfNumber(start.operatorId, smsVerificationId),
      numbers.to,
    ),
    phone_index: trace.phoneIndex,
    purpose: start.purpose,
    subject: start.subject,
    on_file_index: onFileIndex,
    status: "pending",
    failed_checks: 0,
    sends: 1,
    resend_at: new Date(nowMs + resendDelayMs(1)),
    expires_at: new Date(nowMs + codeLifeMs),
    created_at: now,
    updated_at: now,
  };
  await tx.insertInto("sms_verifications").values(row).execute();
  if (!silent) await recordSend(tx, trace, now);
  return { row, silent };
}

async function refuseLocked(tx: Tx, customer: SmsSubject, nowMs: number): Promise<void> {
  const { lockedUntil } = await wrongCodesOf(tx, customer, nowMs);
  if (lockedUntil) throw waitUntil("sms_locked", lockedUntil, nowMs);
}

function hostOf(origin: string | undefined): string | undefined {
  return origin === undefined ? undefined : new URL(origin).hostname;
}
