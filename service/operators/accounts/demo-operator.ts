import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../platform/config.ts";
import { type Database, isUniqueViolation } from "../../platform/database/database.ts";
import type { AuditActor } from "../audit/index.ts";
import { changeOperator, createOperator, type NewOperator } from "./change-operator.ts";
import { issueKey } from "./keys/issue-key.ts";
import type { OperatorSettings } from "./operator-settings.ts";
import type { OperatorsDeps } from "./operators.ts";

/** `NewOperator` as JSON, for the demo shop. */
export const demoOperatorFile = "demo-operator.json";

const actor: AuditActor = { kind: "service" };

/**
 * In the sandbox, ensures that a demo operator exists and its keys are in the data directory. Issues more keys if the
 * file was lost, or another service uses the same database. Updates its allowed origins to the demo shop's port.
 */
export async function ensureDemoOperator(deps: OperatorsDeps): Promise<void> {
  const { config, database, log } = deps;
  const path = join(config.dataDir, demoOperatorFile);
  const allowedOrigins = [
    `http://shop.localhost:${config.shopPort}`,
    `http://127.0.0.1:${config.shopPort}`,
  ];
  const withShop = (origins: readonly string[]) => [
    ...allowedOrigins,
    ...origins.filter((origin) => !isOfShop(origin)),
  ];
  const found = await database.kysely
    .selectFrom("operators")
    .select(["operator_id", "settings"])
    .where("is_demo", "=", true)
    .executeTakeFirst();
  if (!found) {
    const settings = {
      paymentMethodTypes: ["card", "bank", "pay_by_bank", "crypto"],
      paymentDescriptor: "DEMO SHOP",
      taxTypes: ["bingo", "horse_racing"],
      allowedOrigins,
    };
    try {
      const demo = { name: "Demo Shop", isDemo: true, settings, actor };
      writeDemoFile(path, await createOperator(deps, demo));
    } catch (error) {
      if (!isUniqueViolation(error, "operators_demo")) throw error;
      return ensureDemoOperator(deps); // another service created it at the same time
    }
    log.info("the demo operator was created");
    return;
  }
  const operatorId = found.operator_id;
  const before = (found.settings["allowedOrigins"] as string[] | undefined) ?? [];
  if (JSON.stringify(withShop(before)) !== JSON.stringify(before)) {
    await changeOperator(deps, operatorId, {
      settings: (current: OperatorSettings) => ({
        allowedOrigins: withShop(current.allowedOrigins),
      }),
      actor,
    });
  }
  if (existsSync(path)) return;
  writeDemoFile(path, {
    operatorId,
    secretKey: (await issueKey(deps, { operatorId, kind: "secret", actor })).key,
    publishableKey: (await issueKey(deps, { operatorId, kind: "publishable", actor })).key,
  });
  log.info("the demo operator has new keys");
}

/** Whether an origin is the demo shop's, at any port. */
function isOfShop(origin: string): boolean {
  return /^http:\/\/(shop\.localhost|127\.0\.0\.1):\d+$/.test(origin);
}

/** The demo operator's id; undefined if the store has none. */
export async function findDemoOperator(database: Database): Promise<string | undefined> {
  const found = await database.kysely
    .selectFrom("operators")
    .select("operator_id")
    .where("is_demo", "=", true)
    .executeTakeFirst();
  return found?.operator_id;
}

/** Adds or replaces members of the file. Writes only changes. */
export function addToDemoFile(
  { dataDir }: Pick<Config, "dataDir">,
  more: Readonly<Record<string, unknown>>,
): void {
  const path = join(dataDir, demoOperatorFile);
  const before: NewOperator = JSON.parse(readFileSync(path, "utf8"));
  const after = { ...before, ...more };
  if (JSON.stringify(after) !== JSON.stringify(before)) writeDemoFile(path, after);
}

/** Writes in one step: the shop can read the file at any time. */
function writeDemoFile(path: string, content: NewOperator): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Production refuses a demo operator, whose keys are in a file. */
export async function refuseDemoOperator(database: Database): Promise<void> {
  const found = await findDemoOperator(database);
  if (found) throw new Error(`production refuses to start with the demo operator (${found})`);
}
