import type { ApiFailure } from "../../client/api-failure.ts";
import type { KycSession } from "../kyc-responses.ts";
import { reduceKyc } from "../machine/reduce.ts";
import { firstState, type KycEffect, type KycEvent, type KycState } from "../machine/state.ts";
import { exampleUpload } from "./examples.ts";

export const ok = <T>(value: T) => ({ ok: true, value }) as const;
export const no = (failure: Partial<ApiFailure>) =>
  ({
    ok: false,
    failure: { kind: "refused", code: "x", message: "", status: 409, ...failure },
  }) as const;
export const lost = { kind: "lost", code: "network", status: 0 } as const;

/** A machine whose answers carry the current run unless the test sets another. */
export function machine(from: Partial<KycState> = {}) {
  let state: KycState = { ...firstState, ...from };
  let effects: readonly KycEffect[] = [];
  const send = (event: KycEvent) => {
    [state, effects] = reduceKyc(state, event);
    return state;
  };
  return {
    state: () => state,
    effects: () => effects,
    kinds: () => effects.map(({ type }) => type),
    send,
    session: (session: KycSession) =>
      send({ type: "sessionAnswered", run: state.run, result: ok(session) }),
    sessionFails: (failure: Partial<ApiFailure>) =>
      send({ type: "sessionAnswered", run: state.run, result: no(failure) }),
    step: (session: KycSession) =>
      send({ type: "stepAnswered", run: state.run, result: ok(session) }),
    stepFails: (failure: Partial<ApiFailure>) =>
      send({ type: "stepAnswered", run: state.run, result: no(failure) }),
    uploadEnds: (change = {}) =>
      send({ type: "uploadEnded", run: state.run, result: ok(exampleUpload(change)) }),
  };
}
