import { type Kysely, sql } from "kysely";
import type { SmsVerification } from "#contract/client/sms-verification";
import { toIsoTime } from "../../platform/clock.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";
import {
  blockOf,
  longestWindowMs,
  maskPhoneNumber,
  maxChecks,
  purposeLimits,
  type SendLimitName,
  type SmsPurpose,
  sharedLimits,
} from "./sms-rules.ts";
import type { SmsVerificationRow } from "./tables.ts";

export interface SmsCustomer {
  operatorId: string;
  externalCustomerId: string;
}

/** The customer, purpose and subject that a code is valid for. It is valid for nothing else. */
export interface SmsSubject extends SmsCustomer {
  purpose: SmsPurpose;
  /** `di_…` or `w9_…` */
  subject: string;
}

export interface SendTrace extends SmsCustomer {
  purpose: SmsPurpose;
  phoneIndex: string;
  phoneBlock: string;
  ipIndex: string;
}

/** Locks the pending verification for this purpose and subject until the transaction ends. */
export function lockPending(
  tx: Tx,
  { operatorId, externalCustomerId, purpose, subject }: SmsSubject,
): Promise<SmsVerificationRow | undefined> {
  return tx
    .selectFrom("sms_verifications")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("purpose", "=", purpose)
    .where("subject", "=", subject)
    .where("status", "=", "pending")
    .forUpdate()
    .executeTakeFirst();
}

/** Changes a verification. The row must be locked. */
export async function changeVerification(
  tx: Tx,
  smsVerificationId: string,
  changes: Partial<SmsVerificationRow>,
): Promise<void> {
  await tx
    .updateTable("sms_verifications")
    .set(changes)
    .where("sms_verification_id", "=", smsVerificationId)
    .execute();
}

/** Any number that no other lock uses with a text as its second half. */
const lockNumber = 7_304_559;

/**
 * Lets messages that count against one limit take turns until the transaction ends, so that together they do not pass
 * it. Call it before {@link reachedLimits}. A number's block includes the number.
 */
