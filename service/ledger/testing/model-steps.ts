/** A longer history adds nothing: a model changes only the newest records. */
const maxInHistory = 100_000;

export interface ModelHistory {
  readonly seed: number;
  readonly steps: number;
}

/** Random steps per model test. `npm run check:ledger` runs 1,000,000. */
export const modelSteps = Number(process.env["TESSERA_LEDGER_STEPS"] ?? 30_000);

/**
 * Splits `total` steps into histories, each with its own seed. A model holds one history's records, so memory does not
 * grow with the steps.
 */
export function modelHistories(total: number = modelSteps): ModelHistory[] {
  const count = Math.ceil(total / maxInHistory);
  return Array.from({ length: count }, (_, number) => ({
    seed: 20_261_126 + number,
    steps: Math.min(maxInHistory, total - number * maxInHistory),
  }));
}
