import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { keyEncryptionKeys } from "../key-config.ts";
import type { Randomness } from "../randomness.ts";
import { createLocalKeyEncryption, type KeyEncryption } from "./key-encryption.ts";
import { createAwsKms } from "./key-services/aws-kms.ts";
import { combineKeyEncryptions } from "./key-services/combine-key-encryptions.ts";
import { createGoogleKms } from "./key-services/google-kms.ts";
import {
  createKeyServiceEncryption,
  type KeyService,
  type KeyServiceDeps,
} from "./key-services/key-service.ts";
import type { KeyServiceSettings } from "./key-services/key-service-settings.ts";
import { createVaultTransit } from "./key-services/vault-transit.ts";

const fileName = "key-encryption-key";

/**
 * Opens the configured key-encryption keys: those of key services in their order, and the local keys at their place in
 * the list, or at its end.
 */
export function loadKeyEncryption(
  config: Parameters<typeof loadLocalKeys>[0] & Pick<Config, "keyServices">,
  random: Randomness,
  deps: KeyServiceDeps,
): KeyEncryption {
  const { keyServices } = config;
  const isListed = keyServices.some(({ type }) => type === "local");
  const hasLocal = isListed || keyServices.length === 0 || config.keyEncryptionKeys.length > 0;
  const opened = keyServices.map((settings) =>
    settings.type === "local"
      ? loadLocalKeys(config, random)
      : createKeyServiceEncryption(createKeyService(settings, deps), { ...deps, random }),
  );
  if (hasLocal && !isListed) opened.push(loadLocalKeys(config, random));
  const [first, ...others] = opened;
  if (!first) throw new Error("there is no key-encryption key");
  return others.length === 0 ? first : combineKeyEncryptions([first, ...others]);
}

function createKeyService(
  settings: Exclude<KeyServiceSettings, { type: "local" }>,
  deps: KeyServiceDeps,
): KeyService {
  switch (settings.type) {
    case "aws-kms":
      return createAwsKms(settings, deps);
    case "google-kms":
      return createGoogleKms(settings, deps);
    case "vault-transit":
      return createVaultTransit(settings, deps);
  }
}

/**
 * Loads the local keys. If none is configured, the sandbox's first start creates one in the data directory, readable
 * only by its owner. Production throws.
 */
function loadLocalKeys(
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
    const newKey = Buffer.from(random.bytes(32)).toString("base64");
    writeFileSync(path, `${newKey}\n`, { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const keys = keyEncryptionKeys(path, readFileSync(path, "utf8"), { isProduction: false });
  return createLocalKeyEncryption(keys, random);
}
