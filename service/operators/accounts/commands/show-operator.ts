import type { Database } from "../../../platform/database/database.ts";
import { defaultSettings, readSettings } from "../operator-settings.ts";
import { showPayer } from "../sealed-payer.ts";
import type { ApiKeyRow } from "../tables.ts";
import { formatColumns } from "./arguments.ts";

type KeyEnd = Pick<ApiKeyRow, "revoked_at" | "expires_at">;

/** Lists the operators, one per line. */
export async function listOperators(database: Database): Promise<string> {
  const rows = await database.kysely
    .selectFrom("operators")
    .select(["operator_id", "name", "is_demo", "created_at"])
    .orderBy("created_at")
    .execute();
  return formatColumns(
    rows.map((row) => [
      row.operator_id,
      row.name,
      row.is_demo ? "demo" : "",
      row.created_at.toISOString(),
    ]),
  );
}

/** Shows settings (changed ones marked), flags, and hints of keys. */
export async function showOperator(
  { database }: { database: Database },
  operatorId: string,
): Promise<string> {
  const operator = await database.kysely
    .selectFrom("operators")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .executeTakeFirstOrThrow();
  const keys = await database.kysely
    .selectFrom("api_keys")
    .select(["hint", "kind", "created_at", "revoked_at", "expires_at"])
    .where("operator_id", "=", operatorId)
    .orderBy("created_at")
    .execute();
  const settings = readSettings(operator.settings);
  const shown: Record<string, unknown> = { payer: settings.payer && showPayer(settings.payer) };
  return [
    `${operator.operator_id}  ${operator.name}${operator.is_demo ? "  (demo)" : ""}`,
    "",
    "Settings (* differs from the default)",
    formatColumns(
      Object.entries(settings).map(([name, value]) => {
        const standard = defaultSettings[name as keyof typeof defaultSettings];
        const isChanged = JSON.stringify(value) !== JSON.stringify(standard);
        return [isChanged ? "*" : " ", name, JSON.stringify(shown[name] ?? value)];
      }),
    ),
    "",
    "Feature flags",
    formatColumns(
      Object.entries(operator.feature_flags).map(([name, isOn]) => [" ", name, String(isOn)]),
    ) || "   none",
    "",
    "Keys",
    formatColumns(
      keys.map(({ hint, kind, created_at, ...key }) => [
        " ",
        kind,
        hint,
        created_at.toISOString(),
        endOf(key),
      ]),
    ),
  ].join("\n");
}

/** When a key was revoked, or ends because another one replaced it; empty otherwise. */
function endOf({ revoked_at: revokedAt, expires_at: expiresAt }: KeyEnd): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  return expiresAt ? `ends ${expiresAt.toISOString()}` : "";
}
