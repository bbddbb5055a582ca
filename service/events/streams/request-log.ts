/**
 * The log of an operator's API requests, for `tessera logs tail`, stored only while somebody reads it: method, path,
 * status, error code, id and duration. No query, header or body, and in the path only our identifiers: an operator's
 * own id of a customer can be an e-mail address.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../platform/database/database.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { createJob, type Job } from "../../platform/jobs/job.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import type { ApiRequestRow } from "../tables.ts";
import { type EventCursor, formatCursor, startOf } from "./event-cursor.ts";
import type { StreamSource } from "./run-stream.ts";
import { formatEvent } from "./server-sent.ts";
import { operatorsWatched } from "./stream-leases.ts";

type LogDeps = Pick<PlatformDeps, "database" | "machineClock" | "random" | "log">;
type NewRow = Omit<ApiRequestRow, "stored_in">;

/** How soon requests are stored after somebody opens a log. */
const watchEveryMs = 1_000;
const writeEveryMs = 250;
/** A process drops further rows, because the log is for development. */
const maxWaiting = 1_000;
const keptMs = 10 * 60_000;

/** Writes requests in groups. */
export interface RequestLog {
  register(app: HttpServer): void;
  readonly jobs: readonly Job[];
}

export function createRequestLog(deps: LogDeps): RequestLog {
  const { database, machineClock, log } = deps;
  let watched: ReadonlySet<string> = new Set();
  let waiting: NewRow[] = [];

  const record = (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = request;
    if (caller === null || !watched.has(caller.operatorId)) return;
    if (waiting.length >= maxWaiting || request.routeOptions.url === requestsPath) return;
    waiting.push({
      request_id: request.id,
      operator_id: caller.operatorId,
      method: request.method,
      path: shownPath(request),
      status_code: reply.statusCode,
      error_code: request.refusalCode,
      duration_ms: Math.round(reply.elapsedTime),
      received_at: new Date(machineClock.nowMs() - Math.round(reply.elapsedTime)),
    });
  };
  const write = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    await database.kysely
      .insertInto("api_requests")
      .values(rows)
      .execute()
      .catch((error: unknown) => log.warn("requests were not logged", { error }));
  };
  return {
    register: (app) => {
      app.addHook("onResponse", (request, reply, done) => {
        record(request, reply);
        done();
      });
    },
    jobs: [
      createJob({
        name: "streams.watch",
        followsStore: true,
        everyMs: watchEveryMs,
        isTechnical: true,
        async run() {
          watched = await operatorsWatched(deps);
          return undefined;
        },
      }),
      createJob({
        name: "streams.write_requests",
        everyMs: writeEveryMs,
        isTechnical: true,
        async run() {
          await write();
          return undefined;
        },
      }),
      createJob({
        name: "streams.forget_requests",
        everyMs: 60_000,
        isTechnical: true,
        async run() {
          const before = new Date(machineClock.nowMs() - keptMs);
          await database.kysely
            .deleteFrom("api_requests")
            .where("received_at", "<", before)
            .execute();
          return undefined;
        },
      }),
    ],
  };
}

/** The log omits itself. */
export const requestsPath = "/v1/sandbox/requests";

const ourId = /^[a-z0-9]{2,5}_[2-9A-HJ-NP-Za-km-z]{24}$/;

/** The path with only our own identifiers filled in. */
function shownPath(request: FastifyRequest): string {
  const params = (request.params ?? {}) as Readonly<Record<string, unknown>>;
  return (request.routeOptions.url ?? "").replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? "");
    return ourId.test(value) || /^(true|false)$/.test(value) ? value : `{${name}}`;
  });
}

const pageSize = 200;

const readAfter = {
  name: "streams.read_requests",
  text: `select request_id, method, path, status_code, error_code, duration_ms, received_at, stored_in
from api_requests
where operator_id = $1
  and (stored_in, request_id) > ($2::bigint, $3::text)
  and stored_in < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
order by stored_in, request_id
limit ${pageSize}`,
};

/** Reads requests from `wanted` on, or from now on. */
export async function requestSource(
  database: Pick<Database, "run">,
  operatorId: string,
  wanted: EventCursor | undefined,
): Promise<StreamSource> {
  let cursor = await startOf(database, wanted);
  return {
    first: formatEvent({ event: "ready", id: formatCursor(cursor), data: "{}" }),
    async next() {
      const { storedIn, eventId } = cursor;
      const { rows } = await database.run<ApiRequestRow>(readAfter, [
        operatorId,
        storedIn,
        eventId,
      ]);
      let text = "";
      for (const row of rows) {
        cursor = { storedIn: Number(row.stored_in), eventId: row.request_id };
        const data = JSON.stringify({
          requestId: row.request_id,
          method: row.method,
          path: row.path,
          statusCode: row.status_code,
          errorCode: row.error_code,
          durationMs: row.duration_ms,
          receivedAt: row.received_at.toISOString(),
        });
        text += formatEvent({ event: "request", id: formatCursor(cursor), data });
      }
      return text === "" ? undefined : text;
    },
  };
}
