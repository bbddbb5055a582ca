/**
 * Access control for every route of `/console/api`.
 *
 * Guarantees:
 * - A route without `config.console` cannot be registered.
 * - A state-changing call comes from our own page (browsers always send `Origin`) and, unless its access is `open`,
 *   carries the session's token in `x-csrf-token`. Another site's page cannot even read (`Sec-Fetch-Site`).
 * - Any access but `open` needs a session in the right stage; a permission also needs a role that has it.
 * - No cache stores a response.
 * - A call that the page makes by itself (`x-tessera-activity: none`) does not keep a session alive. Every response
 *   says when the session becomes idle.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { permissionsOfRole, type StaffPermission } from "#contract/console/roles";
import { activityHeader, csrfHeader, idleSecondsHeader } from "#contract/console/session";
import {
  type ClientInfo,
  resolveSession,
  type StaffCaller,
  type StaffDeps,
} from "../../operators/staff/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { networkOf } from "../../platform/http/network-of.ts";
import { isOwnOrigin } from "../../platform/http/own-origin.ts";
import { createTokenBucket } from "../../platform/http/token-bucket.ts";
import { isSameSecret } from "../../platform/secrets/hash-secret.ts";
import { readDeviceCookie, readSessionCookie } from "./session-cookie.ts";

/**
 * `open`: anyone. `second_factor`, `enrolment`: a session in that stage. A permission: a session in the stage `ready`.
 */
export type ConsoleAccess = "open" | "second_factor" | "enrolment" | StaffPermission;

declare module "fastify" {
  interface FastifyContextConfig {
    /** The required access, for routes below `/console/api`. */
    console?: ConsoleAccess;
  }
  interface FastifyRequest {
    /** The guard sets it before the console's handlers; null without a session. */
    staff: StaffCaller | null;
  }
}

export const consoleApi = "/console/api";

/** Limit per session. A page with a queue makes several calls at once. */
const sessionRate = { perSecond: 20, burst: 60 };
/** Limit per address without a session: logins and invitations each cost a password hash. */
const openRate = { perSecond: 2, burst: 30 };

/** Adds the guard. Call it before you register console routes. */
export function addConsoleGuard(app: FastifyInstance, deps: StaffDeps): void {
  const bySession = createTokenBucket(sessionRate, deps.machineClock);
  const byAddress = createTokenBucket(openRate, deps.machineClock);

  app.decorateRequest("staff", null);
  app.addHook("onRoute", ({ url, method, config }) => {
    if (!url.startsWith(consoleApi) && config?.access !== "staff") return;
    if (config?.console === undefined) {
      throw new Error(`${String(method)} ${url} does not state who can call it (config.console)`);
    }
  });
  // This is a callback: a promise would slow down every API call.
  app.addHook("onRequest", (request, reply, done) => {
    const access = request.routeOptions.config.console;
    if (access === undefined) return done();
    reply.raw.setHeader("cache-control", "no-store");
    admit(request, reply, access).then(() => done(), done);
  });
  const admit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    access: ConsoleAccess,
  ): Promise<void> => {
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    requireOwnPage(request, deps.config.publicUrl, isWrite);
    const token = readSessionCookie(deps.config, request);
    const isActivity = request.headers[activityHeader] !== "none";
    const caller =
      token === undefined ? undefined : await resolveSession(deps, token, { isActivity });
    if (caller?.stage === "ready") {
      const idleSeconds = Math.max(0, (caller.idleExpiresAtMs - deps.machineClock.nowMs()) / 1000);
      reply.raw.setHeader(idleSecondsHeader, String(Math.floor(idleSeconds)));
    }
    const waitMs = caller
      ? bySession.take(caller.sessionId)
      : byAddress.take(networkOf(request.ip));
    if (waitMs > 0) {
      const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
      throw new ApiError("rate_limited", { headers: { "retry-after": seconds } });
    }
    if (access !== "open") {
      requireAccess(caller, access);
      if (isWrite) requireCsrfToken(request, caller);
    }
    request.staff = caller ?? null;
  };
}

/** The caller of a route with any access but `open`. */
export function staffOf(request: FastifyRequest): StaffCaller {
  if (request.staff === null) throw new Error(`${request.routeOptions.url} has no session`);
  return request.staff;
}

export function clientOf(
  { config }: Pick<StaffDeps, "config">,
  request: FastifyRequest,
): ClientInfo {
  return {
    ipAddress: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    deviceToken: readDeviceCookie(config, request),
  };
}

function requireAccess(
  caller: StaffCaller | undefined,
  access: Exclude<ConsoleAccess, "open">,
): asserts caller is StaffCaller {
  const isStage = access === "second_factor" || access === "enrolment";
  if (caller?.stage !== (isStage ? access : "ready")) throw new ApiError("session_required");
  if (!isStage && !permissionsOfRole[caller.role].includes(access)) {
    throw new ApiError("role_not_allowed");
  }
}

function requireOwnPage(request: FastifyRequest, publicUrl: string, isWrite: boolean): void {
  const site = request.headers["sec-fetch-site"];
  const isOwnSite = site === undefined || site === "same-origin" || site === "none";
  const isNamed = request.headers.origin !== undefined;
  if (!isOwnSite || (isWrite && !isNamed) || !isOwnOrigin(request, publicUrl)) {
    throw new ApiError("origin_not_allowed");
  }
}

function requireCsrfToken(request: FastifyRequest, { csrfToken }: StaffCaller): void {
  const sentToken = request.headers[csrfHeader];
  if (typeof sentToken !== "string" || !isSameSecret(sentToken, csrfToken)) {
    throw new ApiError("csrf_token_wrong");
  }
}
