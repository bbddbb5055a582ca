import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Randomness } from "../randomness.ts";

const fileName = "key-encryption-key";

/**
 * The key-encryption key: from the configuration, or in the sandbox made on first start and kept in
 * the data directory, readable by its owner only. Production has none of its own making: there it
 * must be given, and this throws if it isn't.
 */
export function loadKeyEncryptionKey(
  config: Pick<Config, "environment" | "dataDir" | "keyEncryptionKey">,
  random: Randomness,
): Uint8Array {
  if (config.keyEncryptionKey) return config.keyEncryptionKey;
  if (config.environment === "production") {
    throw new Error("production needs TESSERA_KEY_ENCRYPTION_KEY (32 bytes in base64)");
  }
  const path = join(config.dataDir, fileName);
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    const made = Buffer.from(random.bytes(32)).toString("base64");
    writeFileSync(path, `${made}\n`, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
  if (key.length !== 32) throw new Error(`${path} does not hold 32 bytes in base64`);
  return new Uint8Array(key);
}
