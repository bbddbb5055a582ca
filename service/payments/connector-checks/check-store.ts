import { type AuditActor, appendAudit } from "../../operators/audit/index.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { CheckedParty, FoundStep } from "./checked-party.ts";

type StoreDeps = Pick<PlatformDeps, "database" | "clock" | "machineClock" | "keyring">;

/** A check this old without a result was cut off. */
const cutOffMs = 10 * 60_000;

export interface KnownCheck {
  /** `never`: no check with these keys and this connector version has a result. */
  readonly state: "never" | "running" | "passed" | "failed";
  readonly checkedAt: Date | null;
  readonly steps: readonly FoundStep[];
}

const never: KnownCheck = { state: "never", checkedAt: null, steps: [] };

/**
 * An index of the tried address, settings and secrets; a result counts only while the index is the same. It is keyed,
 * so that the store has no trace of a secret. Needs the operator's data key.
 */
export function keysIndex(
  { keyring }: Pick<StoreDeps, "keyring">,
  operatorId: string,
  { connectorVersion, settings, secrets }: CheckedParty,
): string {
  const tried = [connectorVersion, { ...settings }, secrets];
  return keyring.blindIndex(operatorId, "connector_checks.keys", JSON.stringify(tried));
}

/** Each party's last check, by the party's key. A check of an earlier address, setting or secret does not count. */
export async function readChecks(
  deps: StoreDeps,
  operatorId: string,
  parties: readonly CheckedParty[],
): Promise<ReadonlyMap<string, KnownCheck>> {
  await deps.keyring.load(operatorId);
  const rows = await deps.database.kysely
    .selectFrom("connector_checks")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .execute();
  const known = (party: CheckedParty): KnownCheck => {
    const row = rows.find((row) => row.processor === party.key);
    if (!row) return never;
    const isSame = row.keys_index === keysIndex(deps, operatorId, party);
    const last: KnownCheck =
      isSame && row.passed !== null
        ? {
            state: row.passed ? "passed" : "failed",
            checkedAt: row.checked_at,
            steps: row.steps ?? [],
          }
        : never;
    const isOpen = row.finished_start === null;
    const isFresh = row.started_at.getTime() > deps.machineClock.nowMs() - cutOffMs;
    return isOpen && isFresh ? { ...last, state: "running" } : last;
  };
  return new Map(parties.map((party) => [party.key, known(party)]));
}

/** Begins a check; null if any process already runs one. */
export async function beginCheck(
  { database, machineClock }: StoreDeps,
  operatorId: string,
  { key, type }: CheckedParty,
): Promise<Date | null> {
  const startedAt = new Date(machineClock.nowMs());
  const row = await database.kysely
    .insertInto("connector_checks")
    .values({
      operator_id: operatorId,
      processor: key,
      vendor: type,
      started_at: startedAt,
      finished_start: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["operator_id", "processor"])
        .doUpdateSet({
          vendor: type,
          started_at: startedAt,
          finished_start: null,
          noticed_at: null,
          notice_refused_at: null,
        })
        .where((where) =>
          where.or([
            where("connector_checks.finished_start", "is not", null),
            where("connector_checks.started_at", "<=", new Date(startedAt.getTime() - cutOffMs)),
          ]),
        ),
    )
    .returning("started_at")
    .executeTakeFirst();
  return row?.started_at ?? null;
}

/** Stores a check's result. Does nothing if a newer check began after `startedAt`. */
export async function endCheck(
  deps: StoreDeps,
  operatorId: string,
  { key, name, type, party, connectorVersion }: CheckedParty,
  {
    startedAt,
    keys,
    steps,
    actor,
  }: {
    readonly startedAt: Date;
    /** {@link keysIndex} as it was before the first call, because secrets can rotate during the check. */
    readonly keys: string;
    readonly steps: readonly FoundStep[];
    readonly actor: AuditActor;
  },
): Promise<void> {
  await deps.keyring.load(operatorId);
  const passed = isPassed(steps);
  await inTransaction(deps.database, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("connector_checks")
      .set({
        checked_at: new Date(deps.clock.nowMs()),
        passed,
        connector_version: connectorVersion,
        keys_index: keys,
        steps: JSON.stringify(steps),
        finished_start: startedAt,
      })
      .where("operator_id", "=", operatorId)
      .where("processor", "=", key)
      .where("started_at", "=", startedAt)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return;
    await appendAudit(deps, tx, operatorId, {
      actor,
      action: "connector.checked",
      subject: { type: "processor", id: name },
      details: {
        vendor: type,
        ...(party === "card" ? {} : { party }),
        passed,
        failed: steps.filter(({ result }) => result === "fails").map(({ step }) => step),
      },
    });
  });
}

/** Ends a check that failed with an error, without a result. */
export async function abandonCheck(
  { database }: StoreDeps,
  operatorId: string,
  key: string,
  startedAt: Date,
): Promise<void> {
  await database.kysely
    .updateTable("connector_checks")
    .set({ finished_start: startedAt })
    .where("operator_id", "=", operatorId)
    .where("processor", "=", key)
    .where("started_at", "=", startedAt)
    .execute();
}

/** A check passes only if one of these operations worked. */
const essential: ReadonlySet<string> = new Set([
  "approval",
  "bank_payout",
  "card_payout",
  "bank_visit_look_up",
  "login_look_up",
  "tax_sale",
  "three_ds_approval",
]);

/** Whether the check passed. Untested steps do not count. */
export function isPassed(steps: readonly FoundStep[]): boolean {
  const hasServed = steps.some(({ step, result }) => essential.has(step) && result === "works");
  return hasServed && steps.every(({ result }) => result !== "fails");
}

/** Stores that a notice arrived, for a check that runs in any process. */
export async function noteNotice(
  { database, machineClock }: Pick<StoreDeps, "database" | "machineClock">,
  key: string,
  isGenuine: boolean,
): Promise<void> {
  const now = new Date(machineClock.nowMs());
  await database.kysely
    .updateTable("connector_checks")
    .set(isGenuine ? { noticed_at: now } : { notice_refused_at: now })
    .where("processor", "=", key)
    .where("finished_start", "is", null)
    .execute();
}

/** `refused`: only notices with a wrong signature arrived. */
export async function noticeState(
  { database }: Pick<StoreDeps, "database">,
  operatorId: string,
  key: string,
  startedAt: Date,
): Promise<"received" | "refused" | null> {
  const row = await database.kysely
    .selectFrom("connector_checks")
    .select(["noticed_at", "notice_refused_at"])
    .where("operator_id", "=", operatorId)
    .where("processor", "=", key)
    .where("started_at", "=", startedAt)
    .executeTakeFirst();
  if (row?.noticed_at) return "received";
  return row?.notice_refused_at ? "refused" : null;
}
