/**
 * Idempotency-Key (docs/idempotency.md): a repeated request has no second effect and gets the same response.
 *
 * Guarantees
 * - One key, one effect, for any number of repeated or concurrent requests, across processes and crashes.
 * - One transaction writes the change and the stored response that reports it.
 * - A key is scoped to the credential's subject, the method and the path, and is kept for 24 hours.
 * - If a request began something before its process died, a repeat does not begin it again but gets its status.
 * - Another body with a used key is 409 `idempotency_key_reused`; a request in progress is 409
 *   `idempotency_key_in_use`. Not stored: 401, 429 and 5xx, a body that its schema refused, and refusals that concern
 *   only this secret key ({@link isKept}).
 *
 * How it works. There is no look-up before the work: the handler's own statement or transaction inserts the key's row,
 * and its primary key settles every race. Only if the handler throws (this unique violation, or a refusal caused by the
 * first run's effects) is the row read:
 * - Finished: its response is replayed.
 * - Running, with a live lease: 409.
 * - Not found: the refusal is the handler's own, and is stored as the response.
 * - Running, with a lease that ran out (its process crashed): if nothing `began`, the row is deleted and the handler
 *   runs again. If an attempt began, a recovery job finishes it, and the response shows its current status. That
 *   response is not stored while the attempt is in progress, so a later repeat gets the outcome.
 *
 * Two modes: {@link Idempotency.respondOnce} if the effect is one database write, and {@link Idempotency.withLease} if
 * outside calls happen between two writes.
 */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import type { Tx } from "../database/transaction.ts";
import type { Randomness } from "../randomness.ts";
import { randomToken } from "../randomness.ts";
import type { Keyring } from "../secrets/keyring.ts";
import { unlessBroken } from "../secrets/seal.ts";
import { ApiError } from "./api-error.ts";
import { callerOf } from "./authentication.ts";
import {
  type AnsweredParameters,
  answeredRow,
  type FinishParameters,
  type FoundKey,
  findKey,
  finishLease,
  insertAnswered,
  type LeaseParameters,
  leaseRow,
  releaseKeyLease,
  removeExpired,
  table,
} from "./idempotency-statements.ts";
import { isKept, refusalOf } from "./kept-refusals.ts";

/** A handler's response. The body is plain JSON. */
export interface ApiResponse<Body> {
  statusCode: number;
  body: Body;
}

/** Passed to the handler of {@link Idempotency.respondOnce}, which must use one of the two, exactly once. */
export interface ResponseClaim {
  /** Parameters for a handler with one statement that includes `answeredCte` (idempotency-statements.ts). */
  parameters(response: ApiResponse<unknown>): AnsweredParameters;
  /** Writes the row in the transaction of a handler that has one. */
  store(tx: Tx, response: ApiResponse<unknown>): Promise<void>;
}

/**
 * Passed to the handler of {@link Idempotency.withLease}, which must begin and finish, each exactly once. `began` is
 * the id of what continues without the request.
 */
export interface LeaseClaim {
  /** Parameters for the statement that stores the intention, with `leaseCte`. */
  beginParameters(began?: string): LeaseParameters;
  begin(tx: Tx, began?: string): Promise<void>;
  /** Parameters for the statement that stores the result, with `finishCte`. */
  finishParameters(response: ApiResponse<unknown>): FinishParameters;
  finish(tx: Tx, response: ApiResponse<unknown>): Promise<void>;
}

/** The current status of what an interrupted request began. */
export interface BegunResponse<Body> {
  response: ApiResponse<Body>;
  /** Whether it can no longer change; then it is stored as the key's response. */
  isFinal: boolean;
}

interface IdempotencyOptions {
  /** Top-level members that are not part of the body's fingerprint: `["card"]`. */
  leaveOut?: readonly string[];
}

interface LeaseOptions<Body> extends IdempotencyOptions {
  leaseMs?: number;
  /** Required if `run` begins with an id. Receives that id, and must only read. */
  readStarted?: (began: string) => Promise<BegunResponse<Body>>;
}

export interface Idempotency {
  /**
   * For changes that are one database write. `write` makes the response, then writes the change and the claim's row
   * together. It may run again after a lease or a key has run out. Resolves to the body to send; sets status and
   * headers on `reply`.
   */
  respondOnce<Body>(
    request: FastifyRequest,
    reply: FastifyReply,
    write: (claim: ResponseClaim) => Promise<ApiResponse<Body>>,
    options?: IdempotencyOptions,
  ): Promise<Body>;
  /**
   * For handlers that make outside calls. `run` stores its intention with `begin…`, makes the calls, and stores the
   * result with `finish…`. The lease (default 60 s) must exceed the calls' deadlines. After it has run out,
   * `readStarted` gives the response if something with an id was begun; otherwise `run` runs again.
   */
  withLease<Body>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (claim: LeaseClaim) => Promise<ApiResponse<Body>>,
    options?: LeaseOptions<Body>,
  ): Promise<Body>;
}

