import { join } from "node:path";
import * as z from "zod/mini";
import { isRoutingNumber } from "#contract/routing-number";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { readTableFile } from "../../platform/table-file.ts";

export interface BankDirectory {
  /** The name that customers know; null if unknown. */
  nameOf(routingNumber: string): string | null;
}

const file = z.strictObject({
  /** `YYYY-MM-DD`. */
  asOf: z.iso.date(),
  banks: z.array(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(60)),
      routingNumbers: z.array(z.string().check(z.refine(isRoutingNumber))).check(z.minLength(1)),
    }),
  ),
});

/** The sandbox's own directory. */
export const sandboxBanksPath: string = join(
  repositoryRoot(),
  "service/providers/bank-directory/sandbox-banks.json",
);

/** Reads a directory file. Without a path, no bank is known. Throws `ConfigError` if the file is not usable. */
export async function openBankDirectory(path: string | undefined): Promise<BankDirectory> {
  if (path === undefined) return { nameOf: () => null };
  const { banks } = await readTableFile("BANK_DIRECTORY", path, file);
  const names = new Map(
    banks.flatMap(({ name, routingNumbers }) =>
      routingNumbers.map((routingNumber) => [routingNumber, name]),
    ),
  );
  return { nameOf: (routingNumber) => names.get(routingNumber) ?? null };
}
