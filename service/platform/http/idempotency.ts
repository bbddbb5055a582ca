/**
 * Idempotency-Key (docs/idempotency.md): the same request sent again does nothing again, and gets the same
 * answer.
 *
 * What it must guarantee
 * - One key, one effect: however often and however much at once a request is repeated, also over
 *   several service processes and over crashes.
 * - The stored answer and the change that it tells of are written in one transaction.
 * - A key is scoped to the credential's subject, the method and the path, and kept 24 hours.
 * - What a request began before its process died is not begun again under its key: whoever repeats it is
 *   told what became of that.
 * - Another body under a used key is 409 `idempotency_key_reused`; a request still running is 409
 *   `idempotency_key_in_use`. 401, 429 and 5xx are not stored, nor is a body that its schema refused, nor what only this secret key
 *   may not do ({@link refusalsOfKey}).
 *
 * How. There is no look-up before the work: the row of the key is inserted by the handler's own
 * statement or transaction, and its primary key settles every race. Only when the handler throws
 * (that very unique violation, or any refusal that the first run's effects cause) is the row read:
 * found finished, its answer is replayed; found running under a live lease, 409; not found, the refusal is
 * the handler's own and is stored as the answer. Found running under a lease that ran out (its process
 * crashed), it depends on what the row says was begun. Nothing that lives on: the row is taken away and the
 * handler runs again. An attempt to pay: it is ended by whoever recovers it, and the answer is made from it
 * as it is; while it is under way that answer is given and not stored, so that a later repeat gets the
 * outcome.
 *
 * Two modes: {@link Idempotency.answerOnce} where the effect is one database write, and
 * {@link Idempotency.withLease} where outside calls are made between two writes. The file is long because
 * both share how a key is found, settled and replayed.
 */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorCode } from "#contract/errors";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { isStoreUnavailable } from "../database/store-unavailable.ts";
import type { Tx } from "../database/transaction.ts";
import type { Randomness } from "../randomness.ts";
import { randomToken } from "../randomness.ts";
import type { Keyring } from "../secrets/keyring.ts";
import { ApiError } from "./api-error.ts";
import { callerOf } from "./authentication.ts";
import { toApiError } from "./error-answers.ts";
import {
  type AnsweredParameters,
  type FinishParameters,
  type FoundKey,
  findKey,
  finishLease,
  giveLeaseBack,
  insertAnswered,
  type LeaseParameters,
  removeOver,
  table,
} from "./idempotency-statements.ts";

/** What a handler answers. The body is plain JSON. */
export interface Answer<Body> {
  statusCode: number;
  body: Body;
}

/** Given to the handler of {@link Idempotency.answerOnce}. Use one of the two, exactly once. */
export interface AnswerClaim {
  /** For a handler that is one statement: put {@link answeredCte} into it with these parameters. */
  parameters(answer: Answer<unknown>): AnsweredParameters;
  /** For a handler that is a transaction: writes the row in it. */
  store(tx: Tx, answer: Answer<unknown>): Promise<void>;
}

/**
 * Given to the handler of {@link Idempotency.withLease}; begin and finish each exactly once. `began` is the
 * id of what the request begins, where that comes to its end also without the request.
 */
export interface LeaseClaim {
  /** For the statement that stores the intention: {@link leaseCte} with these. */
  beginParameters(began?: string): LeaseParameters;
  /** The same inside a transaction. */
  begin(tx: Tx, began?: string): Promise<void>;
  /** For the statement that stores the result: {@link finishCte} with these. */
  finishParameters(answer: Answer<unknown>): FinishParameters;
  /** The same inside a transaction. */
  finish(tx: Tx, answer: Answer<unknown>): Promise<void>;
}

/** What has become of that which a cut off request began. */
export interface BegunAnswer<Body> {
  /** As the request would have been answered now. */
  answer: Answer<Body>;
  /** It stays so: it is the key's answer from now on. */
  isFinal: boolean;
}

interface IdempotencyOptions {
  /** Top-level members of the body that the fingerprint leaves out: `["card"]`. */
  leaveOut?: readonly string[];
}

interface LeaseOptions<Body> extends IdempotencyOptions {
  leaseMs?: number;
  /** Needed where `run` begins with an id; given that id, and does nothing but read. */
  answerBegun?: (began: string) => Promise<BegunAnswer<Body>>;
}

