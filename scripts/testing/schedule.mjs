/**
 * Runs steps at the same time where two cores suffice: each says how many cores it keeps busy and which steps come
 * before it. A failed step delays no other.
 *
 * Steps start in their order, but a smaller step may overtake one that only waits for cores.
 *
 * @template {{ name: string, cores: number, after?: string[] }} S
 * @param {readonly S[]} steps
 * @param {(step: S, isAlone: boolean) => Promise<void>} run never rejects
 * @param {number} [cores]
 */
export async function runSteps(steps, run, cores = 2) {
  const waiting = [...steps];
  const running = new Map();
  const isUnfinished = (name) => running.has(name) || waiting.some((each) => each.name === name);
  while (waiting.length > 0 || running.size > 0) {
    const free = cores - [...running.values()].reduce((sum, { step }) => sum + step.cores, 0);
    const at = waiting.findIndex(
      (step) => step.cores <= free && !(step.after ?? []).some(isUnfinished),
    );
    if (at !== -1) {
      const [step] = waiting.splice(at, 1);
      const ended = run(step, step.cores >= cores).then(() => void running.delete(step.name));
      running.set(step.name, { step, ended });
    } else if (running.size > 0) {
      await Promise.race([...running.values()].map(({ ended }) => ended));
    } else {
      throw new Error(`These steps wait for each other: ${waiting.map(({ name }) => name).join()}`);
    }
  }
}
