/*
 * A kept method from the customer's wish to its removal.
 *
 * It guarantees: nothing is kept before its payment succeeded; what is removed never comes back, and
 * holds nothing that could be paid with; of a wish whose payment was not made no row is left.
 *
 *   wanted ─┬─ paid ──► kept ── removed ──► removed
 *           └─ not_paid ──► (no row)
 */
import type { PaymentMethodRow } from "./tables.ts";

/** Every state of a kept method. */
export const methodStates = ["wanted", "kept", "removed"] as const;
/** One of {@link methodStates}. */
export type MethodState = PaymentMethodRow["status"];

/** Everything that may happen to one. `not_paid`: its payment failed, or was never made. */
export const methodEvents = ["paid", "not_paid", "removed"] as const;
/** One of {@link methodEvents}. */
export type MethodEvent = (typeof methodEvents)[number];

const states: Readonly<Record<MethodState, Partial<Record<MethodEvent, MethodState | "gone">>>> = {
  wanted: { paid: "kept", not_paid: "gone" },
  kept: { removed: "removed" },
  removed: {},
};

/** The state after `event`, or undefined when the table has no such way. */
export function nextMethodState(
  state: MethodState,
  event: MethodEvent,
): MethodState | "gone" | undefined {
  return states[state][event];
}

/** The states from which `event` leads anywhere: the condition of its write. */
export function statesBefore(event: MethodEvent): MethodState[] {
  return methodStates.filter((state) => nextMethodState(state, event) !== undefined);
}
