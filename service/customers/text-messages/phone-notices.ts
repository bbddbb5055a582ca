import { appendAudit } from "../../operators/audit/index.ts";
import { isStoreLost } from "../../platform/database/store-unavailable.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import { newId } from "../../platform/randomness.ts";
import type { SmsDeps } from "./sms-deps.ts";
import { replacedNumberText } from "./sms-rules.ts";
import type { SmsCustomer } from "./sms-store.ts";
import type { SmsNoticeRow } from "./tables.ts";

/** After this time the job deletes the notice and its number. */
const giveUpMs = 24 * 60 * 60_000;
/** Longer than a call to the carrier, so that no other process takes the notice in the meantime. */
const pauseMs = 5 * 60_000;

/** Sends notices to verified numbers that were replaced. */
export interface PhoneNotices {
  /**
   * Writes the audit entry and the notice. `phoneNumber` is the old one (E.164). Runs in the change's transaction; call
   * {@link wake} after it.
   */
  verifiedNumberReplaced(tx: Tx, customer: SmsCustomer, phoneNumber: string): Promise<void>;
  /** Sends due notices now. */
  wake(): void;
  readonly job: Job;
}

/**
 * Creates the notices. A job sends them after the change has committed, so a crash or an unavailable carrier only
 * delays them. Without a carrier there is only the audit entry.
 */
export function createPhoneNotices(deps: SmsDeps): PhoneNotices {
  const job = createJob({
    name: "sms.send_notices",
    everyMs: 30_000,
    run: () => sendNextNotice(deps),
  });
  return {
    job,
    wake: () => job.wake(),
    async verifiedNumberReplaced(tx, { operatorId, externalCustomerId }, phoneNumber) {
      const now = new Date(deps.clock.nowMs());
      const noticeId = newId(deps, "smsNotice");
      if (deps.sender !== null) {
        await tx
          .insertInto("sms_notices")
          .values({
            sms_notice_id: noticeId,
            operator_id: operatorId,
            external_customer_id: externalCustomerId,
            phone_number_sealed: deps.keyring.encryptField(
              placeOf(operatorId, noticeId),
              phoneNumber,
            ),
            next_try_at: now,
            created_at: now,
          })
          .execute();
      }
      await appendAudit(deps, tx, operatorId, {
        actor: { kind: "api" },
        action: "customer.verified_phone_replaced",
        subject: { type: "customer", id: externalCustomerId },
        details: { noticeSent: deps.sender !== null },
      });
    },
  };
}

async function sendNextNotice(deps: SmsDeps): Promise<"more" | undefined> {
  const { database, clock, log } = deps;
  const now = new Date(clock.nowMs());
  const notice = await claim(deps, now);
  if (!notice) return undefined;
  const { operator_id: operatorId, sms_notice_id: id } = notice;
  const outcome = await send(deps, notice).catch((error: unknown) => {
    if (isStoreLost(error)) throw error;
    log.error("the notice to a replaced phone number failed", { operatorId, error });
    return { sent: false, reason: "unavailable" } as const;
  });
  const mayRetry =
    outcome?.sent === false &&
    outcome.reason === "unavailable" &&
    now.getTime() - notice.created_at.getTime() < giveUpMs;
  if (mayRetry) return "more";
  if (!outcome?.sent) {
    log.warn("could not send the notice to a replaced phone number", {
      operatorId,
      reason: outcome?.reason ?? "no carrier",
    });
  }
  await database.kysely
    .deleteFrom("sms_notices")
    .where("operator_id", "=", operatorId)
    .where("sms_notice_id", "=", id)
    .execute();
  return "more";
}

async function send({ keyring, operators, sender }: SmsDeps, notice: SmsNoticeRow) {
  const { operator_id: operatorId, sms_notice_id: id, phone_number_sealed: sealed } = notice;
  await keyring.load(operatorId);
  const operator = await operators.get(operatorId);
  const to = keyring.decryptField(placeOf(operatorId, id), sealed);
  return sender?.send({ to, body: replacedNumberText(operator.name) });
}

function claim({ database }: SmsDeps, now: Date): Promise<SmsNoticeRow | undefined> {
  return database.kysely
    .updateTable("sms_notices")
    .set({ next_try_at: new Date(now.getTime() + pauseMs) })
    .where("sms_notice_id", "=", (select) =>
      select
        .selectFrom("sms_notices")
        .select("sms_notice_id")
        .where("next_try_at", "<=", now)
        .orderBy("next_try_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

function placeOf(operatorId: string, id: string) {
  return { operatorId, table: "sms_notices", column: "phone_number_sealed", id };
}