type ReadBegun = LeaseOptions<unknown>["readStarted"];

/** How long a used key is stored. */
export const retentionMs = 24 * 60 * 60 * 1000;
const defaultLeaseMs = 60_000;

interface Key {
  scope: string;
  fingerprint: string;
  operatorId: string;
}

interface IdempotencyDeps {
  database: Database;
  machineClock: Clock;
  random: Randomness;
  keyring: Keyring;
}

export function createIdempotency(deps: IdempotencyDeps): Idempotency {
  const { database, machineClock, random, keyring } = deps;

  const keyOf = (request: FastifyRequest, leaveOut: readonly string[]): Key | undefined => {
    const header = request.headers["idempotency-key"];
    if (header === undefined) return undefined;
    if (typeof header !== "string" || !/^[\x20-\x7e]{1,255}$/.test(header)) {
      throw new ApiError("invalid_idempotency_key");
    }
    const { subject, operatorId } = callerOf(request);
    const path = request.url.split("?", 1)[0] ?? "";
    const scope = createHash("sha256")
      .update(`${subject}\n${request.method}\n${path}\n${header}`)
      .digest("base64url");
    const body = leaveOutOf(request.body, leaveOut);
    const fingerprint = keyring.blindIndex(operatorId, "idempotency", JSON.stringify(body) ?? "");
    return { scope, fingerprint, operatorId };
  };
  const placeOf = ({ operatorId, scope }: Key) => ({
    operatorId,
    table,
    column: "answer",
    id: scope,
  });
  const sealResponse = (key: Key | undefined, response: ApiResponse<unknown>): string | null =>
    key ? keyring.encryptField(placeOf(key), JSON.stringify(response.body)) : null;

  /**
   * Answers from what an interrupted request began, and stores a final response. Concurrent repeats share the lease
   * token, so only one stores it. Undefined if another one did, or if the interrupted request finished after all.
   */
  const answerCutOff = async (
    key: Key,
    { began, lease_token }: FoundKey,
    readStarted: ReadBegun,
  ): Promise<ApiResponse<unknown> | undefined> => {
    if (began === null || !readStarted) throw new Error(`no readStarted for ${began}`);
    const { response, isFinal } = await readStarted(began);
    if (!isFinal) return response;
    const finish = [key.scope, lease_token, response.statusCode, sealResponse(key, response)];
    const { rowCount } = await database.run(finishLease, finish);
    return rowCount > 0 ? response : undefined;
  };

  /** Throws if the key is in use; undefined if it is unused. */
  const findEarlier = async (
    key: Key,
    readStarted: ReadBegun,
  ): Promise<ApiResponse<unknown> | "removed" | undefined> => {
    const { rows } = await database.run<FoundKey>(findKey, [key.scope]);
    const found = rows[0];
    if (!found) return undefined;
    const now = new Date(machineClock.nowMs());
    const isCutOff = found.status_code === null && (found.lease_until ?? now) <= now;
    if (found.expires_at <= now || (isCutOff && found.began === null)) {
      await database.run(removeExpired, [key.scope, now]);
      return "removed";
    }
    if (found.fingerprint !== key.fingerprint) throw new ApiError("idempotency_key_reused");
    if (isCutOff) {
      return (await answerCutOff(key, found, readStarted)) ?? findEarlier(key, readStarted);
    }
    if (found.status_code === null) {
      throw new ApiError("idempotency_key_in_use", { headers: { "retry-after": "1" } });
    }
    const text = unlessBroken(() => keyring.decryptField(placeOf(key), found.answer_sealed ?? ""));
    // Not a 4xx: the caller must not conclude that nothing was done.
    if (text === undefined) throw new ApiError("stored_response_damaged");
    return { statusCode: found.status_code, body: JSON.parse(text) };
  };

  const send = <Body>(
    reply: FastifyReply,
    response: ApiResponse<unknown>,
    replayed: boolean,
  ): Body => {
    reply.code(response.statusCode);
    if (replayed) reply.header("idempotent-replayed", "true");
    // A stored refusal is sent unchanged: the route's schema describes only the successful response.
    if (response.statusCode >= 400) {
      reply.type("application/json; charset=utf-8").serializer(JSON.stringify);
    }
    return response.body as Body;
  };

  const answeredParameters = (
    key: Key | undefined,
    response: ApiResponse<unknown>,
  ): AnsweredParameters => {
    const nowMs = machineClock.nowMs();
    return [
      key?.scope ?? null,
      key?.operatorId ?? "",
      key?.fingerprint ?? null,
      response.statusCode,
      sealResponse(key, response),
      new Date(nowMs),
      new Date(nowMs + retentionMs),
    ];
  };

  /**
   * Called after an error. Returns the earlier response, or "again" if the handler may run again, or throws the error.
   */
  const settle = async (
    key: Key,
    request: FastifyRequest,
    error: unknown,
    readStarted?: ReadBegun,
  ): Promise<ApiResponse<unknown> | "again"> => {
    const earlier = await findEarlier(key, readStarted);
    if (earlier === "removed") return "again";
    if (earlier) return earlier;
    const refusal = refusalOf(request, error);
    if (isKept(refusal)) await database.run(insertAnswered, answeredParameters(key, refusal));
    throw error;
  };

  return {
    async respondOnce<Body>(
      request: FastifyRequest,
      reply: FastifyReply,
      write: (claim: ResponseClaim) => Promise<ApiResponse<Body>>,
      { leaveOut = [] }: IdempotencyOptions = {},
    ): Promise<Body> {
      const key = keyOf(request, leaveOut);
      for (let isFirst = true; ; isFirst = false) {
        let isClaimed = false;
        const claim: ResponseClaim = {
          parameters(response) {
            isClaimed = true;
            return answeredParameters(key, response);
          },
          async store(tx, response) {
            isClaimed = true;
            if (key)
              await tx
                .insertInto(table)
                .values(answeredRow(answeredParameters(key, response)))
                .execute();
          },
        };
        try {
          const response = await write(claim);
          if (!isClaimed) throw new Error(`${request.routeOptions.url} did not use its claim`);
          return send(reply, response, false);
        } catch (error) {
          if (!key) throw error;
          const settled = await settle(key, request, error);
          if (settled !== "again") return send(reply, settled, true);
          if (!isFirst) throw error;
        }
      }
    },

    async withLease<Body>(
      request: FastifyRequest,
      reply: FastifyReply,
      run: (claim: LeaseClaim) => Promise<ApiResponse<Body>>,
      { leaveOut = [], leaseMs = defaultLeaseMs, readStarted }: LeaseOptions<Body> = {},
    ): Promise<Body> {
      const key = keyOf(request, leaveOut);
      for (let isFirst = true; ; isFirst = false) {
        const leaseToken = randomToken(random, 16);
        const beginParameters = (began?: string): LeaseParameters => {
          const nowMs = machineClock.nowMs();
          return [
            key?.scope ?? null,
            key?.operatorId ?? "",
            key?.fingerprint ?? null,
            new Date(nowMs + leaseMs),
            leaseToken,
            new Date(nowMs),
            new Date(nowMs + retentionMs),
            began ?? null,
          ];
        };
        const finishParameters = (response: ApiResponse<unknown>): FinishParameters => [
          key?.scope ?? null,
          leaseToken,
          response.statusCode,
          sealResponse(key, response),
        ];
        const claim: LeaseClaim = {
          beginParameters,
          async begin(tx, began) {
            if (key)
              await tx
                .insertInto(table)
                .values(leaseRow(beginParameters(began)))
                .execute();
          },
          finishParameters,
          async finish(tx, response) {
            if (!key) return;
            await tx
              .updateTable(table)
              .set({
                status_code: response.statusCode,
                answer_sealed: sealResponse(key, response),
                lease_until: null,
                lease_token: null,
              })
              .where("scope", "=", key.scope)
              .where("lease_token", "=", leaseToken)
              .execute();
          },
        };
        try {
          return send(reply, await run(claim), false);
        } catch (error) {
          if (!key) throw error;
          const refusal = refusalOf(request, error);
          const endLease = () =>
            isKept(refusal)
              ? database.run(finishLease, finishParameters(refusal))
              : database.run(releaseKeyLease, [
                  key.scope,
                  leaseToken,
                  new Date(machineClock.nowMs()),
                ]);
          if (isStoreUnavailable(error)) {
            // It is unknown whether the key was stored. If it was, this ends its lease early.
            database.onceBack(endLease);
            throw error;
          }
          const own = await endLease().catch((lost: unknown) => {
            if (isStoreUnavailable(lost)) database.onceBack(endLease);
            throw lost;
          });
          if (own.rowCount > 0) throw error;
          const settled = await settle(key, request, error, readStarted);
          if (settled !== "again") return send(reply, settled, true);
          if (!isFirst) throw error;
        }
      }
    },
  };
}

function leaveOutOf(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}
