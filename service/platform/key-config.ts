/** Reads the configured key-encryption keys. Throws {@link ConfigError}. */
import { readFileSync } from "node:fs";
import { ConfigError } from "./config-values.ts";
import type { Environment } from "./settings-source.ts";
import { weaknessOfKey } from "./weak-secrets.ts";

const howToCreateKey = "openssl rand -base64 32 creates one";

/**
 * Reads the keys from the setting, or from the file that another setting names. Production requires one of these, or a
 * key service.
 */
export function configuredKeys(
  text: (name: string) => string | undefined,
  environment: Environment,
): readonly Uint8Array[] {
  const isProduction = environment === "production";
  const [name, fileName] = ["TESSERA_KEY_ENCRYPTION_KEY", "TESSERA_KEY_ENCRYPTION_KEY_FILE"];
  const value = text("TESSERA_KEY_ENCRYPTION_KEY");
  const path = text("TESSERA_KEY_ENCRYPTION_KEY_FILE");
  if (value !== undefined && path !== undefined) {
    throw new ConfigError(`${name} and ${fileName} are both set: unset one`);
  }
  if (value !== undefined) return keyEncryptionKeys(name, value, { isProduction });
  if (path !== undefined) {
    let content: string;
    try {
      content = readFileSync(path, "utf8");
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new ConfigError(`${fileName} names a file that can't be read (${code})`);
    }
    return keyEncryptionKeys(fileName, content, { isProduction });
  }
  const hasService = text("TESSERA_KEY_SERVICE") !== undefined;
  if (!isProduction || hasService) return [];
  throw new ConfigError(
    `${name} must be set in production (or ${fileName}, or TESSERA_KEY_SERVICE): 32 random bytes in base64; ${howToCreateKey}`,
  );
}

/**
 * Parses key-encryption keys: 32 bytes in base64 each, separated by commas or white space, the current one first. `#`
 * starts a comment. `name` is the setting, for messages.
 */
export function keyEncryptionKeys(
  name: string,
  value: string,
  { isProduction }: { isProduction: boolean },
): readonly Uint8Array[] {
  const words = value
    .replace(/#.*$/gm, "")
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) throw new ConfigError(`${name} contains no key`);
  const keys = words.map((word) => {
    const key = Buffer.from(word, "base64");
    if (key.length !== 32 || !/^[A-Za-z0-9+/_-]{43}=?$/.test(word)) {
      throw new ConfigError(
        `${name} must be 32 bytes in base64; several keys are separated by commas`,
      );
    }
    return new Uint8Array(key);
  });
  if (new Set(keys.map(String)).size < keys.length) {
    throw new ConfigError(`${name} contains a key twice`);
  }
  // Older keys may be weak: replacing them needs them to decrypt.
  const problem = keys[0] && isProduction ? weaknessOfKey(keys[0]) : undefined;
  if (problem) throw new ConfigError(`${name} is not a random key: ${problem}; ${howToCreateKey}`);
  return keys;
}
