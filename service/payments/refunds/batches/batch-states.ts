/*
 * The states of a refund batch. Guarantees: refunds begin only in `running`; a batch that needs a second person runs
 * only after the approval; a stopped or declined batch begins no more refunds.
 *
 *   awaiting_approval ─┬─ approve ─► running ─┬─ finish ─► done ─┬─ retry ─► running
 *                      ├─ decline ─► declined │                  └─ ask_again ─► awaiting_approval
 *                      └─ stop ────► stopped  └─ stop ───► stopped
 */

export const batchStates = ["awaiting_approval", "running", "done", "stopped", "declined"] as const;
export type BatchState = (typeof batchStates)[number];

export const batchEvents = ["approve", "decline", "stop", "finish", "retry", "ask_again"] as const;
export type BatchEvent = (typeof batchEvents)[number];

const states: Readonly<Record<BatchState, Partial<Record<BatchEvent, BatchState>>>> = {
  awaiting_approval: { approve: "running", decline: "declined", stop: "stopped" },
  running: { finish: "done", stop: "stopped" },
  done: { retry: "running", ask_again: "awaiting_approval" },
  stopped: {},
  declined: {},
};

/** The states of batches that wait for a second person or are in progress. */
export const activeBatchStates = ["awaiting_approval", "running"] as const satisfies BatchState[];

/** The state after an event; undefined if the table does not allow it. */
export function nextBatchState(state: BatchState, event: BatchEvent): BatchState | undefined {
  return states[state][event];
}
