import { type ApiKeyDirectory, tooManyRequests } from "../../platform/http/authentication.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { createTokenBucket } from "../../platform/http/token-bucket.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { hashSecret } from "../../platform/secrets/hash-secret.ts";

/** Publishable keys. They arrive in the URLs of pages, so anyone can send any text as a key. */
export interface PublishableKeys {
  /**
   * Finds a key's operator; undefined for an unknown key. Throws 429 `rate_limited` if the address has sent too many
   * unknown keys.
   */
  operatorOf(publishableKey: string, ipAddress: string): Promise<string | undefined>;
}

const maxRemembered = 10_000;

/**
 * An unknown key costs its address a token of `RATE_LIMIT_FAILED_AUTHENTICATION`. Without tokens, only keys that were
 * valid before are looked up. Guesses then cost the store nothing, and do not affect customers at the same address.
 */
export function createPublishableKeys(
  { config, machineClock }: Pick<PlatformDeps, "config" | "machineClock">,
  apiKeys: ApiKeyDirectory,
): PublishableKeys {
  const failures = createTokenBucket(config.rateLimits.failedAuthentication, machineClock);
  /** Hashes of valid keys, oldest first. */
  const validHashes = new Set<string>();
  return {
    async operatorOf(publishableKey, ipAddress) {
      const hash = hashSecret(publishableKey);
      const network = networkOf(ipAddress);
      const waitMs = validHashes.has(hash) ? 0 : failures.wait(network);
      if (waitMs > 0) throw tooManyRequests(waitMs);
      const isKey = /^pk_(sandbox|live)_[A-Za-z0-9_-]{43}$/.test(publishableKey);
      const key = isKey ? await apiKeys.find(hash) : undefined;
      if (key?.kind !== "publishable") {
        failures.take(network);
        return undefined;
      }
      const [oldest] = validHashes;
      if (validHashes.size >= maxRemembered && oldest !== undefined) validHashes.delete(oldest);
      validHashes.add(hash);
      return key.operatorId;
    },
  };
}
