import { type ApiKeyScope, apiKeyScopes } from "#contract/api-key-scopes";
import { type CreateApiKey, maxOverlapHours } from "#contract/console/api-keys";
import { ApiError } from "../../../platform/http/api-error.ts";
import { parseApprovalLimits } from "../approval-limits.ts";
import { restrictKey, revokeKey, rollKey } from "../keys/change-key.ts";
import { issueKey } from "../keys/issue-key.ts";
import { listKeys } from "../keys/list-keys.ts";
import type { OperatorsDeps } from "../operators.ts";
import { type Arguments, CommandRefused, formatColumns, parseArguments } from "./arguments.ts";
import { requireOperator } from "./require-operator.ts";

export const keyUsage = `  api-keys list <operatorId>                     secret keys: scopes, addresses, last use
  api-keys create <operatorId> [secret|publishable] [--revoke-others]
           [--label <text>] [--scopes payments,refunds,disputes,payouts,approvals,read]
           [--addresses <CIDR>,…] [--approval-limit USD=1000,…]
                                                 create a key (shown once); also: key <operatorId> …
  api-keys restrict <operatorId> <keyId> [the same options; all, any or none removes a restriction]
  api-keys roll <operatorId> <keyId> [--overlap <hours>]
                                                 replace a key; the old one ends after 24 hours
  api-keys revoke <operatorId> <keyId>`;

const actor = { kind: "command" } as const;
const restrictionOptions = ["label", "scopes", "addresses", "approval-limit"];
const usage = "api-keys needs list, create, restrict, roll or revoke";
const appliesSoon = "Every process applies it within five seconds.";

export async function runKeyCommand(
  deps: OperatorsDeps,
  [command, ...rest]: readonly string[],
): Promise<string> {
  try {
    switch (command) {
      case "list":
        return await list(deps, parseArguments(rest));
      case "create":
        return await create(deps, parseArguments(rest, restrictionOptions, ["revoke-others"]));
      case "restrict":
        return await restrict(deps, parseArguments(rest, restrictionOptions));
      case "roll":
        return await roll(deps, parseArguments(rest, ["overlap"]));
      case "revoke":
        return await revoke(deps, parseArguments(rest));
      default:
        throw new CommandRefused(usage);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode >= 500) throw error;
    throw new CommandRefused(explain(error));
  }
}

async function list(deps: OperatorsDeps, { positions: [operatorId] }: Arguments): Promise<string> {
  if (!operatorId) throw new CommandRefused("api-keys list needs <operatorId>");
  await requireOperator(deps, operatorId);
  const keys = await listKeys(deps, operatorId);
  if (keys.length === 0) return "no secret keys";
  return formatColumns(
    keys.map((key) => [
      key.keyId,
      key.hint,
      key.status,
      key.label ?? "",
      key.scopes?.join(",") ?? "all scopes",
      key.allowedAddresses?.join(",") ?? "any address",
      limitsText(key.approvalLimits),
      `created ${key.createdAt} by ${key.createdBy ?? "unknown"}`,
      key.lastUsedAt ? `last used ${key.lastUsedAt}` : "never used",
      key.status === "ending" ? `ends ${key.expiresAt}` : "",
    ]),
  );
}

async function create(
  deps: OperatorsDeps,
  { positions, options, flags }: Arguments,
): Promise<string> {
  const [operatorId, kind = "secret"] = positions;
  if (!operatorId || (kind !== "secret" && kind !== "publishable") || positions.length > 2) {
    throw new CommandRefused("api-keys create needs <operatorId> and secret or publishable");
  }
  if (kind === "publishable" && options.size > 0) {
    throw new CommandRefused("Only secret keys have labels, scopes, addresses and limits.");
  }
  await requireOperator(deps, operatorId);
  const revokeOthers = flags.has("revoke-others");
  const restrictions = restrictionsOf(options);
  const { key } = await issueKey(deps, { operatorId, kind, actor, restrictions, revokeOthers });
  return [
    `${kind} key  ${key}`,
    kind === "secret" ? "Store it now: it is not shown again." : "",
    revokeOthers ? "Earlier keys of this kind no longer work." : "Earlier keys still work.",
  ]
    .filter(Boolean)
    .join("\n");
}

