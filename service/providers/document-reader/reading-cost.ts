export type ReadingStage = "decode" | "measure" | "barcode" | "front" | "mrz";

/** CPU time and memory of a reading, for benchmarks. */
export interface ReadingCost {
  /** CPU time of all threads. Other programs on the machine hardly affect it. */
  cpuMs: Partial<Record<ReadingStage, number>>;
  /** The process's peak memory since its start. */
  peakMemoryBytes: number;
}

/** Measures stages that run one after the other. */
export interface CostMeter {
  during<T>(stage: ReadingStage, work: () => Promise<T>): Promise<T>;
  cost(): ReadingCost;
}

export function createCostMeter(): CostMeter {
  const cpuMs: ReadingCost["cpuMs"] = {};
  return {
    async during(stage, work) {
      const before = process.cpuUsage();
      try {
        return await work();
      } finally {
        const { user, system } = process.cpuUsage(before);
        cpuMs[stage] = (cpuMs[stage] ?? 0) + (user + system) / 1000;
      }
    },
    cost: () => ({ cpuMs, peakMemoryBytes: process.resourceUsage().maxRSS * 1024 }),
  };
}
