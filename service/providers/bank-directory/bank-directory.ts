import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { isRoutingNumber } from "#contract/routing-number";
import { repositoryRoot } from "../../platform/repository-root.ts";

/** Names banks by their routing numbers. */
export interface BankDirectory {
  /** The bank's name as customers know it; null where it is not known. */
  nameOf(routingNumber: string): string | null;
}

const file = z.strictObject({
  /** When the directory was made, `YYYY-MM-DD`. */
  asOf: z.iso.date(),
  banks: z.array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      routingNumbers: z.array(z.string().check(z.refine(isRoutingNumber))).check(z.minLength(1)),
    }),
  ),
});

/** Where the sandbox's own directory is. */
export const sandboxBanksPath: string = join(
  repositoryRoot(),
  "service/providers/bank-directory/sandbox-banks.json",
);

/** Reads a directory; without a path it is one that knows no bank. Throws when the file is none. */
export async function openBankDirectory(path: string | undefined): Promise<BankDirectory> {
  if (path === undefined) return { nameOf: () => null };
  const { banks } = file.parse(JSON.parse(await readFile(path, "utf8")));
  const names = new Map(
    banks.flatMap(({ name, routingNumbers }) => routingNumbers.map((each) => [each, name])),
  );
  return { nameOf: (routingNumber) => names.get(routingNumber) ?? null };
}
