import type * as z from "zod/mini";
import { address, ConfigError } from "../../platform/config-values.ts";
import { followSecret, readSecret, type Secret } from "../../platform/secret-source.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";

/** What the settings of one vendor must look like. */
export interface Vendor {
  readonly settings: z.ZodMiniType<object>;
  /** Names of the settings that are secret. */
  readonly secrets: readonly string[];
  /** Hosts of the vendor that are for tests. Production refuses them. */
  readonly testHosts: readonly string[];
}

/** The vendors of one kind of party, by the `type` of an entry. */
export type Vendors = Readonly<Record<string, Vendor>>;

/** The settings of one of the vendors. Secrets are texts here, whatever they came from. */
export type SettingsOf<All extends Vendors> = {
  readonly [Type in keyof All & string]: { readonly type: Type } & z.infer<All[Type]["settings"]>;
}[keyof All & string];

/** An entry of a setting: what names it in messages, and its fields without those that all vendors share. */
export interface VendorEntry {
  /** The setting: `PROCESSORS`. */
  readonly variable: string;
  /** The operator's name for the party. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Reads one entry. A secret may be a text, `{"file": "/run/secrets/x"}` or `{"env": "NAME"}`; those of a file are
 * getters in the result, which return the newest.
 *
 * @throws ConfigError that names the setting, the party and the field, and never a value
 */
export function readVendorEntry<All extends Vendors>(
  vendors: All,
  { variable, name, fields }: VendorEntry,
  source: Pick<SettingsSource, "text" | "secretFiles">,
): SettingsOf<All> {
  const { type = "tessera", ...entry } = fields;
  if (typeof type !== "string" || !Object.hasOwn(vendors, type)) {
    const known = Object.keys(vendors).join(", ");
    throw new ConfigError(`${variable}: the type of ${name} must be one of ${known}`);
  }
  const { settings, secrets } = vendors[type] as Vendor;
  const values: Record<string, unknown> = { ...entry };
  const found = new Map<string, Secret>();
  for (const field of secrets) {
    if (values[field] === undefined) continue;
    const isFit = (text: string) => settings.safeParse({ ...values, [field]: text }).success;
    const secret = readSecret(source, `${variable}: ${field} of ${name}`, values[field], isFit);
    values[field] = secret.current();
    found.set(field, secret);
  }
  const parsed = settings.safeParse(values);
  if (parsed.success) {
    const read: Record<string, unknown> = { type, ...parsed.data };
    for (const [field, secret] of found) followSecret(read, field, secret);
    return read as SettingsOf<All>;
  }
  const [issue] = parsed.error.issues;
  const within = issue?.code === "unrecognized_keys" ? [issue.keys[0]] : [];
  const field = [...(issue?.path ?? []), ...within].join(".");
  throw new ConfigError(`${variable}: ${field} of ${name} is missing or not valid for ${type}`);
}

/** Names and values of the secrets that are set, for checks of their strength. */
export function secretsOfEntry(
  vendors: Vendors,
  settings: { readonly type: string },
): readonly (readonly [string, string])[] {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  const { secrets = [] } = vendors[settings.type] ?? {};
  return secrets
    .filter((name) => values[name] !== undefined)
    .map((name) => [name, String(values[name])] as const);
}

/** Whether the address is the vendor's place for tests. */
export function isVendorTestAddress(vendors: Vendors, type: string, url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, "");
  return vendors[type]?.testHosts.includes(host) ?? false;
}

/** Reads the address of a party. Paths are put behind it, and the client sends no name or password of an address. */
export function baseAddress(variable: string, name: string, value: string): string {
  const url = address(variable, value);
  const { username, password, search, hash } = new URL(url);
  if (username || password || search || hash) {
    throw new ConfigError(
      `${variable}: the url of ${name} must have no user, password, query or fragment`,
    );
  }
  return url;
}
