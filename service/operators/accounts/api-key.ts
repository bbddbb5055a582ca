import { type Randomness, randomToken } from "../../platform/randomness.ts";
import type { Environment } from "../../platform/settings-source.ts";

export type ApiKeyKind = "secret" | "publishable";
export type ApiKeyEnvironment = "sandbox" | "live";

/** The key's prefix names it: `sk_sandbox_…`, `sk_live_…`. */
export function keyEnvironmentOf(environment: Environment): ApiKeyEnvironment {
  return environment === "production" ? "live" : "sandbox";
}

/** Creates a key: a prefix and 32 random bytes. It is shown once; only the hash is stored. */
export function createKeyText(
  kind: ApiKeyKind,
  environment: ApiKeyEnvironment,
  random: Randomness,
): string {
  return `${kind === "secret" ? "sk" : "pk"}_${environment}_${randomToken(random, 32)}`;
}

/** The hint of a key: its prefix and the last four characters. */
export function hintOf(key: string): string {
  return `${key.split("_").slice(0, 2).join("_")}_…${key.slice(-4)}`;
}
