import { changeOperator } from "../../../operators/accounts/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import { createTestService, type TestService } from "../../../testing/create-test-service.ts";
import { buildDays } from "../build-days.ts";
import type { Day } from "../days.ts";
import { createLiveSums } from "../live-sums.ts";
import { type PeriodFigures, readFigures } from "../read-figures.ts";

export interface FiguresWorld {
  readonly clock: TestService["clock"];
  readonly database: Database;
  newOperator(timeZone: string): Promise<string>;
  changeTimeZone(operatorId: string, timeZone: string): Promise<void>;
  read(operatorId: string, timeZone: string, from: Day, to: Day): Promise<PeriodFigures>;
  runJob(): Promise<unknown>;
  /** Runs the job. Operators with this many payment intents a day are busy. */
  runBusyJob(busyFrom: number): Promise<void>;
  close(): Promise<unknown>;
}

export async function createFiguresWorld(): Promise<FiguresWorld> {
  const service = await createTestService();
  const { deps } = service.service;
  const { database } = deps;
  const liveSums = createLiveSums(deps);
  return {
    clock: service.clock,
    database,
    newOperator: async (timeZone) => (await service.createOperator({ timeZone })).operatorId,
    async changeTimeZone(operatorId, timeZone) {
      const { version } = await database.kysely
        .selectFrom("operators")
        .select("version")
        .where("operator_id", "=", operatorId)
        .executeTakeFirstOrThrow();
      const actor = { kind: "command" } as const;
      await changeOperator(deps, operatorId, { version, settings: { timeZone }, actor });
    },
    async read(operatorId, timeZone, from, to) {
      const figures = await readFigures(
        { database, clock: service.clock, liveSums },
        { operatorId, timeZone },
        [{ from, to }],
      );
      const [period] = figures.periods;
      if (!period) throw new Error("no period");
      return period;
    },
    runJob: () => service.runJob("daily_figures"),
    async runBusyJob(busyFrom) {
      const { signal } = new AbortController();
      while (
        (await buildDays({ database, clock: service.clock }, new Map(), signal, busyFrom)) ===
        "more"
      );
    },
    close: () => service.close(),
  };
}