export async function takeTurns(tx: Tx, trace: SendTrace): Promise<void> {
  // In this order everywhere, so that no two transactions wait for each other.
  const customer = `${trace.operatorId} ${trace.externalCustomerId}`;
  for (const counted of [trace.phoneBlock, customer, trace.ipIndex]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${counted}, ${lockNumber}))`.execute(
      tx,
    );
  }
}

/** A limit, with the time of the next message. */
export interface ReachedLimit {
  limit: SendLimitName;
  freeAtMs: number;
}

/** The limits that one more message would exceed. */
export async function reachedLimits(
  tx: Tx,
  trace: SendTrace,
  nowMs: number,
): Promise<ReachedLimit[]> {
  const sends = () => tx.selectFrom("sms_sends").select("sent_at");
  const queries = {
    number: () => sends().where("phone_index", "=", trace.phoneIndex),
    block: () => sends().where("phone_block", "=", trace.phoneBlock),
    address: () => sends().where("ip_index", "=", trace.ipIndex),
    customer: () =>
      sends()
        .where("operator_id", "=", trace.operatorId)
        .where("external_customer_id", "=", trace.externalCustomerId),
  };
  const found: ReachedLimit[] = [];
  for (const table of [sharedLimits, purposeLimits[trace.purpose]]) {
    for (const limit of Object.keys(table) as SendLimitName[]) {
      const limits = table[limit] ?? [];
      const longest = Math.max(...limits.map(({ windowMs }) => windowMs));
      const most = Math.max(...limits.map(({ count }) => count));
      const all = queries[limit]().where("sent_at", ">", new Date(nowMs - longest));
      const counted = table === sharedLimits ? all : all.where("purpose", "=", trace.purpose);
      const rows = await counted.orderBy("sent_at", "desc").limit(most).execute();
      for (const { count, windowMs } of limits) {
        // The next message fits once this one has left the window.
        const blocking = rows[count - 1]?.sent_at.getTime();
        if (blocking !== undefined && blocking > nowMs - windowMs) {
          found.push({ limit, freeAtMs: blocking + windowMs });
        }
      }
    }
  }
  return found;
}

export async function recordSend(tx: Tx, trace: SendTrace, at: Date): Promise<void> {
  await tx
    .insertInto("sms_sends")
    .values({
      operator_id: trace.operatorId,
      external_customer_id: trace.externalCustomerId,
      phone_index: trace.phoneIndex,
      phone_block: trace.phoneBlock,
      ip_index: trace.ipIndex,
      purpose: trace.purpose,
      sent_at: at,
    })
    .execute();
}

export async function deleteOldSends(tx: Pick<Tx, "deleteFrom">, nowMs: number): Promise<void> {
  await tx
    .deleteFrom("sms_sends")
    .where("sent_at", "<", new Date(nowMs - longestWindowMs))
    .execute();
}

/** A keyed index of a number in E.164, different for each operator. */
export function phoneIndexOf(
  keyring: Pick<Keyring, "blindIndex">,
  operatorId: string,
  e164: string,
): string {
  return keyring.blindIndex(operatorId, "sms.phone", e164);
}

/** A payout with the number on file in E.164. */
export interface PayoutWithNumber {
  readonly disbursementIntentId: string;
  readonly externalCustomerId: string;
  readonly phoneNumber: string;
}

/** Finds payouts with a proved number in one statement. */
export async function payoutsWithProvedNumber(
  { keyring }: { keyring: Pick<Keyring, "blindIndex"> },
  db: Kysely<Tables>,
  operatorId: string,
  payouts: readonly PayoutWithNumber[],
): Promise<Set<string>> {
  if (payouts.length === 0) return new Set();
  const ids = payouts.map(({ disbursementIntentId }) => disbursementIntentId);
  const customerIds = payouts.map(({ externalCustomerId }) => externalCustomerId);
  const rows = await db
    .selectFrom("sms_verifications")
    .select(["subject", "external_customer_id", "phone_index"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "in", [...new Set(customerIds)])
    .where("purpose", "=", "payout")
    .where("subject", "in", ids)
    .where("status", "=", "approved")
    .execute();
  const proved = payouts.filter(({ disbursementIntentId, externalCustomerId, phoneNumber }) => {
    const phoneIndex = phoneIndexOf(keyring, operatorId, phoneNumber);
    return rows.some(
      (row) =>
        row.subject === disbursementIntentId &&
        row.external_customer_id === externalCustomerId &&
        row.phone_index === phoneIndex,
    );
  });
  return new Set(proved.map(({ disbursementIntentId }) => disbursementIntentId));
}

/** A verification as the widget shows it, with the number masked. */
export function presentVerification(row: SmsVerificationRow, phoneNumber: string): SmsVerification {
  return {
    smsVerificationId: row.sms_verification_id,
    status: row.status,
    phoneNumber: maskPhoneNumber(phoneNumber),
    expiresAt: toIsoTime(row.expires_at.getTime()),
    resendAt: toIsoTime(row.resend_at.getTime()),
    attemptsLeft: maxChecks - row.failed_checks,
  };
}

/** Decrypts the number, in E.164. */
export function openNumber(
  { keyring }: { keyring: Pick<Keyring, "decryptField"> },
  row: SmsVerificationRow,
): string {
  const place = placeOfNumber(row.operator_id, row.sms_verification_id);
  return keyring.decryptField(place, row.phone_number_sealed);
}

export function placeOfNumber(operatorId: string, smsVerificationId: string) {
  const column = "phone_number_sealed";
  return { operatorId, table: "sms_verifications", column, id: smsVerificationId };
}

/** Keyed indexes that differ for each operator, so that each has its own counts. */
export function traceOf(
  keyring: Pick<Keyring, "blindIndex">,
  customer: Pick<SmsSubject, keyof SmsCustomer | "purpose">,
  e164: string,
  ipAddress: string,
): SendTrace {
  const { operatorId, externalCustomerId, purpose } = customer;
  return {
    operatorId,
    externalCustomerId,
    purpose,
    phoneIndex: phoneIndexOf(keyring, operatorId, e164),
    phoneBlock: keyring.blindIndex(operatorId, "sms.block", blockOf(e164)),
    ipIndex: keyring.blindIndex(operatorId, "sms.ip", networkOf(ipAddress)),
  };
}
