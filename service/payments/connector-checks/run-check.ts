import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AuditActor } from "../../operators/audit/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callsTo } from "../../platform/observe-calls.ts";
import {
  type CheckStep,
  checkProcessor,
  connectorFor,
  createCardProcessor,
  isTestAccount,
  type ProcessorConnector,
  vendorTests,
} from "../../providers/processor/index.ts";
import type { PaymentsDeps } from "../payments-deps.ts";
import { beginCheck, endCheck, giveUpCheck, keysIndex } from "./check-store.ts";

/** What a check uses of the service. */
export type CheckDeps = Pick<
  PaymentsDeps,
  "config" | "times" | "http" | "database" | "clock" | "machineClock" | "keyring" | "random" | "log"
>;

/** A check that began. */
export interface RunningCheck {
  /** The steps, once the result is stored. Rejects if the check broke. */
  readonly steps: Promise<CheckStep[]>;
}

/**
 * Starts a check of the processor with the configured keys, which must be for tests: 404 for a name that is not in
 * `PROCESSORS`, 409 `connector_is_live` where money could move, 409 `connector_check_running` while one runs. Its
 * charges are outside the operator's payments and ledger.
 */
export async function startCheck(
  deps: CheckDeps,
  operatorId: string,
  name: string,
  actor: AuditActor,
): Promise<RunningCheck> {
  const processor = deps.config.processors.find((each) => each.name === name);
  if (!processor) throw new ApiError("resource_not_found");
  if (!isTestAccount(processor, deps.config.environment)) throw new ApiError("connector_is_live");
  const startedAt = await beginCheck(deps, operatorId, processor);
  if (!startedAt) throw new ApiError("connector_check_running");
  await deps.keyring.load(operatorId);
  const keys = keysIndex(deps, operatorId, processor);
  const steps = check(deps, processor).then(
    async (found) => {
      await endCheck(deps, operatorId, processor, { startedAt, keys, steps: found, actor });
      return found;
    },
    async (error: unknown) => {
      await giveUpCheck(deps, operatorId, name, startedAt);
      throw error;
    },
  );
  return { steps };
}

function check(deps: CheckDeps, processor: ProcessorConnector): Promise<CheckStep[]> {
  const { config, times, http, machineClock, random } = deps;
  // Without a breaker: the check must not move payments.
  const card = createCardProcessor(
    processor,
    connectorFor(processor, {
      ...times,
      notificationUrl: `${config.processorNoticeUrl}/${encodeURIComponent(processor.name)}`,
    }),
    callsTo(processor.name, http),
  );
  const runId = `check_${Buffer.from(random.bytes(9)).toString("base64url")}`;
  return checkProcessor(card, {
    tests: vendorTests[processor.type],
    currency: processor.currencies?.[0] ?? "USD",
    runId,
    firstAmountMinor: 1_000 + randomInt(8_000),
    nowMs: machineClock.nowMs,
    wait: (ms) => wait(ms, undefined, { ref: false }),
  });
}
