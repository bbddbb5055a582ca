import { CommandRefused, formatFirst } from "../../operators/accounts/index.ts";
import type { CommandFamily } from "../../platform/domain.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";

const usage = `  sales-tax list                                 lists sales and refunds that the tax service has not confirmed, oldest first
  sales-tax retry                                reports them again now, after the cause is fixed`;

/** Maximum number of reports in the list, so that people can read it. */
const maxListed = 100;

/** Commands for the reports that a tax service has not confirmed. */
export function salesTaxCommands(
  deps: Pick<PlatformDeps, "database" | "clock">,
  job: { wake(): void },
): CommandFamily {
  return {
    name: "sales-tax",
    usage,
    run([command, ...rest]) {
      if (command === "list" && rest.length === 0) return list(deps);
      if (command === "retry" && rest.length === 0) return retry(deps, job);
      throw new CommandRefused("sales-tax needs list or retry");
    },
  };
}

async function list({ database }: Pick<PlatformDeps, "database">): Promise<string> {
  const rows = await database.kysely
    .selectFrom("tax_documents")
    .selectAll()
    .where("next_check_at", "is not", null)
    .orderBy("created_at")
    .limit(maxListed + 1)
    .execute();
  if (rows.length === 0) return "none";
  return formatFirst(
    rows.map((row) => [
      row.created_at.toISOString(),
      row.operator_id,
      row.kind,
      row.code,
      `wanted ${row.wanted}`,
      row.problem ?? "waiting",
    ]),
    maxListed,
    "newer",
  );
}

/** Makes documents due after a failed try; other processes' claims stay. */
async function retry(
  { database, clock }: Pick<PlatformDeps, "database" | "clock">,
  job: { wake(): void },
): Promise<string> {
  const now = new Date(clock.nowMs());
  const { numUpdatedRows } = await database.kysely
    .updateTable("tax_documents")
    .set({ next_check_at: now, tries: 0 })
    .where("problem", "is not", null)
    .where("next_check_at", ">", now)
    .where(({ eb, or, ref }) =>
      or([eb("lease_check_at", "is", null), eb("lease_check_at", "!=", ref("next_check_at"))]),
    )
    .executeTakeFirst();
  job.wake();
  return `${numUpdatedRows} reported again`;
}
