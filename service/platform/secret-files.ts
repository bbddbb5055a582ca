import { readFileSync } from "node:fs";
import { ConfigError } from "./config-values.ts";

/** Settings that contain secrets. key-config.ts reads the file of the key-encryption key. */
const secretSettings = [
  "BANK_LOGIN",
  "CRYPTO_RATES",
  "DATABASE_URL",
  "DIRECTORY_SERVER",
  "METRICS_TOKEN",
  "PAYOUT_PROCESSOR",
  "PAY_BY_BANK",
  "PROCESSORS",
  "TIN_MATCHING",
  "TWILIO_AUTH_TOKEN",
] as const;

const largestFileBytes = 64 * 1024;

/**
 * Adds secrets from files that the environment names (`DATABASE_URL_FILE=/run/secrets/database-url`). Files are safer:
 * `docker inspect` shows variables, and child processes inherit them. Throws {@link ConfigError} if a file cannot be
 * read, is empty or larger than 64 KiB, or if the setting is given both ways. The message never has contents.
 */
export function readSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const complete = { ...env };
  for (const name of secretSettings) {
    const variable = `${name}_FILE`;
    const file = env[variable]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${variable} are both set: unset one`);
    complete[name] = readSecret(variable, file);
  }
  return complete;
}

function readSecret(variable: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${variable} names a file that can't be read (${code})`);
  }
  if (text === "") throw new ConfigError(`${variable} names an empty file`);
  if (text.length > largestFileBytes) throw new ConfigError(`${variable} names a file over 64 KiB`);
  return text;
}
