import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { CardFunding } from "#contract/card-brands";
import { repositoryRoot } from "../../platform/repository-root.ts";

export type { CardFunding };

/** Finds the funding of a card by a table of issuers' ranges (BIN table). */
export interface CardRanges {
  /** `prefix` is the first 6 to 8 digits, or the whole number. */
  fundingOf(prefix: string): CardFunding;
}

const file = z.strictObject({
  /** When the table was made, `YYYY-MM-DD`. */
  asOf: z.iso.date(),
  ranges: z.array(
    z.strictObject({
      prefix: z.string().check(z.regex(/^\d{1,8}$/)),
      funding: z.enum(["credit", "debit", "prepaid"]),
    }),
  ),
});

/** Path of the sandbox's own table. */
export const sandboxRangesPath: string = join(
  repositoryRoot(),
  "service/providers/card-ranges/sandbox-ranges.json",
);

/** Reads a table. The longest matching prefix decides. Throws when the file is not a table. */
export async function openCardRanges(path: string): Promise<CardRanges> {
  const { ranges } = file.parse(JSON.parse(await readFile(path, "utf8")));
  const byPrefix = new Map(ranges.map(({ prefix, funding }) => [prefix, funding]));
  return {
    fundingOf(prefix) {
      for (let length = Math.min(8, prefix.length); length > 0; length -= 1) {
        const found = byPrefix.get(prefix.slice(0, length));
        if (found) return found;
      }
      return "unknown";
    },
  };
}
