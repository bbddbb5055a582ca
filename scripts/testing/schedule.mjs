/** Three steps keep two cores busy, because each step waits for a quarter to a half of its time. */
const atOnce = 3;

/**
 * Runs three steps at the same time, in their order, after those that they name in `after`. A step may overtake one that
 * waits. A failed step delays no other.
 *
 * @template {{ name: string, after?: string[] }} S
 * @param {readonly S[]} steps
 * @param {(step: S) => Promise<void>} run never rejects
 */
export async function runSteps(steps, run) {
  const waiting = [...steps];
  const running = new Map();
  const isUnfinished = (name) => running.has(name) || waiting.some((each) => each.name === name);
  const canStart = ({ after = [] }) => running.size < atOnce && !after.some(isUnfinished);
  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(canStart);
    if (at !== -1) {
      const [step] = waiting.splice(at, 1);
      running.set(
        step.name,
        run(step).then(() => void running.delete(step.name)),
      );
    } else if (running.size > 0) {
      await Promise.race(running.values());
    } else {
      throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join()}`);
    }
  }
}
