import { readFile } from "node:fs/promises";
import type * as z from "zod/mini";
import { ConfigError } from "./config-values.ts";

/**
 * Reads the JSON file that a setting names.
 *
 * @throws ConfigError with the setting's name and the wrong part, if the file cannot be read or is not such a table
 */
export async function readTableFile<Table>(
  setting: string,
  path: string,
  table: z.ZodMiniType<Table>,
): Promise<Table> {
  const value = await readFile(path, "utf8")
    .then((text): unknown => JSON.parse(text))
    .catch((error: Error) => {
      throw new ConfigError(`${setting}: ${path} cannot be read: ${error.message}`);
    });
  const read = table.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") || "the file";
  throw new ConfigError(`${setting}: ${place} in ${path} is wrong: ${issue?.message}`);
}
