import type { DisbursementTables } from "#contract/channel/disbursement-messages";
import type { After } from "#contract/channel/port";
import type { ChooseDisbursementMethod } from "#contract/client/disbursements";
import type { ApiFailure } from "../client/api-failure.ts";
import type { PageChannel } from "../client/channel.ts";
import type { DisbursementApi } from "../client/disbursement-api.ts";
import { loadError } from "../client/load-error.ts";
import { type RunningMachine, runMachine } from "../client/run-machine.ts";
import { reduce } from "./machine/reduce.ts";
import {
  type DisbursementEffect,
  type DisbursementEvent,
  type DisbursementState,
  firstState,
} from "./machine/state.ts";
import { publicStep } from "./public-step.ts";

/** The flow's dependencies: everything that waits, calls or is random. */
export interface DisbursementFlowOptions {
  readonly api: DisbursementApi;
  readonly page: Pick<PageChannel<DisbursementTables>, "send" | "fetchClientSecretKey">;
  /** Random for each frame: the first part of every idempotency key. */
  readonly instanceId: string;
  readonly after: After;
}

export interface DisbursementFlow extends RunningMachine<DisbursementState, DisbursementEvent> {
  /** Does nothing while a payout is requested or watched. */
  useSecret(clientSecretKey: string): void;
}

/** In these steps a new secret would belong to another payout. */
const underWay = ["sending", "waiting", "processing", "unknown"];

export function createDisbursementFlow(options: DisbursementFlowOptions): DisbursementFlow {
  const { api, page, instanceId, after } = options;
  let endWait = () => {};

  const later = (delayMs: number, run: () => void) => {
    endWait();
    endWait = () => {};
    if (delayMs > 0) endWait = after(delayMs, run);
    else run();
  };

  const carryOut = (effect: DisbursementEffect): void => {
    switch (effect.type) {
      case "load": {
        const { run } = effect;
        void api
          .session()
          .then((result) =>
            send(
              result.ok
                ? { type: "sessionLoaded", run, session: result.value }
                : { type: "sessionFailed", run, failure: result.failure },
            ),
          );
        return;
      }
      case "send": {
        const { run, attempt, request, netAmount, delayMs } = effect;
        const body: ChooseDisbursementMethod = { ...request, netAmount };
        later(
          delayMs,
          () =>
            void api
              .choose(body, `${instanceId}-${attempt}`)
              .then((result) =>
                send(
                  result.ok
                    ? { type: "answered", run, disbursement: result.value }
                    : { type: "attemptFailed", run, failure: result.failure },
                ),
              ),
        );
        return;
      }
      case "lookUp": {
        const { run, delayMs } = effect;
        later(delayMs, () => void lookUp(run));
        return;
      }
      case "renewSecret":
        void renew(effect.run);
        return;
      case "refuseLoad":
        refuse(effect.failure);
        return;
      case "finish":
        page.send({ type: "complete", result: effect.result });
    }
  };

  const refuse = (failure: ApiFailure) =>
    page.send({ type: "loaderror", error: loadError(failure) });

  const lookUp = async (run: number): Promise<void> => {
    const result = await api.status();
    if (result.ok) return send({ type: "statusAnswered", run, ...result.value });
    const { failure } = result;
    // The request came too soon: ask later, unless something else was requested since.
    if (failure.status === 429) {
      if (run === machine.state().run) later(failure.retryAfterMs ?? 2_100, () => void lookUp(run));
      return;
    }
    send({ type: "statusFailed", run, failure });
  };

  const renew = async (run: number): Promise<void> => {
    try {
      const clientSecretKey = await page.fetchClientSecretKey();
      // Unless the page has sent a newer one in the meantime.
      if (run === machine.state().run) useSecret(clientSecretKey);
    } catch {
      send({ type: "renewFailed", run });
    }
  };

  const useSecret = (clientSecretKey: string) => {
    if (underWay.includes(machine.state().step)) {
      page.send({ type: "trace", name: "message_dropped", reason: "payout_under_way" });
      return;
    }
    api.useSecret(clientSecretKey);
    send({ type: "secretReceived" });
  };

  const machine = runMachine<DisbursementState, DisbursementEvent, DisbursementEffect>(
    firstState,
    reduce,
    carryOut,
    (next, before) => {
      const { status } = next;
      if (status !== before.status && status !== null) page.send({ type: "status", status });
      const step = publicStep(next);
      if (step !== publicStep(before)) page.send({ type: "step", step });
    },
  );
  const { send } = machine;

  return { ...machine, useSecret };
}
