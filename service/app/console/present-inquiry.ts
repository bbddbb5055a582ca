import type { InquiryForStaff } from "#contract/console/disputes";
import type { AuditActor } from "../../operators/audit/index.ts";
import { staffNames } from "../../operators/staff/index.ts";
import { type InquiryRecord, inquiryActs, type ReadCase } from "../../payments/index.ts";
import { toIsoTime } from "../../platform/clock.ts";
import type { ConsoleDeps } from "./console-deps.ts";

/** The inquiry for staff; null for a dispute that is not an inquiry. */
export async function presentInquiry(
  deps: ConsoleDeps,
  operatorId: string,
  { dispute }: Pick<ReadCase, "dispute">,
  inquiry: InquiryRecord | undefined,
): Promise<InquiryForStaff | null> {
  if (!inquiry) return null;
  const { openedBy, note, answeredAtMs, answeredBy, answerNote, closesAtMs } = inquiry;
  const actors = [openedBy, ...(answeredBy ? [answeredBy] : [])];
  const ids = actors.flatMap((actor) => (actor.kind === "staff" ? [actor.staffId] : []));
  const nameOf = await staffNames(deps, operatorId, ids);
  const by = (actor: AuditActor) =>
    actor.kind === "staff" ? nameOf(actor.staffId).name : actor.kind;
  const time = (ms: number | null) => (ms === null ? null : toIsoTime(ms));
  return {
    openedBy: by(openedBy),
    note,
    answeredAt: time(answeredAtMs),
    answeredBy: answeredBy && by(answeredBy),
    answerNote,
    closesAt: time(closesAtMs),
    ...inquiryActs(dispute.status),
  };
}
