/** Settings of outside parties. Each reader throws {@link ConfigError}. */
import { sandboxCredentials } from "#contract/connectors/sandbox-credentials";
import { address, ConfigError, requireEncrypted } from "./config-values.ts";
import { followSecret, readSecret } from "./secret-source.ts";
import type { Environment, SettingsSource } from "./settings-source.ts";
import { weaknessOfSecret } from "./weak-secrets.ts";

/** An outside party that the service calls over HTTP with a key. */
export interface Connector {
  name: string;
  /** The address without a trailing slash. */
  url: string;
  /** Read it for each call: it changes with its file (secret-source.ts). */
  readonly key: string;
}

/** Whether a header can carry the text: one line of ASCII. A file with two keys has two lines. */
function isHeaderText(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Parses an object, or a list of them, from JSON. */
export function readEntries(variable: string, value: string): Record<string, unknown>[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new ConfigError(`${variable} must be JSON: {"name", "url", "key"}`);
  }
  return (Array.isArray(parsed) ? parsed : [parsed]).map((each: unknown) => ({ ...(each ?? {}) }));
}

/** Parses `{"name","url","key"}`, or a list of them, from JSON. The key may be `{"file"}` or `{"env"}`. */
export function readConnectors(
  source: Pick<SettingsSource, "text" | "secretFiles">,
  variable: string,
  value: string,
): Connector[] {
  return readEntries(variable, value).map(({ name, url, key }) => {
    if (typeof name !== "string" || typeof url !== "string" || key === undefined) {
      throw new ConfigError(`${variable} needs a name, a url and a key`);
    }
    const secret = readSecret(source, `${variable}: the key of ${name}`, key, isHeaderText);
    if (!isHeaderText(secret.current())) {
      throw new ConfigError(`${variable}: the key of ${name} has characters that cannot be sent`);
    }
    return followSecret({ name, url: address(variable, url), key: "" }, "key", secret);
  });
}

/** Reads at most one connector. `onlyOne` is the error message for several. */
export function readConnector(
  source: Pick<SettingsSource, "text" | "environment" | "secretFiles">,
  variable: string,
  { sandboxDefault, onlyOne }: { sandboxDefault: Connector; onlyOne: string },
): Connector | undefined {
  const value = source.text(variable);
  const isUsual = value === undefined && source.environment === "sandbox";
  const connectors = isUsual ? [sandboxDefault] : readConnectors(source, variable, value ?? "[]");
  if (connectors.length > 1) throw new ConfigError(onlyOne);
  requireProductionConnectors(variable, source.environment, connectors);
  return connectors[0];
}

/** {@link requireProductionParty} for outside parties with one key. */
export function requireProductionConnectors(
  variable: string,
  environment: Environment,
  connectors: readonly Connector[],
): void {
  for (const { name, url, key } of connectors) {
    requireProductionParty(variable, environment, { name, url, secrets: [["key", key]] });
  }
}

/** In production, refuses the sandbox's outside parties, unencrypted connections and weak secrets. */
export function requireProductionParty(
  variable: string,
  environment: Environment,
  {
    name,
    url,
    secrets,
  }: {
    readonly name: string;
    readonly url: string;
    readonly secrets: readonly (readonly [name: string, value: string])[];
  },
): void {
  if (environment !== "production") return;
  const sandboxKeys: readonly string[] = Object.values(sandboxCredentials);
  if (secrets.some(([, value]) => sandboxKeys.includes(value))) {
    throw new ConfigError(`${variable} names a sandbox connector, which production refuses`);
  }
  requireEncrypted(variable, url);
  for (const [secret, value] of secrets) {
    requireStrong(`${variable}: the ${secret} of ${name}`, environment, value);
  }
}

/** In production, refuses secrets that can be guessed. */
export function requireStrong(name: string, environment: Environment, secret: string): void {
  if (environment !== "production") return;
  const weakness = weaknessOfSecret(secret);
  if (weakness) throw new ConfigError(`${name} can be guessed: ${weakness}`);
}
