import * as z from "zod/mini";
import {
  changeMe,
  consoleSession,
  freshCode,
  changePassword as passwordBody,
  recoveryCodes,
  sessionList,
} from "#contract/console/session";
import {
  changeName,
  changePassword,
  endOwnSessions,
  listSessions,
  newRecoveryCodes,
  type StaffCaller,
} from "../../../operators/staff/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { clientOf, consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { writeDeviceCookie } from "../session-cookie.ts";
import { presentSession } from "./session-routes.ts";

const sessionParams = z.object({ sessionId: z.string() });

/** Registers the caller's own name, password, recovery codes and sessions. */
export function registerAccountRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const ownSessions = async (caller: StaffCaller) => ({ data: await listSessions(deps, caller) });

  app.put(
    `${consoleApi}/me`,
    consoleRoute("own_account", { body: changeMe, response: consoleSession }),
    async (request) => {
      const caller = staffOf(request);
      await changeName(deps, caller, request.body.name);
      return presentSession(deps, { ...caller, name: request.body.name });
    },
  );

  app.put(
    `${consoleApi}/me/password`,
    consoleRoute("own_account", { body: passwordBody, response: consoleSession }),
    async (request, reply) => {
      const client = clientOf(deps, request);
      const { deviceToken } = await changePassword(deps, staffOf(request), request.body, client);
      writeDeviceCookie(deps.config, request, reply, deviceToken);
      return presentSession(deps, staffOf(request));
    },
  );

  app.post(
    `${consoleApi}/me/recovery-codes`,
    consoleRoute("own_account", { body: freshCode, response: recoveryCodes }),
    async (request) => {
      const { code } = request.body;
      const codes = await newRecoveryCodes(deps, staffOf(request), code, clientOf(deps, request));
      return { recoveryCodes: codes };
    },
  );

  app.get(
    `${consoleApi}/me/sessions`,
    consoleRoute("own_account", { response: sessionList }),
    (request) => ownSessions(staffOf(request)),
  );

  app.delete(
    `${consoleApi}/me/sessions/:sessionId`,
    consoleRoute("own_account", { params: sessionParams, response: sessionList }),
    async (request) => {
      await endOwnSessions(deps, staffOf(request), { only: request.params.sessionId });
      return ownSessions(staffOf(request));
    },
  );

  app.post(
    `${consoleApi}/me/sessions/end-others`,
    consoleRoute("own_account", { body: z.strictObject({}), response: sessionList }),
    async (request) => {
      await endOwnSessions(deps, staffOf(request), "others");
      return ownSessions(staffOf(request));
    },
  );
}
