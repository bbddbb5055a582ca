/*
 * The states of a saved method.
 *
 * Always holds: a method is saved only after its payment succeeded. A removed method never comes back, and its row
 * contains nothing to pay with. A request without a payment leaves no row.
 *
 *   wanted ─┬─ paid ──► kept ── removed ──► removed
 *           └─ not_paid ──► (no row)
 */
import type { PaymentMethodRow } from "./tables.ts";

/** States as stored. `wanted`: requested. `kept`: saved. */
export const methodStates = ["wanted", "kept", "removed"] as const;
export type MethodState = PaymentMethodRow["status"];

/** `not_paid`: the payment failed or was never made. */
export const methodEvents = ["paid", "not_paid", "removed"] as const;
export type MethodEvent = (typeof methodEvents)[number];

const states: Readonly<Record<MethodState, Partial<Record<MethodEvent, MethodState | "gone">>>> = {
  wanted: { paid: "kept", not_paid: "gone" },
  kept: { removed: "removed" },
  removed: {},
};

/** The state after an event; undefined if the table has no such transition. */
export function nextMethodState(
  state: MethodState,
  event: MethodEvent,
): MethodState | "gone" | undefined {
  return states[state][event];
}

/** The states that allow `event`, as the condition of its write. */
export function statesBefore(event: MethodEvent): MethodState[] {
  return methodStates.filter((state) => nextMethodState(state, event) !== undefined);
}
