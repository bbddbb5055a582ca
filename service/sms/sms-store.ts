import type { Keyring } from "../platform/crypto/keyring.ts";
import type { SmsVerificationRow } from "../platform/database/tables.ts";
import type { Tx } from "../platform/database/transaction.ts";
import { blockOf, longestWindowMs, type SendLimit, sendLimits } from "./sms-rules.ts";

/** Whose verification it is. */
export interface SmsCustomer {
  operatorId: string;
  externalCustomerId: string;
}

/** What messages are counted by. */
export interface SendTrace extends SmsCustomer {
  phoneIndex: string;
  phoneBlock: string;
  ipIndex: string;
}

/** The verification under way, held until the transaction ends. */
export function lockPending(
  tx: Tx,
  customer: SmsCustomer,
): Promise<SmsVerificationRow | undefined> {
  return tx
    .selectFrom("sms_verifications")
    .selectAll()
    .where("operator_id", "=", customer.operatorId)
    .where("external_customer_id", "=", customer.externalCustomerId)
    .where("status", "=", "pending")
    .forUpdate()
    .executeTakeFirst();
}

/** When the customer's verifications since then died of wrong codes, oldest first. */
export async function failuresSince(tx: Tx, customer: SmsCustomer, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom("sms_verifications")
    .select("updated_at")
    .where("operator_id", "=", customer.operatorId)
    .where("external_customer_id", "=", customer.externalCustomerId)
    .where("status", "=", "failed")
    .where("updated_at", ">", since)
    .orderBy("updated_at")
    .execute();
  return rows.map((row) => row.updated_at);
}

/** Writes columns of a verification that this transaction holds. */
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

/** Which limit is used up, and when it will let the next message through. */
export interface UsedUp {
  limit: keyof typeof sendLimits;
  freeAtMs: number;
}

/** The limits that one more message would break. */
export async function usedUpLimits(tx: Tx, trace: SendTrace, nowMs: number): Promise<UsedUp[]> {
  const recent = (since: number) =>
    tx.selectFrom("sms_sends").select("sent_at").where("sent_at", ">", new Date(since));
  const queries = {
    number: (since: number) => recent(since).where("phone_index", "=", trace.phoneIndex),
    block: (since: number) => recent(since).where("phone_block", "=", trace.phoneBlock),
    address: (since: number) => recent(since).where("ip_index", "=", trace.ipIndex),
    customer: (since: number) =>
      recent(since)
        .where("operator_id", "=", trace.operatorId)
        .where("external_customer_id", "=", trace.externalCustomerId),
  };
  const found: UsedUp[] = [];
  for (const limit of Object.keys(sendLimits) as (keyof typeof sendLimits)[]) {
    const limits: readonly SendLimit[] = sendLimits[limit];
    const longest = Math.max(...limits.map(({ windowMs }) => windowMs));
    const most = Math.max(...limits.map(({ count }) => count));
    const rows = await queries[limit](nowMs - longest)
      .orderBy("sent_at", "desc")
      .limit(most)
      .execute();
    for (const { count, windowMs } of limits) {
      // The message that must leave the window before another fits in.
      const blocking = rows[count - 1]?.sent_at.getTime();
      if (blocking !== undefined && blocking > nowMs - windowMs) {
        found.push({ limit, freeAtMs: blocking + windowMs });
      }
    }
  }
  return found;
}

/** Remembers a message for the limits. */
export async function rememberSend(tx: Tx, trace: SendTrace, at: Date): Promise<void> {
  await tx
    .insertInto("sms_sends")
    .values({
      operator_id: trace.operatorId,
      external_customer_id: trace.externalCustomerId,
      phone_index: trace.phoneIndex,
      phone_block: trace.phoneBlock,
      ip_index: trace.ipIndex,
      sent_at: at,
    })
    .execute();
}

/** Forgets messages that no limit counts any more; for the job. */
export async function forgetOldSends(tx: Pick<Tx, "deleteFrom">, nowMs: number): Promise<void> {
  await tx
    .deleteFrom("sms_sends")
    .where("sent_at", "<", new Date(nowMs - longestWindowMs))
    .execute();
}

/** The keyed fingerprints that limits count by; keyed by operator, so each operator counts apart. */
export function traceOf(
  keyring: Pick<Keyring, "blindIndex">,
  customer: SmsCustomer,
  e164: string,
  ipAddress: string,
): SendTrace {
  const { operatorId } = customer;
  return {
    ...customer,
    phoneIndex: keyring.blindIndex(operatorId, "sms.phone", e164),
    phoneBlock: keyring.blindIndex(operatorId, "sms.block", blockOf(e164)),
    ipIndex: keyring.blindIndex(operatorId, "sms.ip", ipAddress),
  };
}
