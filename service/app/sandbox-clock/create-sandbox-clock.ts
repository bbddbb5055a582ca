import type {
  SandboxClock as ClockState,
  MoveClock,
  MovedClock,
} from "#contract/api/sandbox-clock";
import { findDemoOperator, requireActorStillAllowed } from "../../operators/accounts/index.ts";
import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { type AdjustableClock, toIsoTime } from "../../platform/clock.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import { ApiError, fieldError, refuseFields } from "../../platform/http/api-error.ts";
import type { Idempotency, LeaseClaim } from "../../platform/http/idempotency.ts";
import type { JobRunner } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ServiceConfig } from "../read-config.ts";
import { hasRealParties } from "./real-parties.ts";
import { registerClockRoutes } from "./routes.ts";
import { type ClockFollower, type Move, maxOffsetMs, openClockFollower } from "./sandbox-clock.ts";
import { createSandboxProgram } from "./sandbox-program.ts";

export interface Mover {
  operatorId: string;
  actor: AuditActor;
}

/** Nobody can move it where payments are real (docs/testing/clock.md). */
export interface SandboxClock extends Domain {
  /** Reads the clock. Throws 403 `sandbox_clock_unavailable`. */
  read(): ClockState;
  mayMove(operatorId: string): Promise<boolean>;
  /**
   * Moves the clock of every process and of the sandbox, and runs what becomes due. A repeated `claim` moves nothing.
   * Throws 403 `sandbox_clock_unavailable`, 403 `sandbox_clock_not_allowed`, 400 `sandbox_clock_backwards`, 400
   * `sandbox_clock_too_far`, and what {@link requireActorStillAllowed} throws.
   */
  move(mover: Mover, request: MoveClock, claim?: LeaseClaim): Promise<MovedClock>;
  start(jobs: Pick<JobRunner, "settle">): void;
  close(): Promise<void>;
}

export type SandboxClockDeps = PlatformDeps & {
  config: ServiceConfig;
  clock: AdjustableClock;
  idempotency: Idempotency;
};

/** Reads the stored time first, so that nothing runs at an earlier one. */
export async function createSandboxClock(deps: SandboxClockDeps): Promise<SandboxClock> {
  const { config, clock, machineClock, database, keyring } = deps;
  const follower: ClockFollower | undefined = hasRealParties(config)
    ? undefined
    : await openClockFollower({
        ...deps,
        sandbox: createSandboxProgram(deps.http, config.sandboxUrl),
        cutOff: config.ach.cutOff,
      });

  const requireFollower = (): ClockFollower => {
    if (!follower) throw new ApiError("sandbox_clock_unavailable");
    return follower;
  };
  const read = (): ClockState => {
    requireFollower();
    return {
      time: toIsoTime(clock.nowMs()),
      machineTime: toIsoTime(machineClock.nowMs()),
      offsetSeconds: Math.floor(clock.offsetMs() / 1_000),
    };
  };
  const mayMove = async (operatorId: string): Promise<boolean> => {
    if (!follower) return false;
    const allowed = config.sandboxClockOperators;
    if (allowed === "demo") return operatorId === (await findDemoOperator(database));
    return allowed === "all" || allowed.includes(operatorId);
  };

  const clockDomain: SandboxClock = {
    read,
    mayMove,
    async move({ operatorId, actor }, request, claim) {
      const ours = requireFollower();
      if (!(await mayMove(operatorId))) throw new ApiError("sandbox_clock_not_allowed");
      const move = moveOf(request, { nowMs: clock.nowMs(), machineMs: machineClock.nowMs() });
      await keyring.load(operatorId);
      const offsetMs = await inTransaction(database, async (tx) => {
        await claim?.begin(tx, "clock");
        const raisedMs = await ours.raise(tx, move);
        if (raisedMs === undefined) throw new ApiError("sandbox_clock_too_far");
        await requireActorStillAllowed(tx, operatorId, actor, "settings.write");
        await appendAudit(deps, tx, operatorId, {
          actor,
          action: "sandbox_clock.moved",
          subject: { type: "sandbox_clock", id: "clock" },
          details: { to: toIsoTime(machineClock.nowMs() + raisedMs) },
        });
        return raisedMs;
      });
      const settled = await ours.settle(offsetMs);
      const body = { ...read(), settled };
      await inTransaction(database, async (tx) => claim?.finish(tx, { statusCode: 200, body }));
      return body;
    },
    register: (app) => registerClockRoutes(app, clockDomain, deps.idempotency),
    jobs: [],
    commands: [],
    start: (jobs) => follower?.start(jobs),
    close: async () => follower?.stop(),
  };
  return clockDomain;
}

function moveOf(
  { advance, to }: MoveClock,
  { nowMs, machineMs }: { nowMs: number; machineMs: number },
): Move {
  if ((advance === undefined) === (to === undefined))
    refuseFields([fieldError("advance", "invalid_value", "Send either `advance` or `to`.")]);
  if (advance !== undefined) return { byMs: advance * 1_000 };
  const toMs = Date.parse(to ?? "");
  if (toMs < nowMs) throw new ApiError("sandbox_clock_backwards");
  const toOffsetMs = toMs - machineMs;
  if (toOffsetMs > maxOffsetMs) throw new ApiError("sandbox_clock_too_far");
  return { toOffsetMs: Math.max(0, toOffsetMs) };
}
