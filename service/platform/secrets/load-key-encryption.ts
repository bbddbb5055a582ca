import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { keyEncryptionKeys } from "../key-config.ts";
import type { Randomness } from "../randomness.ts";
import { createLocalKeyEncryption, type KeyEncryption } from "./key-encryption.ts";

const fileName = "key-encryption-key";

/**
 * Loads the key-encryption keys from the configuration. If none is configured, the sandbox creates
 * one on first start in the data directory, readable only by its owner. Production throws.
 */
export function loadKeyEncryption(
  config: Pick<Config, "environment" | "dataDir" | "keyEncryptionKeys">,
  random: Randomness,
): KeyEncryption {
  if (config.keyEncryptionKeys.length > 0) {
    return createLocalKeyEncryption(config.keyEncryptionKeys, random);
  }
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
  const keys = keyEncryptionKeys(path, readFileSync(path, "utf8"), { isProduction: false });
  return createLocalKeyEncryption(keys, random);
}
