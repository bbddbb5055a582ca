/*
 * The states of a refund batch. Guarantees: no refund begins except in `running`; a batch that needs a second
 * person runs only after the approval; what a stopped or declined batch has not begun is never begun.
 *
 *   awaiting_approval ─┬─ approve ─► running ─┬─ finish ─► done ─┬─ retry ─► running
 *                      ├─ decline ─► declined │                  └─ ask_again ─► awaiting_approval
 *                      └─ stop ────► stopped  └─ stop ───► stopped
 */

/** Every state of a batch. */
export const batchStates = ["awaiting_approval", "running", "done", "stopped", "declined"] as const;
/** One of {@link batchStates}. */
export type BatchState = (typeof batchStates)[number];

/** Everything that can happen to a batch. */
export const batchEvents = ["approve", "decline", "stop", "finish", "retry", "ask_again"] as const;
/** One of {@link batchEvents}. */
export type BatchEvent = (typeof batchEvents)[number];

const states: Readonly<Record<BatchState, Partial<Record<BatchEvent, BatchState>>>> = {
  awaiting_approval: { approve: "running", decline: "declined", stop: "stopped" },
  running: { finish: "done", stop: "stopped" },
  done: { retry: "running", ask_again: "awaiting_approval" },
  stopped: {},
  declined: {},
};

/** The state after `event`; undefined if the table does not allow it. */
export function nextBatchState(state: BatchState, event: BatchEvent): BatchState | undefined {
  return states[state][event];
}
