import type { Counter, Gauge } from "prom-client";
import { isStoreLost } from "../platform/database/store-unavailable.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { accountOf } from "./accounts.ts";
import { readBalances } from "./balances.ts";
import { isSnapshotTrue } from "./snapshots.ts";
import type { LedgerSource } from "./walks/ledger-source.ts";
import { addWalks, walkPage } from "./walks/walk.ts";

export type CheckDeps = Pick<PlatformDeps, "database" | "clock" | "log">;

/** Metrics of the checks, which also log problems. */
export interface LedgerAlarms {
  /** Problems by kind. Investigate anything but 0. */
  readonly problems: Counter<"kind">;
  /** When the checks last found no problem for any operator, in seconds since the epoch. */
  readonly checkedAt: Gauge<never>;
}

/** Pages per run of a job. */
const maxPages = 20;

/** Runs the job that posts history. "more": records are left. */
export async function postHistory(
  deps: CheckDeps,
  sources: readonly LedgerSource[],
  signal: AbortSignal,
): Promise<"more" | undefined> {
  await addWalks(deps, sources);
  for (let pages = 0; pages < maxPages; pages += 1) {
    if (signal.aborted) return undefined;
    const page = await walkPage(deps, sources, "history");
    if (!page) return undefined;
    if (page.isRoundOver && page.posted > 0) {
      deps.log.info("the ledger has the history of an operator's records", {
        operatorId: page.operatorId,
        type: page.source,
      });
    }
  }
  return "more";
}

/**
 * Runs the job that compares the ledger with the records. It logs and counts mismatches and repairs nothing: a wrong
 * posting is a bug that someone must find. "more": records are left.
 */
export async function checkRecords(
  deps: CheckDeps,
  sources: readonly LedgerSource[],
  alarms: LedgerAlarms,
  signal: AbortSignal,
): Promise<"more" | undefined> {
  for (let pages = 0; pages < maxPages; pages += 1) {
    if (signal.aborted) return undefined;
    const page = await walkPage(deps, sources, "check");
    if (!page) return undefined;
    for (const mismatch of page.mismatches) {
      alarms.problems.inc({ kind: mismatch.problem });
      deps.log.error("the ledger does not have what a record says", {
        operatorId: page.operatorId,
        type: mismatch.sourceType,
        resourceId: mismatch.sourceId,
        kind: mismatch.problem,
        reason: mismatch.causes.join(" "),
      });
    }
  }
  return "more";
}

/** Checks every operator's trial balance, rounding and newest snapshot, until `signal` aborts. */
export async function checkSums(
  deps: CheckDeps,
  alarms: LedgerAlarms,
  signal: AbortSignal,
): Promise<void> {
  const operators = await deps.database.kysely
    .selectFrom("operators")
    .select("operator_id")
    .orderBy("operator_id")
    .execute();
  let isSound = true;
  for (const { operator_id: operatorId } of operators) {
    if (signal.aborted) return;
    try {
      for (const problem of await problemsOf(deps, operatorId)) {
        isSound = false;
        alarms.problems.inc({ kind: problem });
        deps.log.error("the ledger's sums are wrong", { operatorId, kind: problem });
      }
    } catch (error) {
      if (isStoreLost(error)) throw error;
      // The other operators must still be checked.
      isSound = false;
      deps.log.error("an operator's sums could not be checked", { operatorId, error });
    }
  }
  if (isSound) alarms.checkedAt.set(deps.clock.nowMs() / 1_000);
}

export type SumProblem = "unbalanced" | "rounding" | "snapshot";

export async function problemsOf(
  deps: Pick<CheckDeps, "database">,
  operatorId: string,
): Promise<SumProblem[]> {
  const problems: SumProblem[] = [];
  const balances = await readBalances(deps, operatorId);
  const totals = new Map<string, bigint>();
  for (const { currency, account, debits, credits } of balances) {
    totals.set(currency, (totals.get(currency) ?? 0n) + debits - credits);
    if (account === accountOf("rounding") && debits !== credits) problems.push("rounding");
  }
  if ([...totals.values()].some((total) => total !== 0n)) problems.push("unbalanced");
  if (!(await isSnapshotTrue(deps, operatorId))) problems.push("snapshot");
  return problems;
}
