import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const measureMs = 20_000;
const enough = 0.3;

/** Adds up the milliseconds of all processors since the machine started. */
function sumTimes(processors) {
  let idle = 0;
  let all = 0;
  for (const { times } of processors) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}

/**
 * Whether the processors are idle for at least 30 % of the next twenty seconds. Does not keep the process running.
 *
 * @param {{ read?: () => Pick<import("node:os").CpuInfo, "times">[], ms?: number }} [options]
 */
export async function haveIdleTime({ read = cpus, ms = measureMs } = {}) {
  const before = sumTimes(read());
  await pause(ms, undefined, { ref: false });
  const now = sumTimes(read());
  return now.idle - before.idle >= enough * (now.all - before.all);
}
