import type { Domain } from "../../platform/domain.ts";
import { createFailurePauses } from "../../platform/jobs/failure-pauses.ts";
import { createJob } from "../../platform/jobs/job.ts";
import { checkExpectedRows } from "./expected-rows.ts";
import { fetchReports } from "./fetch-reports.ts";
import { importFiles } from "./import-job.ts";
import { registerSettlementRoutes } from "./routes.ts";
import type { SettlementDeps, SettlementNeeds } from "./settlement-deps.ts";
import { checkUnpaidPayouts } from "./unpaid-payouts.ts";

export interface Settlement extends Domain {
  readonly deps: SettlementDeps;
  wake(): void;
}

const importEveryMs = 2_000;
const checkEveryMs = 15 * 60_000;
const fetchEveryMs = 60 * 60_000;
/** How long pieces are kept: longer than any upload (slowBodyTimes). */
const partsAgeMs = 24 * 60 * 60_000;
const partsAtOnce = 100;

export function createSettlement(needs: SettlementNeeds): Settlement {
  const pauses = createFailurePauses();
  const importJob = createJob({
    name: "import_settlement_files",
    everyMs: importEveryMs,
    run: (signal) => importFiles(needs, signal, pauses),
  });
  const wake = () => importJob.wake();
  return {
    deps: needs,
    wake,
    register: (app) => registerSettlementRoutes(app, { ...needs, wake }),
    jobs: [
      importJob,
      createJob({
        name: "fetch_settlement_reports",
        everyMs: fetchEveryMs,
        async run(signal) {
          if ((await fetchReports(needs, signal)) > 0) wake();
          return undefined;
        },
      }),
      createJob({
        name: "check_settlement",
        everyMs: checkEveryMs,
        async run(signal) {
          await checkUnpaidPayouts(needs, signal);
          return checkExpectedRows(needs, signal);
        },
      }),
      createJob({
        name: "forget_settlement_uploads",
        everyMs: checkEveryMs,
        run: () => deleteOldParts(needs),
      }),
    ],
    commands: [],
  };
}

/** Deletes pieces of interrupted uploads and processed files. */
async function deleteOldParts({
  database,
  machineClock,
}: SettlementDeps): Promise<"more" | undefined> {
  const { rowCount } = await database.run(deleteParts, [
    new Date(machineClock.nowMs() - partsAgeMs),
    partsAtOnce,
  ]);
  return rowCount === partsAtOnce ? "more" : undefined;
}

const deleteParts = {
  name: "settlement.forget_uploads",
  text:
    "delete from settlement_file_parts where (operator_id, settlement_file_id, part_no) in (" +
    "select p.operator_id, p.settlement_file_id, p.part_no from settlement_file_parts p " +
    "where p.created_at < $1 and not exists (select 1 from settlement_files f " +
    "where f.operator_id = p.operator_id and f.settlement_file_id = p.settlement_file_id " +
    "and f.state in ('pending', 'processing')) limit $2)",
};
