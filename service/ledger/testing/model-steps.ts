/** Steps of one history. A longer one adds nothing: a model changes only the newest records. */
const mostInHistory = 100_000;

/** A random history of a model test. */
export interface ModelHistory {
  readonly seed: number;
  readonly steps: number;
}

/** Random steps of each model test of the ledger. `npm run check:ledger` runs 1,000,000. */
export const modelSteps = Number(process.env["TESSERA_LEDGER_STEPS"] ?? 30_000);

/**
 * The histories that `total` steps are split into, each with its own seed. A model holds the records of one history, so
 * memory does not grow with the number of steps.
 */
export function modelHistories(total: number = modelSteps): ModelHistory[] {
  const count = Math.ceil(total / mostInHistory);
  return Array.from({ length: count }, (_, number) => ({
    seed: 20_261_126 + number,
    steps: Math.min(mostInHistory, total - number * mostInHistory),
  }));
}
