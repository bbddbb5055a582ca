/*
 * The states of a dispute: a stage and a status. Guarantees: a dispute never goes back a stage; within a
 * stage, `won` is final, and only a late win follows `lost` and `accepted`.
 *
 *   in one stage   needs-response ─┬─ submitted ─► under-review ─┬─► won
 *                                  │       ▲   ◄── refused ──┘    └─► lost ──► won (late)
 *                                  ├─ accepted ─► accepted ─┬─ refused ─► needs-response
 *                                  │                        └─► won (withdrawn)
 *                                  └─ expired ──► expired ─┬─► won | lost
 *                                                          └─► needs-response (later deadline) | under-review
 *   an inquiry     needs-response | expired ─ answer ─► under-review ─ close ─► won
 *   of a bank      any of the three ─┬─ withdraw ─► won
 *                                    └─ lose ─────► lost
 *   next stage     from any status but `accepted`, to any status
 *
 * A processor's notice has the complete state, so it may skip steps: needs-response → lost is a loss by default, and
 * the first notice may already be final. We set `submitted`, `accepted` and `expired`; `refused` means that the
 * processor did not accept our answer. We get no notices about a bank's inquiry into an ACH debit: people record its
 * answer (inquiries/), and a return ends it as lost.
 */
import { type DisputeStage, type DisputeStatus, disputeStages } from "#contract/api/disputes";

export interface DisputePlace {
  readonly stage: DisputeStage;
  readonly status: DisputeStatus;
}

/** Our side's actions on a dispute. */
export const disputeActs = [
  "submit",
  "accept",
  "expire",
  "refuse",
  "answer",
  "close",
  "withdraw",
  "lose",
] as const;
export type DisputeAct = (typeof disputeActs)[number];

/** For each status, the statuses that a notice of the same stage may lead to. */
const noticed: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  "needs-response": ["under-review", "won", "lost", "accepted", "expired"],
  // `accepted` and `expired`: our answer came too late, or somebody accepted at the processor.
  "under-review": ["won", "lost", "accepted", "expired"],
  won: [],
  lost: ["won"],
  // The customer withdrew it before our acceptance arrived.
  accepted: ["won"],
  // The processor extended the deadline, received an answer in time, or decided.
  expired: ["needs-response", "under-review", "won", "lost"],
};

const acts: Readonly<Record<DisputeAct, Partial<Record<DisputeStatus, DisputeStatus>>>> = {
  submit: { "needs-response": "under-review" },
  accept: { "needs-response": "accepted" },
  expire: { "needs-response": "expired" },
  refuse: { "under-review": "needs-response", accepted: "needs-response" },
  // A person may record later that the bank was answered in time.
  answer: { "needs-response": "under-review", expired: "under-review" },
  close: { "under-review": "won" },
  withdraw: { "needs-response": "won", "under-review": "won", expired: "won" },
  lose: { "needs-response": "lost", "under-review": "lost", expired: "lost" },
};

/** Whether the processor's state `to` may follow `from`. The same state again is allowed. */
export function mayFollow(from: DisputePlace, to: DisputePlace): boolean {
  const step = rankOf(to.stage) - rankOf(from.stage);
  if (step < 0) return false;
  if (step > 0) return from.status !== "accepted";
  return from.status === to.status || noticed[from.status].includes(to.status);
}

/** The status after an act; undefined if the table does not allow it. */
export function statusAfter(status: DisputeStatus, act: DisputeAct): DisputeStatus | undefined {
  return acts[act][status];
}

export function isOpen(status: DisputeStatus): boolean {
  return status === "needs-response" || status === "under-review";
}

export interface DisputeHold {
  /** The processor has taken the amount, at least for now. */
  readonly takesMoney: boolean;
  /** Whether it is undecided, so that nothing may be refunded. */
  readonly blocksRefunds: boolean;
  /** The amount is lost, unless a late win brings it back. */
  readonly isLost: boolean;
}

/** An inquiry takes no money and does not block refunds: a refund often ends it. */
export function holdOf({ stage, status }: DisputePlace): DisputeHold {
  if (stage === "inquiry" || status === "won") {
    return { takesMoney: false, blocksRefunds: false, isLost: false };
  }
  const open = isOpen(status);
  return { takesMoney: true, blocksRefunds: open, isLost: !open };
}

function rankOf(stage: DisputeStage): number {
  return disputeStages.indexOf(stage);
}
