import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ApiKeyScope } from "#contract/api-key-scopes";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { hashSecret, isSameSecret } from "../secrets/hash-secret.ts";
import type { Keyring } from "../secrets/keyring.ts";
import { ApiError } from "./api-error.ts";
import {
  type CallingKey,
  hasScope,
  type KeyRestrictions,
  requireAdmission,
} from "./key-restrictions.ts";
import { networkOf } from "./network-of.ts";
import { requireOwnOrigin } from "./own-origin.ts";
import { createTokenBucket } from "./token-bucket.ts";

/**
 * Who may call a route. A route that does not declare it in its `config` cannot be registered.
 *
 * - `secret_key`: an operator's server, `Authorization: Bearer sk_…`.
 * - `client_secret`: a browser, `Authorization: Bearer <client secret>` and the operator's `Tessera-Publishable-Key`;
 *   only from the frames' own origin.
 * - `connector`: an outside party that we have a contract with, `Authorization: Bearer <one of connectorKeys>`.
 * - `staff`: a staff member, by the console's session cookie; the console checks it.
 * - `public`: anyone. Bodies must be small, and each IP address has a rate limit (public-limits.ts).
 *
 * A caller is refused before the body is read.
 */
export type Access = "secret_key" | "client_secret" | "connector" | "staff" | "public";

/** The caller of a route for secret keys or client secrets, set before the handler ({@link callerOf}). */
export interface Caller {
  kind: "secret_key" | "client_secret";
  operatorId: string;
  /** Owns rate limits and idempotency keys: the operator, or what the client secret names. */
  subject: string;
  /** The calling key; undefined for client secrets. */
  key?: CallingKey;
  /** The `grant` of the client secret's resolver; undefined for secret keys. */
  grant: unknown;
  /** See {@link ClientGrant}. */
  writableUntilMs?: number;
}

/** What the service knows about an API key. Never holds the key itself. */
export interface ApiKey extends KeyRestrictions {
  keyId: string;
  /** See {@link CallingKey}. */
  lineId: string;
  operatorId: string;
  kind: "secret" | "publishable";
  isAddressAllowed(address: string): boolean;
}

/** Looks up API keys. Returns a known key without a promise. From `service/operators/accounts`. */
export interface ApiKeyDirectory {
  /** Finds a key by `hashSecret(key)`. Undefined: unknown or revoked. */
  find(keyHash: string): ApiKey | undefined | Promise<ApiKey | undefined>;
}

export interface ClientGrant {
  operatorId: string;
  /** The id of what the secret names, such as a payment intent's. */
  subject: string;
  /** The row that was read, so that handlers need not read it again. */
  grant: unknown;
  /** When the secret becomes read-only. Undefined: when it expires. */
  writableUntilMs?: number;
}

/**
 * Resolves client secrets of one kind. `id` is the part before `_secret_`; `secretHash` is the `hashSecret` of the
 * whole token (compare with `isSameSecret`). Undefined if there is no such secret. May throw
 * `ApiError("client_secret_expired")`.
 */
export type ClientSecretResolver = (presented: {
  id: string;
  secretHash: string;
  request: FastifyRequest;
}) => Promise<ClientGrant | undefined>;

interface ClientSecretOptions {
  /** `optional` for secrets in links: our own pages do not have the operator's key. */
  publishableKey?: "required" | "optional";
  /** The path below which the secrets are valid. Elsewhere: `client_secret_invalid`. */
  within?: string;
}

