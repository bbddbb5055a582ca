import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { permissionsOfRole } from "#contract/console/roles";
import {
  acceptInvitation as acceptBody,
  type ConsoleSession,
  confirmEnrolment as confirmBody,
  consoleSession,
  enrolled,
  enrolment,
  invitation,
  invitationToken,
  login,
  secondFactor,
} from "#contract/console/session";
import {
  acceptInvitation,
  beginEnrolment,
  confirmEnrolment,
  hasPasskey,
  logIn,
  logOut,
  type NewSession,
  passSecondFactor,
  readInvitation,
  recoveryCodesLeft,
  relyingPartyOf,
  resolveSession,
  type StaffCaller,
} from "../../../operators/staff/index.ts";
import { toIsoTime } from "../../../platform/clock.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { clientOf, consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { writeDeviceCookie, writeSessionCookie } from "../session-cookie.ts";

const empty = z.strictObject({});

export function registerSessionRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(`${consoleApi}/session`, consoleRoute("open", { response: consoleSession }), (request) =>
    presentSession(deps, request.staff ?? undefined),
  );

  app.post(
    `${consoleApi}/login`,
    consoleRoute("open", { body: login, response: consoleSession }),
    async (request, reply) => {
      const session = await logIn(deps, request.body, clientOf(deps, request));
      // Ends any earlier session of this browser.
      if (request.staff) await logOut(deps, request.staff);
      return sendSession(deps, request, reply, session);
    },
  );

  app.post(
    `${consoleApi}/login/second-factor`,
    consoleRoute("second_factor", { body: secondFactor, response: consoleSession }),
    async (request, reply) => {
      const { body } = request;
      const login = await passSecondFactor(deps, staffOf(request), body, clientOf(deps, request));
      writeDeviceCookie(deps.config, request, reply, login.deviceToken);
      return sendSession(deps, request, reply, login);
    },
  );

  app.post(
    `${consoleApi}/session/activity`,
    consoleRoute("own_account", { body: empty, response: consoleSession }),
    (request) => presentSession(deps, staffOf(request)),
  );

  app.post(
    `${consoleApi}/logout`,
    consoleRoute("open", { body: empty, response: consoleSession }),
    async (request, reply) => {
      if (request.staff) await logOut(deps, request.staff);
      writeSessionCookie(deps.config, request, reply, null);
      return presentSession(deps, undefined);
    },
  );

  app.post(
    `${consoleApi}/invitation`,
    consoleRoute("open", { body: invitationToken, response: invitation }),
    (request) => readInvitation(deps, request.body.token),
  );

  app.post(
    `${consoleApi}/invitation/accept`,
    consoleRoute("open", { body: acceptBody, response: consoleSession }),
    async (request, reply) => {
      const session = await acceptInvitation(deps, request.body, clientOf(deps, request));
      if (request.staff) await logOut(deps, request.staff);
      return sendSession(deps, request, reply, session);
    },
  );

  app.post(
    `${consoleApi}/enrolment`,
    consoleRoute("enrolment", { body: empty, response: enrolment }),
    (request) => beginEnrolment(deps, staffOf(request)),
  );

  app.post(
    `${consoleApi}/enrolment/confirm`,
    consoleRoute("enrolment", { body: confirmBody, response: enrolled }),
    async (request, reply) => {
      const { code } = request.body;
      const confirmed = await confirmEnrolment(
        deps,
        staffOf(request),
        code,
        clientOf(deps, request),
      );
      writeDeviceCookie(deps.config, request, reply, confirmed.begun.deviceToken);
      const session = await sendSession(deps, request, reply, confirmed.begun);
      return { session, recoveryCodes: confirmed.recoveryCodes };
    },
  );
}

export async function sendSession(
  deps: ConsoleDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token }: NewSession,
): Promise<ConsoleSession> {
  writeSessionCookie(deps.config, request, reply, token);
  return presentSession(deps, await resolveSession(deps, token));
}

export async function presentSession(
  deps: ConsoleDeps,
  caller: StaffCaller | undefined,
): Promise<ConsoleSession> {
  const isReady = caller?.stage === "ready";
  const operator = caller && (await deps.operators.get(caller.operatorId));
  return {
    stage: caller?.stage ?? "anonymous",
    csrfToken: caller?.csrfToken ?? null,
    me: isReady
      ? {
          staffId: caller.staffId,
          email: caller.email,
          name: caller.name,
          role: caller.role,
          permissions: [...permissionsOfRole[caller.role]],
          recoveryCodesLeft: await recoveryCodesLeft(deps, caller.staffId),
        }
      : null,
    operator: operator ? { operatorId: operator.operatorId, name: operator.name } : null,
    hasPasskey: caller?.stage === "second_factor" && (await hasPasskey(deps, caller)),
    passkeyOrigin: relyingPartyOf(deps.config)?.origin ?? null,
    environment: deps.config.environment,
    serverTime: toIsoTime(deps.clock.nowMs()),
    idleExpiresAt: isReady ? toIsoTime(caller.idleExpiresAtMs) : null,
    expiresAt: isReady ? toIsoTime(caller.expiresAtMs) : null,
  };
}
