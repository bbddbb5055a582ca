import type { DisputeNotice, FraudNotice } from "#contract/connectors/processor";
import { processorNotice } from "#contract/connectors/processor";
import { type ListSort, orderOf, type PageQuery } from "#contract/lists";
import type { AuditActor } from "../../operators/audit/index.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { noticeNotePlace } from "./decide-notice.ts";
import { isVisibleTo } from "./notice-owner.ts";
import type { ProcessorNoticeRow } from "./tables.ts";

export interface NoticeForReview {
  readonly processor: string;
  readonly notice: DisputeNotice | FraudNotice;
  readonly state: ProcessorNoticeRow["state"];
  readonly problem: string | null;
  readonly receivedAt: Date;
  readonly matchedPaymentId: string | null;
  readonly note: string | null;
  readonly decidedBy: AuditActor | null;
  readonly decidedAt: Date | null;
}

/**
 * Notices that need a decision (`open`), oldest first, or dismissed ones, newest first by default. Omits new notices
 * that were not tried yet, and those that this version cannot read, which the log names at each try.
 */
export async function listNotices(
  { database, keyring }: Pick<PaymentsDeps, "database" | "keyring">,
  operatorId: string,
  {
    state,
    page,
    size,
    sort = "newest",
  }: PageQuery & { readonly state: "open" | "dismissed"; readonly sort?: ListSort | undefined },
): Promise<{ notices: NoticeForReview[]; total: number }> {
  const matching = database.kysely
    .selectFrom("processor_notices as n")
    .where(isVisibleTo(operatorId))
    .where("n.state", "in", state === "open" ? ["waiting", "refused"] : ["dismissed"])
    .where((where) =>
      where.or([where("n.state", "<>", "waiting"), where("n.problem", "is not", null)]),
    );
  const direction = state === "open" ? "asc" : orderOf(sort).direction;
  const [rows, counted] = await Promise.all([
    matching
      .selectAll("n")
      .orderBy(state === "open" ? "n.received_at" : "n.decided_at", direction)
      .orderBy("n.processor", direction)
      .orderBy("n.event_id", direction)
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    matching.select(({ fn }) => fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  if (rows.some(({ note_sealed: note }) => note !== null)) await keyring.load(operatorId);
  const notices = rows.flatMap((row) => {
    const notice = processorNotice.safeParse(row.body).data;
    if (!notice) return [];
    const { processor, event_id: eventId, note_sealed: note } = row;
    const place = noticeNotePlace(operatorId, processor, eventId);
    return {
      processor,
      notice,
      state: row.state,
      problem: row.problem,
      receivedAt: row.received_at,
      matchedPaymentId: row.matched_payment_id,
      note: showText(keyring, place, note),
      decidedBy: row.decided_by as AuditActor | null,
      decidedAt: row.decided_at,
    };
  });
  return { notices, total: Number(counted.total) };
}