/** Kinds of client secrets by prefix (`pi`). Each domain registers its own. */
export interface ClientSecrets {
  register(prefix: string, resolve: ClientSecretResolver, options?: ClientSecretOptions): void;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may call the route. Required on every route. */
    access?: Access;
    /**
     * Scopes of restricted keys that may call this route; one is enough. Empty: only keys without scopes. Required for
     * `secret_key`.
     */
    scopes?: readonly ApiKeyScope[];
    /** Whether it receives vendors' signed notices, which may be larger than other unknown callers' bodies. */
    takesNotices?: true;
    /** The outside parties' keys, for `connector`. Without any, nobody can call the route. */
    connectorKeys?: (() => readonly string[]) | undefined;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

interface AuthenticationDeps {
  config: Config;
  machineClock: Clock;
  keyring: Keyring;
}

/** Returns the caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error(`${request.routeOptions.url} has no caller`);
  return request.caller;
}

/**
 * The `config` of a route for operators' servers. A restricted key needs one of the scopes; without scopes, only
 * unrestricted keys may call the route.
 */
export function forSecretKeys(...scopes: readonly ApiKeyScope[]) {
  return { access: "secret_key", scopes } as const;
}

/** Returns the request's secret key, on a route for `secret_key`. */
export function callingKeyOf(request: FastifyRequest): CallingKey {
  const { key } = callerOf(request);
  if (!key) throw new Error(`${request.routeOptions.url} was not called with a secret key`);
  return key;
}

/**
 * Whether the request's key has one of the scopes; an unrestricted key has all. Throws on a route for other callers.
 */
export function callerHasScope(
  request: FastifyRequest,
  ...scopes: readonly ApiKeyScope[]
): boolean {
  return hasScope(callingKeyOf(request), scopes);
}

/**
 * Returns what the resolver found for a client secret of this kind (`pi`). Throws 404 `resource_not_found` for another
 * kind.
 */
export function grantOf<Grant>(request: FastifyRequest, prefix: string): Grant {
  requireSubject(request, prefix);
  return callerOf(request).grant as Grant;
}

/** Throws 404 `resource_not_found` unless the client secret names something with one of the prefixes (`pi`). */
export function requireSubject(request: FastifyRequest, ...prefixes: string[]): void {
  const { subject } = callerOf(request);
  if (!prefixes.some((prefix) => subject.startsWith(`${prefix}_`))) {
    throw new ApiError("resource_not_found");
  }
}

/**
 * Called by routes that start something new. Throws `client_secret_expired` if the client secret is read-only by now:
 * reads last longer than writes (docs/keys-and-environments.md).
 */
export function requireOpenWindow(request: FastifyRequest, clock: Clock): void {
  const { writableUntilMs = Number.POSITIVE_INFINITY } = callerOf(request);
  if (clock.nowMs() >= writableUntilMs) throw new ApiError("client_secret_expired");
}

/**
 * Adds authentication and rate limits, in one hook before the body is read. Synchronous for a known key.
 *
 * A refused credential costs its IP address one token of `failedAuthentication`; so does a valid key from an address
 * that it does not allow. Without tokens left, refusals become 429. A valid credential is never refused because of
 * others behind its address: it has 256 random bits, so blocking it would not stop guessing.
 */
export function addAuthentication(
  app: FastifyInstance,
  deps: AuthenticationDeps,
  apiKeys: ApiKeyDirectory,
): ClientSecrets {
  const { config, machineClock, keyring } = deps;
  const resolvers = new Map<
    string,
    { resolve: ClientSecretResolver; publishableKey: "required" | "optional"; within: string }
  >();
  const secretKeyRate = createTokenBucket(config.rateLimits.secretKey, machineClock);
  const clientRate = createTokenBucket(config.rateLimits.clientSecret, machineClock);
  const failures = createTokenBucket(config.rateLimits.failedAuthentication, machineClock);

  app.decorateRequest("caller", null);
  app.addHook("onRoute", ({ url, method, config: routeConfig }) => {
    if (routeConfig?.access === undefined) {
      throw new Error(`${String(method)} ${url} does not declare who may call it (config.access)`);
    }
    if (routeConfig.access === "secret_key" && routeConfig.scopes === undefined) {
      throw new Error(`${String(method)} ${url} does not declare its scopes (config.scopes)`);
    }
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === "public" || access === "staff") return done();
    if (access === "connector") {
      const keys = request.routeOptions.config.connectorKeys?.() ?? [];
      const isKnown = keys.some((key) => isConnector(request, key));
      return done(isKnown ? undefined : refuse(request, new ApiError("api_key_invalid")));
    }
    const identify = access === "secret_key" ? identifyOperator : identifyClient;
    let outcome: Caller | Promise<Caller>;
    try {
      outcome = identify(request);
    } catch (error) {
      return done(refuse(request, error));
    }
    const admit = (caller: Caller) => {
      const rate = caller.kind === "secret_key" ? secretKeyRate : clientRate;
      const waitMs = rate.take(caller.subject);
      if (waitMs > 0) return done(tooManyRequests(waitMs));
      request.caller = caller;
      done();
    };
    if (!(outcome instanceof Promise)) return admit(outcome);
    outcome.then(admit, (error: unknown) => done(refuse(request, error)));
  });

