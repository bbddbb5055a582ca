import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { CardFunding } from "#contract/card-brands";
import { ConfigError } from "../../platform/config-values.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import {
  type CardRanges,
  CardRangesInvalid,
  type CardRangeTable,
  readCardRanges,
} from "./read-card-ranges.ts";

export type { CardFunding, CardRanges };

/** The sandbox's own table. */
export const sandboxRangesPath: string = join(
  repositoryRoot(),
  "service/providers/card-ranges/sandbox-ranges.json",
);

const maxBytes = 128 * 1024 * 1024;

/** What checking the file found. `problem` is null if the table in use is the file's. */
export interface CardRangesCheck {
  readonly isNew: boolean;
  readonly problem: string | null;
  readonly count: number;
}

/** The table of a file that may change. */
export interface CardRangesFile extends CardRanges {
  /**
   * Reads the file again if it changed, and has not changed since the last check: a half-written one never counts. If
   * the file cannot be used, the last good table stays. Never throws.
   */
  refresh(): Promise<CardRangesCheck>;
}

/** Opens a table (JSON or CSV). Throws {@link ConfigError} if the file is not one. */
export async function openCardRanges(path: string): Promise<CardRangesFile> {
  let table: CardRangeTable;
  let version: string;
  try {
    version = await versionOf(path);
    table = await readTable(path);
  } catch (error) {
    throw new ConfigError(`CARD_RANGES: ${problemOf(error)}`);
  }
  let seen = version;
  let problem: string | null = null;

  return {
    fundingOf: (prefix) => table.fundingOf(prefix),
    async refresh() {
      let isNew = false;
      try {
        const present = await versionOf(path);
        const isChanged = present !== version;
        const isAtRest = present === seen;
        seen = present;
        if (!isChanged) problem = null;
        else if (isAtRest) {
          const read = await readTable(path);
          // If it changed again, the next check decides.
          if ((await versionOf(path)) === present) {
            table = read;
            version = present;
            problem = null;
            isNew = true;
          }
        }
      } catch (error) {
        problem = problemOf(error);
      }
      return { isNew, problem, count: table.count };
    },
  };
}

async function readTable(path: string): Promise<CardRangeTable> {
  if ((await stat(path)).size > maxBytes) throw new CardRangesInvalid("the file is over 128 MiB");
  return readCardRanges(await readFile(path, "utf8"));
}

async function versionOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path);
  return `${mtimeMs} ${size} ${ino}`;
}

function problemOf(error: unknown): string {
  if (error instanceof CardRangesInvalid) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return `the file cannot be read (${code})`;
}