async function restrict(deps: OperatorsDeps, args: Arguments): Promise<string> {
  const ref = await refOf(deps, args, "restrict");
  if (args.options.size === 0) {
    throw new CommandRefused(`api-keys restrict needs --${restrictionOptions.join(", --")}`);
  }
  await restrictKey(deps, ref, restrictionsOf(args.options));
  return `restricted. ${appliesSoon}`;
}

async function roll(deps: OperatorsDeps, args: Arguments): Promise<string> {
  const ref = await refOf(deps, args, "roll");
  const text = args.options.get("overlap") ?? "24";
  const hours = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(hours <= maxOverlapHours)) {
    throw new CommandRefused(`--overlap must be 0 to ${maxOverlapHours} hours`);
  }
  const { key } = await rollKey(deps, ref, hours * 3_600_000);
  return [
    `secret key  ${key}`,
    "Store it now: it is not shown again.",
    hours === 0 ? "The old key has ended." : `The old key ends in ${hours} hours.`,
  ].join("\n");
}

async function revoke(deps: OperatorsDeps, args: Arguments): Promise<string> {
  await revokeKey(deps, await refOf(deps, args, "revoke"));
  return "revoked. It stops working within five seconds in every process.";
}

async function refOf(deps: OperatorsDeps, { positions }: Arguments, command: string) {
  const [operatorId, keyId] = positions;
  if (!operatorId || !keyId || positions.length > 2) {
    throw new CommandRefused(`api-keys ${command} needs <operatorId> and <keyId>`);
  }
  await requireOperator(deps, operatorId);
  return { operatorId, keyId, actor };
}

function restrictionsOf(options: ReadonlyMap<string, string>): CreateApiKey {
  const label = options.get("label");
  const scopes = options.get("scopes");
  const addresses = options.get("addresses");
  const limit = options.get("approval-limit");
  if (label !== undefined && label.length > 60)
    throw new CommandRefused("--label must have at most 60 characters");
  return {
    ...(label === undefined ? {} : { label: label === "none" ? null : label }),
    ...(scopes === undefined ? {} : { scopes: scopesOf(scopes) }),
    ...(addresses === undefined ? {} : { allowedAddresses: addressesOf(addresses) }),
    ...(limit === undefined ? {} : { approvalLimits: parseApprovalLimits(limit) }),
  };
}

function scopesOf(value: string): ApiKeyScope[] | null {
  if (value === "all") return null;
  const parts = splitList(value);
  const unknown = parts.find((each) => !apiKeyScopes.includes(each as ApiKeyScope));
  if (unknown !== undefined || parts.length === 0) {
    throw new CommandRefused(`--scopes must be ${apiKeyScopes.join(", ")}, or all`);
  }
  return parts as ApiKeyScope[];
}

function addressesOf(value: string): string[] | null {
  if (value === "any") return null;
  const ranges = splitList(value);
  if (ranges.length === 0) throw new CommandRefused("--addresses must be CIDR ranges, or any");
  return ranges;
}

function splitList(value: string): string[] {
  return value
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
}

function limitsText(limits: Readonly<Record<string, number>> | null): string {
  if (limits === null) return "";
  const each = Object.entries(limits).map(([currency, amount]) => `${amount} ${currency}`);
  return `${each.join(" + ")} a day`;
}

function explain({ code, message, errors = [] }: ApiError): string {
  if (code === "resource_not_found") return "This operator has no such secret key.";
  if (code === "conflicting_state") return "This key has ended or has already been rolled.";
  return errors.map((error) => `${error.path}: ${error.message}`).join("\n") || message;
}
