/*
 * Sends answers to disputes and finds their outcomes.
 *
 * Guarantees at most one answer in each stage: the key is the answer's id, and the processor takes one answer per key.
 * A try is recorded before it is sent. After an unknown outcome only a look-up decides: the answer is sent again, with
 * the same key, only if the processor has none. While an earlier try may be on its way, a refusal of a later one proves
 * nothing.
 */
import { leaseFor } from "../../platform/database/machine-lease.ts";
import { isStoreUnavailable } from "../../platform/database/store-unavailable.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { FailurePauses } from "../../platform/jobs/failure-pauses.ts";
import type { Lane } from "../../platform/jobs/lanes.ts";
import { workAtOnce } from "../../platform/jobs/work-at-once.ts";
import type { AnswerOutcome, CardProcessor } from "../../providers/processor/index.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import {
  claimDueAnswers,
  endAnswer,
  postponeAnswer,
  releaseAnswers,
  setSentAt,
} from "./answer-queue.ts";
import { statusAfter } from "./dispute-states.ts";
import { findDispute, lockDispute, writeDispute } from "./dispute-store.ts";
import { listFiles, readFile } from "./evidence-store.ts";
import { openEvidence } from "./present-dispute.ts";
import type { AnswerRecord, DisputeRecord } from "./records.ts";

/** Few, because each answer of each lane holds its files in memory. */
const batchSize = 5;
/** The claim is longer than all calls of one check. */
const claimMs = 120_000;
/** An unanswered request is on its way for at most this long. */
const quietMs = 10 * 60_000;

/**
 * Sends or looks up the due answers of a lane; each card processor has its own. Returns `more` if further ones may be
 * due. An answer that fails each time is tried after growing pauses.
 */
export async function followAnswers(
  deps: PaymentsDeps,
  lane: Lane,
  pauses: FailurePauses,
): Promise<"more" | undefined> {
  const lease = leaseFor(deps, claimMs);
  const { untilMs } = lease;
  const release = (answerIds: readonly string[] | null) =>
    deps.database.onceBack(() =>
      releaseAnswers(deps, lane, { answerIds, untilMs, dueMs: deps.clock.nowMs() }),
    );
  const due = await claimDueAnswers(deps, lane, lease, batchSize).catch((error: unknown) => {
    // The claim may have been stored although its answer is lost.
    if (isStoreUnavailable(error)) release(null);
    throw error;
  });
  await workAtOnce(due, async (answer) => {
    const { answerId, disputeId } = answer;
    try {
      await followAnswer(deps, answer);
      pauses.forget(answerId);
    } catch (error) {
      deps.log.errorHourly("an answer to a dispute could not be sent", { disputeId, error });
      if (isStoreUnavailable(error)) return release([answerId]);
      const dueMs = lease.nowMs + pauses.afterFailure(answerId, error, claimMs);
      await releaseAnswers(deps, lane, { answerIds: [answerId], untilMs, dueMs });
    }
  });
  return due.length === batchSize ? "more" : undefined;
}

async function followAnswer(deps: PaymentsDeps, answer: AnswerRecord): Promise<void> {
  await deps.keyring.load(answer.operatorId);
  const dispute = await findDispute(deps.database.kysely, answer);
  const processor = dispute && deps.processors.byName(dispute.processor);
  if (!dispute || !processor) {
    deps.log.error("the processor of a dispute is not configured", {
      disputeId: answer.disputeId,
    });
    return postpone(deps, answer);
  }
  const check: Check = { answer, dispute, processor, newestTryMs: answer.sentAtMs };
  await storeOutcome(deps, check, await outcomeOf(deps, check));
}

interface Check {
  readonly answer: AnswerRecord;
  readonly dispute: DisputeRecord;
  readonly processor: CardProcessor;
  /** The newest try that this check knows of; null if there was no try. */
  newestTryMs: number | null;
}

async function outcomeOf(deps: PaymentsDeps, check: Check): Promise<AnswerOutcome> {
  const { answer, dispute } = check;
  if (dispute.stage !== answer.stage) {
    // An answer sent now would count for the wrong stage.
    const isOver: AnswerOutcome = { type: "rejected", code: "dispute_not_answerable" };
    if (answer.sentAtMs === null) return isOver;
    const outcome = await lookUp(check);
    return outcome.type === "not_found" ? isOver : outcome;
  }
  if (answer.sentAtMs === null) return send(deps, check);
  const found = await lookUp(check);
  return found.type === "not_found" ? send(deps, check) : found;
}