export interface Idempotency {
  /**
   * For changes that are one database write. `write` makes the answer first, then writes the change
   * and the claim's row in one statement or transaction. It may run a second time after a lease or a
   * key has run out. Resolves to the body to send; status and headers are set on `reply`.
   */
  answerOnce<Body>(
    request: FastifyRequest,
    reply: FastifyReply,
    write: (claim: AnswerClaim) => Promise<Answer<Body>>,
    options?: IdempotencyOptions,
  ): Promise<Body>;
  /**
   * For handlers that call outside. `run` stores its intention together with `begin…`, makes the
   * calls, and stores the result together with `finish…`. The lease (default 60 s) must outlast the
   * calls' deadlines. Where it ran out, `answerBegun` answers from what was begun; where nothing was that
   * has an id, `run` runs again.
   */
  withLease<Body>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (claim: LeaseClaim) => Promise<Answer<Body>>,
    options?: LeaseOptions<Body>,
  ): Promise<Body>;
}

type AnswerBegun = LeaseOptions<unknown>["answerBegun"];

/** Days that a used key is remembered, in milliseconds. */
export const keptMs = 24 * 60 * 60 * 1000;
const defaultLeaseMs = 60_000;

/** One request's key and everything that is derived from it. */
interface Key {
  scope: string;
  fingerprint: string;
  operatorId: string;
}

interface IdempotencyDeps {
  database: Database;
  clock: Clock;
  random: Randomness;
  keyring: Keyring;
}

