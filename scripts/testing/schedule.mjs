/** Two at a time keep both cores busy, because each step waits for a part of its time. */
const atOnce = 2;

/**
 * Runs two steps at the same time, or one that says it runs alone. Each step says which steps come before it. A failed
 * step delays no other.
 *
 * Steps start in their order, but a step may overtake one that waits for another or to be alone.
 *
 * @template {{ name: string, alone?: boolean, after?: string[] }} S
 * @param {readonly S[]} steps
 * @param {(step: S, isAlone: boolean) => Promise<void>} run never rejects
 */
export async function runSteps(steps, run) {
  const waiting = [...steps];
  const running = new Map();
  const isUnfinished = (name) => running.has(name) || waiting.some((each) => each.name === name);
  const canStart = ({ alone = false, after = [] }) => {
    const others = [...running.values()];
    const isRoom = alone ? others.length === 0 : others.length < atOnce;
    return isRoom && !others.some(({ step }) => step.alone) && !after.some(isUnfinished);
  };
  while (waiting.length > 0 || running.size > 0) {
    const at = waiting.findIndex(canStart);
    if (at !== -1) {
      const [step] = waiting.splice(at, 1);
      const ended = run(step, step.alone ?? false).then(() => void running.delete(step.name));
      running.set(step.name, { step, ended });
    } else if (running.size > 0) {
      await Promise.race([...running.values()].map(({ ended }) => ended));
    } else {
      throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join()}`);
    }
  }
}
