/*
 * The inbox for the outcomes of vendors that cannot be queried by our key.
 *
 * Guarantees: a verified notice is stored before the vendor gets its response, once for each notice id. Only the
 * look-up of its charge or refund decides, from all notices about the key. A missing notice proves nothing: the payment
 * stays pending, and staff decide.
 *
 * A notice can precede the response to our request, so one about an unknown key is kept. maxForKey and deleteOldNotices
 * bound the inbox.
 */
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/database/tables.ts";
import type { CardProcessor, OutcomeNotice } from "../../providers/processor/index.ts";
import { ownerOfNotice } from "../disputes/notice-owner.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { type AttemptRecord, chargeKey } from "../records.ts";

/** Maximum number of notices about one key. A vendor sends a few. */
const maxForKey = 100;

/** The key under which a charge is reversed. There is one for each charge, so that it is not reversed twice. */
export function reversalKey(chargeKey: string): string {
  return `${chargeKey}-reversal`;
}

/** Stores a notice. Ignores a known one, and one beyond the limit for its key. */
export async function storeOutcomeNotice(
  { database, clock }: Pick<PaymentsDeps, "database" | "clock">,
  processor: string,
  notice: OutcomeNotice,
): Promise<void> {
  const { kysely } = database;
  const operatorId = await ownerOfKey(kysely, processor, notice.key);
  const { count } = await kysely
    .selectFrom("outcome_notices")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("processor", "=", processor)
    .where("our_key", "=", notice.key)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxForKey) return;
  await kysely
    .insertInto("outcome_notices")
    .values({
      processor,
      notice_id: notice.noticeId,
      operator_id: operatorId,
      our_key: notice.key,
      vendor_reference: notice.reference,
      charge_id: notice.chargeId,
      event: notice.event,
      succeeded: notice.succeeded,
      reason: notice.reason,
      amount_minor: notice.amountMinor,
      currency: notice.currency,
      facts: notice.facts && JSON.stringify(notice.facts),
      arn: notice.arn,
      happened_at: new Date(notice.at),
      received_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.columns(["processor", "notice_id"]).doNothing())
    .execute();
}

/** Finds what a key belongs to; null if no charge, reversal or refund has it. */
async function ownerOfKey(
  db: Kysely<Tables>,
  processor: string,
  key: string,
): Promise<string | null> {
  const refund = await db
    .selectFrom("refunds")
    .select("operator_id")
    .where("refund_id", "=", key)
    .where("processor", "=", processor)
    .executeTakeFirst();
  if (refund) return refund.operator_id;
  return ownerOfNotice(db, processor, { chargeKey: key.replace(/-reversal$/, "") });
}

/** `keys` belong to one charge or refund of this operator. */
interface NoticeQuery {
  readonly operatorId: string;
  readonly processor: CardProcessor | undefined;
  readonly keys: readonly string[];
}

/**
 * Returns notices in the order in which they happened. Empty if the processor can be queried, which is more reliable.
 */
export async function noticesAbout(
  { database }: Pick<PaymentsDeps, "database">,
  { operatorId, processor, keys }: NoticeQuery,
): Promise<readonly OutcomeNotice[]> {
  if (!processor || !readsNotices(processor)) return [];
  const rows = await database.kysely
    .selectFrom("outcome_notices")
    .selectAll()
    .where("processor", "=", processor.name)
    .where("our_key", "in", [...keys])
    .where((row) => row.or([row("operator_id", "=", operatorId), row("operator_id", "is", null)]))
    .orderBy("happened_at")
    .orderBy("received_at")
    .orderBy("notice_id")
    .execute();
  if (rows.some((row) => row.operator_id === null)) {
    // The operator asks about its own charge, so the notice is the operator's.
    await database.kysely
      .updateTable("outcome_notices")
      .set({ operator_id: operatorId })
      .where("processor", "=", processor.name)
      .where("our_key", "in", [...keys])
      .where("operator_id", "is", null)
      .execute();
  }
  return rows.map((row) => ({
    noticeId: row.notice_id,
    key: row.our_key,
    reference: row.vendor_reference,
    chargeId: row.charge_id,
    event: row.event,
    succeeded: row.succeeded,
    reason: row.reason,
    amountMinor: Number(row.amount_minor),
    currency: row.currency,
    at: row.happened_at.toISOString(),
    facts: row.facts,
    arn: row.arn,
  }));
}

/** Like {@link noticesAbout}, for the attempt's charge and its reversal. */
export function chargeNotices(
  deps: Pick<PaymentsDeps, "database" | "processors">,
  operatorId: string,
  attempt: Pick<AttemptRecord, "paymentId" | "chargeNumber" | "processor">,
): Promise<readonly OutcomeNotice[]> {
  const key = chargeKey(attempt);
  const processor = deps.processors.byName(attempt.processor);
  return noticesAbout(deps, { operatorId, processor, keys: [key, reversalKey(key)] });
}

/** Whether the processor's look-ups only read notices. */
export function readsNotices({ capabilities }: Pick<CardProcessor, "capabilities">): boolean {
  return capabilities.lookUp === "notice" || capabilities.lookUp === "replay";
}

/** How long notices are kept: longer than a bank can return a refund. */
const keptDays = 180;
/** How many days notices about unknown keys are kept, and how many of each processor. */
const unknownDays = 7;
const maxUnknown = 10_000;
const dayMs = 24 * 60 * 60_000;

/** Deletes notices after {@link keptDays}. Deletes those about unknown keys earlier, also to limit their number. */
export async function deleteOldNotices({
  database,
  clock,
}: Pick<PaymentsDeps, "database" | "clock">): Promise<void> {
  const nowMs = clock.nowMs();
  await database.kysely
    .deleteFrom("outcome_notices")
    .where((row) =>
      row.or([
        row("received_at", "<", new Date(nowMs - keptDays * dayMs)),
        row.and([
          row("operator_id", "is", null),
          row("received_at", "<", new Date(nowMs - unknownDays * dayMs)),
        ]),
      ]),
    )
    .execute();
  await sql`
    delete from outcome_notices n using (
      select processor, notice_id,
        row_number() over (partition by processor order by received_at desc, notice_id) as place
      from outcome_notices where operator_id is null
    ) unknown
    where unknown.place > ${maxUnknown}
      and n.processor = unknown.processor and n.notice_id = unknown.notice_id
      and n.operator_id is null`.execute(database.kysely);
}