/** Creates the two modes over the given store. */
export function createIdempotency(deps: IdempotencyDeps): Idempotency {
  const { database, clock, random, keyring } = deps;

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
  const sealAnswer = (key: Key | undefined, answer: Answer<unknown>): string | null =>
    key ? keyring.encryptField(placeOf(key), JSON.stringify(answer.body)) : null;

  /**
   * Answers from what a cut off request began, and stores that once it is final; whoever else answers has
   * the same lease token, so that one stores it. Undefined: it was another, or the dead were not dead.
   */
  const answerCutOff = async (
    key: Key,
    { began, lease_token }: FoundKey,
    answerBegun: AnswerBegun,
  ): Promise<Answer<unknown> | undefined> => {
    if (began === null || !answerBegun) throw new Error(`nobody answers from ${began}`);
    const { answer, isFinal } = await answerBegun(began);
    if (!isFinal) return answer;
    const finish = [key.scope, lease_token, answer.statusCode, sealAnswer(key, answer)];
    const { rowCount } = await database.run(finishLease, finish);
    return rowCount > 0 ? answer : undefined;
  };

  /** What to do about a key whose row may be there: replay, refuse, or nothing (`undefined`). */
  const findEarlier = async (
    key: Key,
    answerBegun: AnswerBegun,
  ): Promise<Answer<unknown> | "removed" | undefined> => {
    const { rows } = await database.run<FoundKey>(findKey, [key.scope]);
    const found = rows[0];
    if (!found) return undefined;
    const now = new Date(clock.nowMs());
    const isCutOff = found.status_code === null && (found.lease_until ?? now) <= now;
    if (found.expires_at <= now || (isCutOff && found.began === null)) {
      await database.run(removeOver, [key.scope, now]);
      return "removed";
    }
    if (found.fingerprint !== key.fingerprint) throw new ApiError("idempotency_key_reused");
    if (isCutOff) {
      return (await answerCutOff(key, found, answerBegun)) ?? findEarlier(key, answerBegun);
    }
    if (found.status_code === null) {
      throw new ApiError("idempotency_key_in_use", { headers: { "retry-after": "1" } });
    }
    const text = keyring.decryptField(placeOf(key), found.answer_sealed ?? "");
    return { statusCode: found.status_code, body: JSON.parse(text) };
  };

  const send = <Body>(reply: FastifyReply, answer: Answer<unknown>, replayed: boolean): Body => {
    reply.code(answer.statusCode);
    if (replayed) reply.header("idempotent-replayed", "true");
    // A stored refusal goes out as it was, past the schema of the good answer.
    if (answer.statusCode >= 400) {
      reply.type("application/json; charset=utf-8").serializer(JSON.stringify);
    }
    return answer.body as Body;
  };

  const answeredParameters = (
    key: Key | undefined,
    answer: Answer<unknown>,
  ): AnsweredParameters => {
    const nowMs = clock.nowMs();
    return [
      key?.scope ?? null,
      key?.operatorId ?? "",
      key?.fingerprint ?? null,
      answer.statusCode,
      sealAnswer(key, answer),
      new Date(nowMs),
      new Date(nowMs + keptMs),
    ];
  };

  /** After a throw under a key: the earlier answer, "again" if the way is free now, or the error. */
  const settle = async (
    key: Key,
    request: FastifyRequest,
    error: unknown,
    answerBegun?: AnswerBegun,
  ): Promise<Answer<unknown> | "again"> => {
    const earlier = await findEarlier(key, answerBegun);
    if (earlier === "removed") return "again";
    if (earlier) return earlier;
    const refusal = refusalOf(request, error);
    if (isKept(refusal)) await database.run(insertAnswered, answeredParameters(key, refusal));
    throw error;
  };

  return {
    async answerOnce<Body>(
      request: FastifyRequest,
      reply: FastifyReply,
      write: (claim: AnswerClaim) => Promise<Answer<Body>>,
      { leaveOut = [] }: IdempotencyOptions = {},
    ): Promise<Body> {
      const key = keyOf(request, leaveOut);
      for (let isFirst = true; ; isFirst = false) {
        let isClaimed = false;
        const claim: AnswerClaim = {
          parameters(answer) {
            isClaimed = true;
            return answeredParameters(key, answer);
          },
          async store(tx, answer) {
            isClaimed = true;
            if (key)
              await tx
                .insertInto(table)
                .values(answeredRow(answeredParameters(key, answer)))
                .execute();
          },
        };
        try {
          const answer = await write(claim);
          if (!isClaimed) throw new Error(`${request.routeOptions.url} did not use its claim`);
          return send(reply, answer, false);
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
      run: (claim: LeaseClaim) => Promise<Answer<Body>>,
      { leaveOut = [], leaseMs = defaultLeaseMs, answerBegun }: LeaseOptions<Body> = {},
    ): Promise<Body> {
      const key = keyOf(request, leaveOut);
      for (let isFirst = true; ; isFirst = false) {
        const leaseToken = randomToken(random, 16);
        const beginParameters = (began?: string): LeaseParameters => {
          const nowMs = clock.nowMs();
          return [
            key?.scope ?? null,
            key?.operatorId ?? "",
            key?.fingerprint ?? null,
            new Date(nowMs + leaseMs),
            leaseToken,
            new Date(nowMs),
            new Date(nowMs + keptMs),
            began ?? null,
          ];
        };
        const finishParameters = (answer: Answer<unknown>): FinishParameters => [
          key?.scope ?? null,
          leaseToken,
          answer.statusCode,
          sealAnswer(key, answer),
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
          async finish(tx, answer) {
            if (!key) return;
            await tx
              .updateTable(table)
              .set({
                status_code: answer.statusCode,
                answer_sealed: sealAnswer(key, answer),
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
              : database.run(giveLeaseBack, [key.scope, leaseToken, new Date(clock.nowMs())]);
          if (isStoreUnavailable(error)) {
            // Whether the key was stored is unknown. If it was, nobody has to wait for its lease.
            database.onceBack(endLease);
            throw error;
          }
          const own = await endLease().catch((lost: unknown) => {
            if (isStoreUnavailable(lost)) database.onceBack(endLease);
            throw lost;
          });
          if (own.rowCount > 0) throw error;
          const settled = await settle(key, request, error, answerBegun);
          if (settled !== "again") return send(reply, settled, true);
          if (!isFirst) throw error;
        }
      }
    },
  };
}

function refusalOf(request: FastifyRequest, error: unknown): Answer<{ errorCode: ErrorCode }> {
  const refusal = toApiError(error);
  const body = { ...refusal.toBody(), errorCode: refusal.code, requestId: request.id };
  return { statusCode: refusal.statusCode, body };
}

/**
 * Refusals of one secret key. All keys of an operator share its idempotency keys, and another one may do what
 * this one may not, or the same one tomorrow.
 */
const refusalsOfKey: readonly ErrorCode[] = ["dual_control_required", "approval_limit_exceeded"];

/** Whether a refusal is remembered: not those that say "come again", nor those of one secret key. */
function isKept({ statusCode, body: { errorCode } }: Answer<{ errorCode: ErrorCode }>): boolean {
  const isPassing = statusCode >= 500 || statusCode === 401 || statusCode === 429;
  return !isPassing && !refusalsOfKey.includes(errorCode);
}

function leaveOutOf(body: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function answeredRow(parameters: AnsweredParameters) {
  const [scope, operator_id, fingerprint, status_code, answer_sealed, created_at, expires_at] =
    parameters;
  return {
    scope: scope ?? "",
    operator_id,
    fingerprint: fingerprint ?? "",
    status_code,
    answer_sealed,
    lease_until: null,
    lease_token: null,
    created_at,
    expires_at,
    began: null,
  };
}

function leaseRow(parameters: LeaseParameters) {
  const [scope, operator_id, fingerprint, lease_until, lease_token, created_at, expires_at, began] =
    parameters;
  return {
    scope: scope ?? "",
    operator_id,
    fingerprint: fingerprint ?? "",
    status_code: null,
    answer_sealed: null,
    lease_until,
    lease_token,
    created_at,
    expires_at,
    began,
  };
}