const lookUp = ({ processor, answer, dispute }: Check): Promise<AnswerOutcome> =>
  processor.lookUpAnswer(answer.answerId, {
    disputeId: dispute.providerDisputeId,
    kind: answer.kind,
  });

async function send(deps: PaymentsDeps, check: Check): Promise<AnswerOutcome> {
  const { answer, dispute, processor } = check;
  const nowMs = deps.clock.nowMs();
  const earlierMs = answer.sentAtMs;
  const body = await bodyOf(deps, check);
  if (!(await setSentAt(deps, answer, earlierMs, nowMs))) {
    return { type: "unknown", reason: "sent_elsewhere" };
  }
  check.newestTryMs = nowMs;
  const sent = await processor.answerDispute(
    { disputeId: dispute.providerDisputeId, kind: answer.kind, body },
    answer.answerId,
  );
  if (sent.type === "unknown") return lookUp(check);
  if (sent.type === "unreached" || sent.type === "credentials_refused") {
    await setSentAt(deps, answer, nowMs, earlierMs);
    check.newestTryMs = earlierMs;
    return sent;
  }
  if (sent.type !== "rejected" || earlierMs === null) return sent;
  // The refusal says nothing about the earlier try.
  const outcome = await lookUp(check);
  if (outcome.type !== "not_found") return outcome;
  return nowMs - earlierMs >= quietMs ? sent : { type: "unknown", reason: "refused_on_resend" };
}

/** Submitted evidence cannot change, so every try has the same body. */
async function bodyOf(deps: PaymentsDeps, { answer, dispute }: Check) {
  const { stage } = answer;
  if (answer.kind === "acceptance") return { stage };
  const files = [];
  for (const { kind } of await listFiles(deps, deps.database.kysely, dispute)) {
    const file = await readFile(deps, deps.database.kysely, dispute, kind);
    if (!file) continue;
    const content = Buffer.from(file.content).toString("base64");
    files.push({ kind, name: file.name, contentType: file.contentType, content });
  }
  return { stage, fields: { ...openEvidence(deps, dispute) }, files };
}

async function storeOutcome(
  deps: PaymentsDeps,
  check: Check,
  outcome: AnswerOutcome,
): Promise<void> {
  const { answer } = check;
  const { disputeId } = answer;
  switch (outcome.type) {
    case "taken":
      await inTransaction(deps.database, (tx) =>
        endAnswer(
          deps,
          tx,
          answer,
          { step: "done", providerAnswerId: outcome.answerId },
          check.newestTryMs,
        ),
      );
      return;
    case "rejected":
      deps.log.warn("a processor refused an answer to a dispute", {
        disputeId,
        code: outcome.code,
      });
      return refuse(deps, check, outcome.code);
    case "credentials_refused":
      deps.log.error("a processor refused our credentials for a dispute", { disputeId });
      return postpone(deps, answer);
    default: {
      const reason = outcome.type === "unknown" ? outcome.reason : outcome.type;
      deps.log.warn("a processor may or may not have an answer to a dispute", {
        disputeId,
        reason,
      });
      return postpone(deps, answer);
    }
  }
}

/** The dispute needs a response again, if time is left. */
async function refuse(deps: PaymentsDeps, check: Check, failureCode: string): Promise<void> {
  const { answer } = check;
  await inTransaction(deps.database, async (tx) => {
    const dispute = await lockDispute(tx, answer);
    const end = { step: "refused", failureCode } as const;
    const ended = await endAnswer(deps, tx, answer, end, check.newestTryMs);
    if (!dispute || !ended || dispute.stage !== answer.stage) return;
    // A notice has moved the dispute on: the answer no longer matters.
    const answered = answer.kind === "acceptance" ? "accepted" : "under-review";
    const status = statusAfter(answered, "refuse");
    if (!status || dispute.status !== answered) return;
    await writeDispute(deps, tx, dispute, {
      status,
      submittedAtMs: null,
      refusalCode: failureCode,
      refusedAtMs: deps.clock.nowMs(),
    });
  });
  deps.webhooks.wake();
}

/** Waits 2 s, 4 s and so on, at most an hour. */
async function postpone(deps: PaymentsDeps, answer: AnswerRecord): Promise<void> {
  const pauseMs = Math.min(60 * 60_000, 2_000 * 2 ** Math.min(answer.checks, 12));
  await postponeAnswer(deps, answer, deps.clock.nowMs() + pauseMs);
}
