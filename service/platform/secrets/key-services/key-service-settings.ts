import * as z from "zod/mini";
import { address, ConfigError, requireEncrypted } from "../../config-values.ts";
import { readEntries } from "../../connectors.ts";
import { readSecret } from "../../secret-source.ts";
import type { SettingsSource } from "../../settings-source.ts";
import { type AwsKmsSettings, readAwsCredentials } from "./aws-kms.ts";
import { type GoogleKmsSettings, readServiceAccount } from "./google-kms.ts";
import type { VaultTransitSettings } from "./vault-transit.ts";

/** A key of a key service, or the keys of `TESSERA_KEY_ENCRYPTION_KEY`. */
export type KeyServiceSettings =
  | AwsKmsSettings
  | GoogleKmsSettings
  | VaultTransitSettings
  | { readonly type: "local" };

const variable = "TESSERA_KEY_SERVICE";
const segment = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/));
const text = z.string().check(z.maxLength(512));
const secret = z.union([z.string().check(z.maxLength(64 * 1024)), z.looseObject({})]);

const entries = {
  "aws-kms": z.strictObject({
    keyArn: z
      .string()
      .check(z.regex(/^arn:aws[a-z-]*:kms:[a-z0-9-]{4,32}:\d{12}:key\/[A-Za-z0-9-]{8,64}$/)),
    credentials: secret,
    url: z.optional(text),
  }),
  "google-kms": z.strictObject({
    key: z
      .string()
      .check(
        z.maxLength(512),
        z.regex(
          /^projects\/[a-z0-9:.-]+\/locations\/[a-z0-9-]+\/keyRings\/[A-Za-z0-9_-]+\/cryptoKeys\/[A-Za-z0-9_-]+$/,
        ),
      ),
    credentials: secret,
    url: z.optional(text),
    tokenUrl: z.optional(text),
  }),
  "vault-transit": z.strictObject({
    url: text,
    mount: z.optional(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/))),
    key: segment,
    namespace: z.optional(z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/))),
    token: secret,
  }),
  local: z.strictObject({}),
} as const;

type EntryType = keyof typeof entries;
const isType = (type: unknown): type is EntryType =>
  typeof type === "string" && Object.hasOwn(entries, type);

/**
 * Reads `TESSERA_KEY_SERVICE`: an entry or a list. The first is current and wraps; the others only unwrap. Throws
 * {@link ConfigError}, which never contains a value.
 */
export function keyServices(source: SettingsSource): readonly KeyServiceSettings[] {
  const value = source.text("TESSERA_KEY_SERVICE");
  if (value === undefined) return [];
  const found = readEntries(variable, value).map((entry) => readEntry(source, entry));
  const names = found.map((settings) => JSON.stringify(nameOf(settings)));
  if (found.length === 0) throw new ConfigError(`${variable} names no key`);
  if (new Set(names).size < names.length) throw new ConfigError(`${variable} names a key twice`);
  return found;
}

function nameOf(entry: KeyServiceSettings): readonly string[] {
  if (entry.type === "aws-kms") return [entry.type, entry.keyArn];
  if (entry.type === "google-kms") return [entry.type, entry.key];
  return entry.type === "vault-transit" ? [entry.type, entry.mount, entry.key] : [entry.type];
}

function readEntry(
  source: SettingsSource,
  { type, ...given }: Readonly<Record<string, unknown>>,
): KeyServiceSettings {
  if (!isType(type)) {
    throw new ConfigError(
      `${variable}: the type must be one of ${Object.keys(entries).join(", ")}`,
    );
  }
  const fail = (issues: readonly z.core.$ZodIssue[]): never => {
    const [issue] = issues;
    const field = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".");
    throw new ConfigError(`${variable}: ${field} is missing or not valid for ${type}`);
  };
  const url = (name: string, value: string) => {
    const found = address(`${variable}: ${name}`, value);
    if (source.environment === "production") requireEncrypted(`${variable}: ${name}`, found);
    return found;
  };
  const fitting = (
    name: string,
    value: unknown,
    isValid: (text: string) => boolean,
    what: string,
  ) => {
    const secret = readSecret(source, `${variable}: ${name}`, value, isValid);
    if (!isValid(secret.current())) throw new ConfigError(`${variable}: ${name} must be ${what}`);
    return secret;
  };
  switch (type) {
    case "local":
      if (Object.keys(given).length > 0) fail(entries.local.safeParse(given).error?.issues ?? []);
      return { type };
    case "aws-kms": {
      const parsed = entries[type].safeParse(given);
      if (!parsed.success) return fail(parsed.error.issues);
      const { keyArn, credentials } = parsed.data;
      const [, partition = "", , region = ""] = keyArn.split(":");
      const ending = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
      return {
        type,
        keyArn,
        region,
        url: url("url", parsed.data.url ?? `https://kms.${region}.${ending}`),
        credentials: fitting(
          "credentials",
          credentials,
          (found) => readAwsCredentials(found) !== null,
          "JSON with AccessKeyId and SecretAccessKey",
        ),
      };
    }
    case "google-kms": {
      const parsed = entries[type].safeParse(given);
      if (!parsed.success) return fail(parsed.error.issues);
      const { key, credentials, tokenUrl } = parsed.data;
      const isMetadata = credentials === "metadata";
      // The metadata server has no TLS: its traffic never leaves the machine.
      const tokens = tokenUrl === undefined || isMetadata ? tokenUrl : url("tokenUrl", tokenUrl);
      return {
        type,
        key,
        url: url("url", parsed.data.url ?? "https://cloudkms.googleapis.com"),
        tokenUrl: tokens && address(`${variable}: tokenUrl`, tokens),
        credentials: isMetadata
          ? "metadata"
          : fitting(
              "credentials",
              credentials,
              (found) => readServiceAccount(found) !== null,
              'a service account\'s key file, or "metadata"',
            ),
      };
    }
    case "vault-transit": {
      const parsed = entries[type].safeParse(given);
      if (!parsed.success) return fail(parsed.error.issues);
      const { key, mount, namespace, token } = parsed.data;
      return {
        type,
        url: url("url", parsed.data.url),
        mount: mount ?? "transit",
        key,
        namespace,
        token: fitting(
          "token",
          token,
          (found) => /^[\x21-\x7e]{8,1024}$/.test(found),
          "a token of Vault",
        ),
      };
    }
  }
}
