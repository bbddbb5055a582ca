import { exampleSession } from "../../examples.ts";
import { reduce } from "../reduce.ts";
import { firstState, type PaymentEffect, type PaymentEvent, type PaymentState } from "../state.ts";

/** Events without `run` get the current one. `null`: the session is still loading. */
export function start(session: ReturnType<typeof exampleSession> | null = exampleSession()) {
  let state: PaymentState = firstState;
  let effects: readonly PaymentEffect[] = [];
  const reported: string[] = [];
  const machine = {
    get state() {
      return state;
    },
    get effects() {
      return effects;
    },
    reported,
    send(event: DistributiveOmit<PaymentEvent, "run"> & { run?: number }) {
      [state, effects] = reduce(state, { run: state.run, ...event } as PaymentEvent);
      for (const effect of effects) if (effect.type === "finish") reported.push(effect.result.type);
      return machine;
    },
    effect<T extends PaymentEffect["type"]>(type: T) {
      return effects.find((effect) => effect.type === type) as
        | Extract<PaymentEffect, { type: T }>
        | undefined;
    },
  };
  machine.send({ type: "secretReceived" });
  return session ? machine.send({ type: "sessionLoaded", session }) : machine;
}
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export const paying = () => start().send({ type: "submit" });
