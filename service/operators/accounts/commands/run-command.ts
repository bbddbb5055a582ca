import { checkRoutingRules, readRoutingRules } from "#contract/routing-rules";
import type { CommandResult } from "../../../platform/command-socket.ts";
import type { CommandFamily } from "../../../platform/domain.ts";
import { changeOperator, createOperator } from "../change-operator.ts";
import { defaultSettings, SettingRefused } from "../operator-settings.ts";
import type { OperatorsDeps } from "../operators.ts";
import { type Arguments, CommandRefused, parseArguments } from "./arguments.ts";
import { runAuditCommand } from "./audit-commands.ts";
import { keyUsage, runKeyCommand } from "./key-commands.ts";
import { listUsage, runListCommand } from "./list-commands.ts";
import { requireOperator } from "./require-operator.ts";
import { listOperators, showOperator } from "./show-operator.ts";

const usage = `Usage: npm run operator -- <command>

  create <name> [<setting>=<value> …]            create an operator with its keys (shown once)
${keyUsage}
  set <operatorId> <setting> <value>             change a setting; flag.<name> true|false for flags
  set <operatorId> <setting>=<value> …           the same, several at once
${listUsage}
  show [<operatorId>]                            all operators, or one with settings and keys
  audit list <operatorId>                        the newest changes, with their actors
  audit verify <operatorId> [--known <sequence>:<hash>]
{more}
Values are JSON if they parse as JSON, otherwise text. Lists may use commas:
  set op_… paymentDescriptor="ACME SHOP" allowedOrigins=https://shop.example,https://pay.shop.example
  add op_… allowedOrigins https://new.shop.example
  remove op_… locationRules '{"place":"US-CA","rule":"deny"}'`;

/**
 * Runs a command. `args` follow `npm run operator --`. A mistake in the command returns exit code 1; other errors are
 * thrown.
 */
export async function runCommand(
  deps: OperatorsDeps,
  args: readonly string[],
  families: readonly CommandFamily[] = [],
): Promise<CommandResult> {
  try {
    return { text: await dispatch(deps, args, families), exitCode: 0 };
  } catch (error) {
    if (!(error instanceof CommandRefused) && !(error instanceof SettingRefused)) throw error;
    return { text: error.message, exitCode: 1 };
  }
}

async function dispatch(
  deps: OperatorsDeps,
  [command, ...rest]: readonly string[],
  families: readonly CommandFamily[],
): Promise<string> {
  const more = families.map((family) => `${family.usage}\n`).join("");
  const family = families.find(({ name }) => name === command);
  if (family) return family.run(rest);
  switch (command) {
    case "create":
      return create(deps, parseArguments(rest, ["name"]));
    case "api-keys":
      return runKeyCommand(deps, rest);
    case "key":
      return runKeyCommand(deps, ["create", ...rest]);
    case "set":
      return set(deps, parseArguments(rest));
    case "add":
    case "remove":
      return runListCommand(deps, command, rest);
    case "show":
      return show(deps, parseArguments(rest));
    case "audit":
      return runAuditCommand(deps, rest);
    case undefined:
    case "help":
    case "--help":
      return usage.replace("{more}", more);
    default:
      throw new CommandRefused(`Unknown command ${command}.\n\n${usage.replace("{more}", more)}`);
  }
}

async function create(deps: OperatorsDeps, args: Arguments): Promise<string> {
  const [first, ...others] = args.positions;
  const name = args.options.get("name") ?? first;
  if (!name) throw new CommandRefused("create needs <name>");
  const { settings, featureFlags } = parseChange(
    args.options.has("name") ? args.positions : others,
  );
  const [flag] = Object.keys(featureFlags);
  if (flag)
    throw new CommandRefused(`create cannot set feature flags: set flag.${flag} afterwards`);
  const created = await createOperator(deps, { name, settings });
  return [
    `operator         ${created.operatorId}`,
    `secret key       ${created.secretKey}`,
    `publishable key  ${created.publishableKey}`,
    "Store the secret key now: it is not shown again.",
  ].join("\n");
}

async function set(deps: OperatorsDeps, { positions }: Arguments): Promise<string> {
  const [operatorId, ...given] = positions;
  const isPair = given.length === 2 && !given[0]?.includes("=");
  const assignments = isPair ? [given.join("=")] : given;
  if (!operatorId || assignments.length === 0) {
    throw new CommandRefused("set needs <operatorId> <setting> <value>");
  }
  await requireOperator(deps, operatorId);
  const change = parseChange(assignments);
  await changeOperator(deps, operatorId, change);
  const names = assignments.map((assignment) => assignment.split("=", 1)[0]).join(", ");
  const rules = readRoutingRules(change.settings["routingRules"]);
  const warnings = checkRoutingRules(rules, deps.config.processors).map(
    ({ message }) => `Note: ${message}`,
  );
  return [`set ${names}`, ...warnings].join("\n");
}

async function show(deps: OperatorsDeps, { positions: [operatorId] }: Arguments): Promise<string> {
  if (operatorId === undefined) return listOperators(deps.database);
  await requireOperator(deps, operatorId);
  return showOperator(deps, operatorId);
}

/** `name=value`; feature flags are `flag.<name>=true`. */
function parseChange(assignments: readonly string[]): {
  settings: Record<string, unknown>;
  featureFlags: Record<string, boolean>;
} {
  const settings: Record<string, unknown> = {};
  const featureFlags: Record<string, boolean> = {};
  for (const assignment of assignments) {
    const match = /^([A-Za-z0-9]+|flag\.[a-z0-9_]{1,60})=(.*)$/s.exec(assignment);
    if (!match) throw new CommandRefused(`${assignment} is not <setting>=<value>`);
    const [, name = "", text = ""] = match;
    if (!name.startsWith("flag.")) settings[name] = parseValue(name, text);
    else if (text === "true" || text === "false") featureFlags[name.slice(5)] = text === "true";
    else throw new CommandRefused(`${name} must be true or false`);
  }
  return { settings, featureFlags };
}

/** JSON if possible, otherwise text, or a comma-separated list for a list setting. */
function parseValue(name: string, text: string): unknown {
  // The setting is a string of digits, which JSON would read as a number.
  if (name === "merchantCategory" && /^\d+$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    const isList = Array.isArray(defaultSettings[name as keyof typeof defaultSettings]);
    return isList ? text.split(",").map((entry) => entry.trim()) : text;
  }
}
