import type { Dispute, RecordAnswer } from "#contract/api/disputes";
import { addBankingDays, addDays } from "#contract/banking-calendar";
import { isUniqueViolation } from "../../../platform/database/database.ts";
import { ApiError, fieldRefusal } from "../../../platform/http/api-error.ts";
import type { PaymentsDeps } from "../../payments-deps.ts";
import { actOnDispute, type DisputeChange } from "../act-on-dispute.ts";
import { statusAfter } from "../dispute-states.ts";
import type { DisputeKey } from "../dispute-store.ts";
import { requireDispute, requireSeen } from "../evidence.ts";
import type { DisputeRecord } from "../records.ts";
import {
  type InquiryAnswer,
  type InquiryRecord,
  isBankInquiry,
  readInquiry,
  storeAnswer,
} from "./inquiry-store.ts";
import { requireCustomer } from "./open-inquiry.ts";

const dayMs = 24 * 60 * 60_000;
/** Consumers' banks can return a debit as unauthorized for this long (Nacha Operating Rules, 3.13). */
const returnDays = 60;

/**
 * Records that the operator answered a bank's inquiry, or that no answer is needed. Sends nothing. Works after the
 * deadline, because people record late what they sent in time. Throws 404; 400 `invalid_value`; 409
 * `evidence_submitted`, `dispute_not_answerable`, `conflicting_state`, and `inquiry_open` for an expired inquiry while
 * a newer one about the debit is open.
 */
export async function recordAnswerOf(
  deps: PaymentsDeps,
  key: DisputeKey,
  { result, answeredAt, note }: RecordAnswer,
  change: DisputeChange,
): Promise<Dispute> {
  await deps.keyring.load(key.operatorId);
  const found = await requireDispute(deps, key);
  const nowMs = deps.clock.nowMs();
  const atMs = answeredAt === undefined ? nowMs : Date.parse(answeredAt);
  if (atMs > nowMs || atMs < nowMs - 366 * dayMs) {
    const message = "The time must be in the past, at most a year ago.";
    throw fieldRefusal("invalid_value", "answeredAt", message);
  }
  const isAnswered = result === "answered";
  const closesAtMs = isAnswered ? await endOfReturns(deps, found) : null;
  return actOnDispute(deps, key, change, {
    action: "dispute.inquiry_answered",
    detailsOf: ({ status }) => ({ result, status }),
    first: async (tx) => {
      if (note !== undefined) await requireCustomer(tx, found);
    },
    async decide(dispute, tx) {
      requireSeen(dispute, change.seenVersion);
      if (!isBankInquiry(dispute)) throw new ApiError("dispute_not_answerable");
      if (isAnswered && dispute.submittedAtMs !== null) throw new ApiError("evidence_submitted");
      const status = statusAfter(dispute.status, isAnswered ? "answer" : "withdraw");
      if (!status) throw new ApiError("dispute_not_answerable");
      const answer = { by: change.actor, atMs, note: note ?? null, closesAtMs };
      const earlier = isAnswered ? undefined : await readInquiry(deps, tx, key);
      await storeAnswer(deps, tx, key, earlier ? keepAnswer(earlier, answer) : answer);
      return isAnswered
        ? { status, outcome: null, submittedAtMs: atMs }
        : { status, outcome: "withdrawn" };
    },
  }).catch((error: unknown) => {
    if (isUniqueViolation(error, "disputes_one_open_inquiry")) throw new ApiError("inquiry_open");
    throw error;
  });
}

/** After an answer a withdrawal only adds its note: what was sent to the bank, when and by whom must stay known. */
function keepAnswer(earlier: InquiryRecord, withdrawal: InquiryAnswer): InquiryAnswer {
  const { answeredAtMs, answeredBy, answerNote } = earlier;
  if (answeredAtMs === null || answeredBy === null) return withdrawal;
  const notes = [answerNote, withdrawal.note].filter((each) => each !== null);
  const note = notes.length === 0 ? null : notes.join("\n");
  return { ...withdrawal, by: answeredBy, atMs: answeredAtMs, note };
}

/**
 * A return as unauthorized reaches us by the opening of the banking day after the 60th day from settlement. One more
 * banking day covers late files.
 */
async function endOfReturns(
  deps: PaymentsDeps,
  { operatorId, paymentId }: DisputeRecord,
): Promise<number> {
  const entry = await deps.ach.find(operatorId, paymentId);
  const settled = entry?.effective_date ?? new Date(deps.clock.nowMs()).toISOString().slice(0, 10);
  return Date.parse(`${addBankingDays(addDays(settled, returnDays), 2)}T23:59:59Z`);
}
