import { createHmac, timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../clock.ts";
import { callsTo } from "../../observe-calls.ts";
import {
  OutgoingCallFailed,
  type OutgoingHttp,
  type OutgoingRequest,
  type OutgoingResponse,
} from "../../outgoing-http.ts";
import type { Randomness } from "../../randomness.ts";
import { isSameSecret } from "../hash-secret.ts";
import type { KeyEncryption, WrappedKey } from "../key-encryption.ts";
import { KeyServiceError, type KeyServiceErrorCode } from "./key-service-error.ts";

/** One key of a vendor's key service. It gets data keys and index keys, never data. */
export interface KeyService {
  /** The key without the vendor's versions. Every {@link WrappedKey.kekId} starts with it. */
  readonly id: string;
  /** Separates {@link id} and version in the id of a wrapped key. */
  readonly versionMark: string;
  /** Encrypts a key. `context` is authenticated: decrypting needs the same. Throws {@link KeyServiceError}. */
  encrypt(key: Uint8Array, context: string): Promise<WrappedKey & { kekId: string }>;
  /** Decrypts a key. Throws {@link KeyServiceError}. */
  decrypt(blob: string, context: string): Promise<Uint8Array>;
  /** Renews credentials that expire. Never throws. */
  renew?(): Promise<void>;
}

export interface KeyServiceDeps {
  readonly http: OutgoingHttp;
  readonly machineClock: Clock;
}

/** The longest wait for one response. The request for a new operator may wait this long. */
const deadlineMs = 3_000;
const maxBytes = 64 * 1024;
const pausesMs = [100, 400];
/** After a failed call, calls fail at once for this long, so that nothing waits for a service that is down. */
const cooldownMs = 2_000;
const keyBytes = 32;
const proofBytes = 16;
const checkContext = "key_service_check";

/**
 * Calls the key service. Throws {@link KeyServiceError} for a redirect or no response. The caller handles every other
 * status.
 */
export async function callKeyService(
  { http }: Pick<KeyServiceDeps, "http">,
  serviceId: string,
  request: Pick<OutgoingRequest, "method" | "url" | "headers" | "body">,
): Promise<OutgoingResponse> {
  let response: OutgoingResponse;
  try {
    response = await callsTo("key_service", http).call({ ...request, deadlineMs, maxBytes });
  } catch (error) {
    if (!(error instanceof OutgoingCallFailed)) throw error;
    const codes: Partial<Record<OutgoingCallFailed["code"], KeyServiceErrorCode>> = {
      deadline: "key_service_timeout",
      too_large: "key_service_malformed",
    };
    throw new KeyServiceError(
      codes[error.code] ?? "key_service_unreachable",
      serviceId,
      error.code,
      error,
    );
  }
  if (response.statusCode >= 300 && response.statusCode < 400) {
    throw new KeyServiceError("key_service_redirected", serviceId, `status ${response.statusCode}`);
  }
  return response;
}

/** Reads a member of JSON text by its path. Undefined unless it is text or a number. */
export function member(text: string, ...path: readonly string[]): string | undefined {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return undefined;
  }
  for (const name of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name))
      return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

/** A proof that a key belongs to a place. Encrypted with the key; reveals nothing about it. */
function proofOf(key: Uint8Array, context: string): Buffer {
  return createHmac("sha256", key)
    .update(`wrapped key\n${context}`)
    .digest()
    .subarray(0, proofBytes);
}

/**
 * Key encryption by a key service. Unwrapped keys stay in memory (keyring.ts), so a service that is down stops neither
 * running processes nor payments.
 *
 * Each wrapping is unwrapped again before it is returned, so everything stored can be opened. A key is encrypted with a
 * proof of its place. So neither a wrong response nor another place's key is used, even if the service does not
 * authenticate the context, as with some types of Vault's keys.
 */
export function createKeyServiceEncryption(
  service: KeyService,
  { random, machineClock }: { readonly random: Randomness; readonly machineClock: Clock },
): KeyEncryption {
  let problem: KeyServiceError | undefined;
  let cooldownEndsMs = Number.NEGATIVE_INFINITY;

  async function attempt<Result>(call: () => Promise<Result>): Promise<Result> {
    const cooldownLeftMs = cooldownEndsMs - machineClock.nowMs();
    if (problem && cooldownLeftMs > 0 && cooldownLeftMs <= cooldownMs) throw problem;
    for (let count = 0; ; count += 1) {
      try {
        const result = await call();
        cooldownEndsMs = Number.NEGATIVE_INFINITY;
        if (problem?.isTransient) problem = undefined;
        return result;
      } catch (error) {
        if (!(error instanceof KeyServiceError)) throw error;
        const pauseMs = pausesMs[count];
        // A slow service is not asked again, because a person may be waiting.
        const isRepeated = error.isTransient && error.code !== "key_service_timeout";
        if (isRepeated && pauseMs !== undefined) {
          await pause(pauseMs);
          continue;
        }
        if (error.isTransient) {
          problem = error;
          cooldownEndsMs = machineClock.nowMs() + cooldownMs;
        }
        throw error;
      }
    }
  }
  const unwrap = async ({ blob }: WrappedKey, context: string) => {
    const opened = await attempt(() => service.decrypt(blob, context));
    if (opened.length !== keyBytes + proofBytes) {
      throw new KeyServiceError("key_service_malformed", service.id, "length");
    }
    const key = opened.slice(0, keyBytes);
    if (!timingSafeEqual(opened.subarray(keyBytes), proofOf(key, context))) {
      throw new KeyServiceError("key_service_wrong_key", service.id, "another place");
    }
    return key;
  };
  const wrap: KeyEncryption["wrap"] = async (key, context) => {
    const plain = Buffer.concat([key, proofOf(key, context)]);
    const wrapped = await attempt(() => service.encrypt(plain, context));
    const opened = await unwrap(wrapped, context);
    if (!isSameSecret(Buffer.from(opened).toString("hex"), Buffer.from(key).toString("hex"))) {
      throw new KeyServiceError("key_service_malformed", service.id, "another key");
    }
    return wrapped;
  };
  const idOf = (kekId: string) =>
    kekId === service.id || kekId.startsWith(`${service.id}${service.versionMark}`)
      ? service.id
      : undefined;
  return {
    currentId: service.id,
    ids: [service.id],
    opensKeysWithoutId: false,
    idOf,
    wrap,
    unwrap,
    rewrap: async (wrapped, context) => wrap(await unwrap(wrapped, context), context),
    newestId: async () => (await wrap(random.bytes(keyBytes), checkContext)).kekId,
    firstServiceKey: () => undefined,
    async check() {
      try {
        await service.renew?.();
        await wrap(random.bytes(keyBytes), checkContext);
        problem = undefined;
      } catch (error) {
        if (!(error instanceof KeyServiceError)) throw error;
        problem = error;
      }
    },
    problem: () => problem?.message,
  };
}
