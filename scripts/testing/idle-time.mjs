import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const measureMs = 20_000;
const enough = 0.3;

/** @returns {{ idle: number, all: number }} milliseconds of all processors since the machine started */
function processorTimes() {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { idle, all };
}

/**
 * Whether the processors are idle for 30 % of the next twenty seconds or more. Does not keep the process running.
 *
 * @param {{ read?: typeof processorTimes, ms?: number }} [options]
 */
export async function haveIdleTime({ read = processorTimes, ms = measureMs } = {}) {
  const before = read();
  await pause(ms, undefined, { ref: false });
  const now = read();
  return now.idle - before.idle >= enough * (now.all - before.all);
}
