import type * as z from "zod/mini";
import { address, ConfigError } from "../../platform/config-values.ts";
import { followSecret, readSecret, type Secret } from "../../platform/secret-source.ts";
import type { SettingsSource } from "../../platform/settings-source.ts";

/** The shape of one vendor's settings. */
export interface Vendor {
  readonly settings: z.ZodMiniType<object>;
  /** Names of the secret settings. */
  readonly secrets: readonly string[];
  /** The vendor's hosts for tests. Production refuses them. */
  readonly testHosts: readonly string[];
}

/** One kind of party's vendors, by an entry's `type`. */
export type Vendors = Readonly<Record<string, Vendor>>;

/** One vendor's settings. Secrets are text here, whatever their source. */
export type SettingsOf<All extends Vendors> = {
  readonly [Type in keyof All & string]: { readonly type: Type } & z.infer<All[Type]["settings"]>;
}[keyof All & string];

/** An entry of a setting: its name for messages, and the vendor's own fields. */
export interface VendorEntry {
  /** The setting's name, such as `PROCESSORS`. */
  readonly variable: string;
  /** The operator's name for the party. */
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Reads one entry. A secret may be text, `{"file": "/run/secrets/x"}` or `{"env": "NAME"}`; a file becomes a getter in
 * the result, which returns the file's newest content.
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
    const isValid = (text: string) => settings.safeParse({ ...values, [field]: text }).success;
    const secret = readSecret(source, `${variable}: ${field} of ${name}`, values[field], isValid);
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

/** Secrets that are set, to check their strength. */
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

/** Whether `url` is a test host of the vendor, which moves no real money. */
export function isVendorTestAddress(vendors: Vendors, type: string, url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, "");
  return vendors[type]?.testHosts.includes(host) ?? false;
}

/** Reads a party's address. Paths are appended to it, and the client sends no name or password of an address. */
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
