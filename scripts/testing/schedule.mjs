import { haveIdleTime } from "./idle-time.mjs";

const always = 2;
const atMost = 3;

/**
 * Runs two steps at the same time, and a third one while the processors have idle time. Steps start in their order,
 * after those that they name in `after`; a step may overtake one that waits. A failed step does not delay the others.
 *
 * Each step spends a quarter to a half of its time waiting, so two steps do not use all of a fast machine. On a slow or
 * busy machine, a third one would slow all of them down, because waiting pages and jobs also need processor time.
 *
 * @template {{ name: string, after?: string[] }} S
 * @param {readonly S[]} steps
 * @param {(step: S) => Promise<void>} run never rejects
 * @param {() => Promise<boolean>} [measure] takes its time, then says whether the processors had idle time
 */
export async function runSteps(steps, run, measure = haveIdleTime) {
  const waiting = [...steps];
  const running = new Map();
  const isUnfinished = (name) => running.has(name) || waiting.some((each) => each.name === name);
  const next = () => waiting.findIndex(({ after = [] }) => !after.some(isUnfinished));
  const start = (at) => {
    const [step] = waiting.splice(at, 1);
    running.set(
      step.name,
      run(step).then(() => void running.delete(step.name)),
    );
  };
  while (waiting.length > 0 || running.size > 0) {
    const at = next();
    if (at !== -1 && running.size < always) {
      start(at);
    } else if (running.size > 0) {
      const ends = [...running.values()].map((end) => end.then(() => false));
      const canStart = at !== -1 && running.size < atMost;
      if (await Promise.race(canStart ? [...ends, measure()] : ends)) start(at);
    } else {
      throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join()}`);
    }
  }
}
