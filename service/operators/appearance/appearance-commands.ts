import { readFile } from "node:fs/promises";
import { type Appearance, ownAppearance } from "#contract/appearance/appearance";
import { deriveBrand } from "#contract/appearance/derive-brand";
import type { CommandFamily } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import {
  CommandRefused,
  formatColumns,
  type OperatorsDeps,
  parseArguments,
  requireOperator,
} from "../accounts/index.ts";
import type { Appearances } from "./appearances.ts";
import type { Logos } from "./logos.ts";

const actor = { kind: "command" } as const;
const usage = "appearance needs show, set, logo, reset or restore";

export function appearanceCommands(
  deps: Pick<OperatorsDeps, "database">,
  appearances: Appearances,
  logos: Pick<Logos, "add">,
): CommandFamily {
  return {
    name: "appearance",
    usage: `  appearance show <operatorId>                   colors with their contrast, and recent versions
  appearance set <operatorId> <name>=<value> …   brandColor=#635bff mode=auto radius=round …; publishes
  appearance logo <operatorId> <file>            PNG, JPEG or WebP; publishes. Remove it with set … logo=
  appearance reset <operatorId>                  publishes Tessera's own look
  appearance restore <operatorId> <version>      publishes an older version again`,
    run: async (args) => {
      const [command, ...rest] = args;
      const [operatorId, ...given] = parseArguments(rest).positions;
      if (command === undefined) throw new CommandRefused(usage);
      if (!operatorId) throw new CommandRefused(`appearance ${command} needs <operatorId>`);
      await requireOperator(deps, operatorId);
      try {
        return await run({ appearances, logos }, command, operatorId, given);
      } catch (error) {
        throw error instanceof ApiError ? new CommandRefused(explain(command, error)) : error;
      }
    },
  };
}

async function run(
  { appearances, logos }: { appearances: Appearances; logos: Pick<Logos, "add"> },
  command: string,
  operatorId: string,
  given: readonly string[],
): Promise<string> {
  const change = { operatorId, actor };
  switch (command) {
    case "show":
      return show(appearances, operatorId);
    case "set":
      return publishChanges(appearances, operatorId, parseAssignments(given));
    case "logo": {
      const [file] = given;
      if (!file) throw new CommandRefused("logo needs <file>");
      const logo = await logos.add(change, await readUpload(file));
      return publishChanges(appearances, operatorId, { logo });
    }
    case "reset":
      return `published version ${await appearances.publish(change, null)}`;
    case "restore": {
      const [text = ""] = given;
      if (!/^\d{1,9}$/.test(text)) throw new CommandRefused("restore needs <version>");
      return `published version ${await appearances.restore(change, Number(text))}`;
    }
    default:
      throw new CommandRefused(usage);
  }
}

async function publishChanges(
  appearances: Appearances,
  operatorId: string,
  changes: Record<string, string>,
): Promise<string> {
  const { versions } = await appearances.read(operatorId);
  const appearance = Object.fromEntries(
    Object.entries({ ...(versions[0]?.appearance ?? ownAppearance), ...changes }).filter(
      ([, value]) => value !== "",
    ),
  );
  const version = versions[0]?.version ?? 0;
  const published = await appearances.publish({ operatorId, actor, version }, appearance);
  return `published version ${published}\n${await show(appearances, operatorId)}`;
}

async function readUpload(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch {
    throw new CommandRefused(`${file} cannot be read`);
  }
}

function parseAssignments(args: readonly string[]): Record<string, string> {
  if (args.length === 0) throw new CommandRefused("set needs <name>=<value>");
  return Object.fromEntries(
    args.map((arg) => {
      const match = /^([A-Za-z]+)=(.*)$/s.exec(arg);
      if (!match) throw new CommandRefused(`${arg} is not <name>=<value>`);
      return [match[1], match[2]];
    }),
  );
}

async function show(appearances: Appearances, operatorId: string): Promise<string> {
  const { versions } = await appearances.read(operatorId);
  const current = versions[0]?.appearance;
  const lines = current
    ? [...settingsOf(current), "", ...contrastsOf(current)]
    : ["Tessera's own look"];
  const past = versions.map((version) => [
    `version ${version.version}`,
    version.publishedAt.toISOString(),
    version.publishedBy,
    version.restoredVersion === null ? "" : `restored ${version.restoredVersion}`,
    version.appearance ? version.appearance.brandColor : "Tessera's own look",
  ]);
  return [...lines, "", formatColumns(past)].join("\n").trim();
}

const settingsOf = (appearance: Appearance): string[] =>
  formatColumns(Object.entries(appearance).map(([name, value]) => [name, String(value)])).split(
    "\n",
  );

function contrastsOf({ brandColor, brandColorDark = brandColor, mode }: Appearance): string[] {
  const checks = [
    ...(mode === "dark" ? [] : deriveBrand(brandColor, "light").checks),
    ...(mode === "light" ? [] : deriveBrand(brandColorDark, "dark").checks),
  ];
  return formatColumns(
    checks.map(({ scheme, use, color, ratio, corrected }) => [
      scheme,
      use,
      color,
      `${ratio.toFixed(1)}:1`,
      corrected ? `was ${corrected.from} with ${corrected.ratio.toFixed(1)}:1` : "",
    ]),
  ).split("\n");
}

function explain(command: string, error: ApiError): string {
  if (error.code === "resource_not_found") return "This version does not exist.";
  if (error.code === "conflicting_state")
    return command === "restore"
      ? "This is already the newest version."
      : "Another version was published in the meantime. Run the command again.";
  const [first] = error.errors ?? [];
  return first ? `${first.path}: ${first.message}` : error.message;
}