  /**
   * Counts a failed authentication; over the limit the response is 429. An expired secret does not count: it was valid,
   * and its page is still open.
   */
  const refuse = (request: FastifyRequest, error: unknown): Error => {
    const isGuess =
      error instanceof ApiError &&
      (error.statusCode === 401 || error.code === "address_not_allowed") &&
      error.code !== "client_secret_expired";
    if (!isGuess) return error as Error;
    const waitMs = failures.take(networkOf(request.ip));
    return waitMs > 0 ? tooManyRequests(waitMs) : error;
  };
  const requireEnvironment = (key: string): void => {
    const other = config.environment === "sandbox" ? "live" : "sandbox";
    if (key.startsWith(`sk_${other}_`) || key.startsWith(`pk_${other}_`)) {
      throw new ApiError("wrong_environment", {
        message:
          `This is the ${config.environment} environment; the key is ` +
          `a ${other === "live" ? "production" : "sandbox"} key.`,
      });
    }
  };

  const identifyOperator = (request: FastifyRequest): Caller | Promise<Caller> => {
    const token = bearerOf(request);
    if (token === undefined) throw new ApiError("api_key_missing");
    requireEnvironment(token);
    if (token.startsWith("pk_")) throw new ApiError("secret_key_required");
    const found = apiKeys.find(hashSecret(token));
    return found instanceof Promise
      ? found.then((key) => callerOfKey(key, request))
      : callerOfKey(found, request);
  };
  const callerOfKey = (key: ApiKey | undefined, request: FastifyRequest): Caller => {
    if (key?.kind !== "secret") throw new ApiError("api_key_invalid");
    requireAdmission(key, request, machineClock.nowMs());
    const { operatorId } = key;
    return { kind: "secret_key", operatorId, subject: operatorId, key, grant: undefined };
  };

  const identifyClient = async (request: FastifyRequest): Promise<Caller> => {
    requireOwnOrigin(request, config.publicUrl);
    const token = bearerOf(request);
    if (token === undefined) throw new ApiError("client_secret_missing");
    const match = /^(([a-z0-9]{2,5})_[A-Za-z0-9]{24})_secret_[A-Za-z0-9_-]{43}$/.exec(token);
    const [, id, prefix] = match ?? [];
    const kind = prefix === undefined ? undefined : resolvers.get(prefix);
    const url = request.routeOptions.url ?? "";
    const isWithin = url === kind?.within || url.startsWith(`${kind?.within}/`);
    if (id === undefined || kind === undefined || !isWithin) {
      throw new ApiError("client_secret_invalid");
    }
    const publishableKey = request.headers["tessera-publishable-key"];
    const mayLack = kind.publishableKey === "optional" && publishableKey === undefined;
    const operatorId = mayLack ? undefined : await operatorOfPublishable(publishableKey);
    const granted = await kind.resolve({ id, secretHash: hashSecret(token), request });
    if (granted === undefined) throw new ApiError("client_secret_invalid");
    if (!mayLack && granted.operatorId !== operatorId) {
      throw new ApiError("publishable_key_invalid");
    }
    await keyring.load(granted.operatorId);
    return { kind: "client_secret", ...granted };
  };

  const operatorOfPublishable = async (publishableKey: unknown): Promise<string> => {
    if (typeof publishableKey !== "string") throw new ApiError("publishable_key_invalid");
    requireEnvironment(publishableKey);
    const key = await apiKeys.find(hashSecret(publishableKey));
    if (key?.kind !== "publishable") throw new ApiError("publishable_key_invalid");
    return key.operatorId;
  };

  return {
    register(prefix, resolve, { publishableKey = "required", within = "/v1/client" } = {}) {
      if (resolvers.has(prefix)) throw new Error(`client secrets ${prefix}_ are registered twice`);
      resolvers.set(prefix, { resolve, publishableKey, within });
    },
  };
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return /^Bearer +([\x21-\x7e]{1,512})$/i.exec(header)?.[1];
}

function isConnector(request: FastifyRequest, key: string): boolean {
  return isSameSecret(request.headers.authorization ?? "", `Bearer ${key}`);
}

/** A 429 `rate_limited` with the time to wait in `Retry-After`. */
export function tooManyRequests(waitMs: number): ApiError {
  return new ApiError("rate_limited", {
    headers: { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
}
