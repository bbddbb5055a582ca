import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { newPasskey, passkeyList, passkeyOptions, passkeyProof } from "#contract/console/passkeys";
import { consoleSession, freshCode } from "#contract/console/session";
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginSecondFactorPasskey,
  type CompletedLogin,
  listPasskeys,
  logInWithPasskey,
  logOut,
  passSecondFactorPasskey,
  removePasskey,
  type StaffCaller,
} from "../../../operators/staff/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import { randomToken } from "../../../platform/randomness.ts";
import { hashSecret } from "../../../platform/secrets/hash-secret.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { clientOf, consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { readPasskeyCookie, writeDeviceCookie, writePasskeyCookie } from "../session-cookie.ts";
import { sendSession } from "./session-routes.ts";

const empty = z.strictObject({});
const passkeyParams = z.object({ passkeyId: z.string() });

export function registerPasskeyRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const own = async (caller: StaffCaller) => ({ data: await listPasskeys(deps, caller) });
  const giveCompleted = (request: FastifyRequest, reply: FastifyReply, login: CompletedLogin) => {
    writeDeviceCookie(deps.config, request, reply, login.deviceToken);
    return sendSession(deps, request, reply, login);
  };

  app.get(
    `${consoleApi}/me/passkeys`,
    consoleRoute("own_account", { response: passkeyList }),
    (request) => own(staffOf(request)),
  );

  app.post(
    `${consoleApi}/me/passkeys/begin`,
    consoleRoute("own_account", { body: freshCode, response: passkeyOptions }),
    (request) => beginPasskey(deps, staffOf(request), request.body.code, clientOf(deps, request)),
  );

  app.post(
    `${consoleApi}/me/passkeys`,
    consoleRoute("own_account", { body: newPasskey, response: passkeyList, statusCode: 201 }),
    async (request, reply) => {
      await addPasskey(deps, staffOf(request), request.body);
      return reply.code(201).send(await own(staffOf(request)));
    },
  );

  app.delete(
    `${consoleApi}/me/passkeys/:passkeyId`,
    consoleRoute("own_account", { params: passkeyParams, response: passkeyList }),
    async (request) => {
      await removePasskey(deps, staffOf(request), request.params.passkeyId);
      return own(staffOf(request));
    },
  );

  app.post(
    `${consoleApi}/login/second-factor/passkey/begin`,
    consoleRoute("second_factor", { body: empty, response: passkeyOptions }),
    (request) => beginSecondFactorPasskey(deps, staffOf(request)),
  );

  app.post(
    `${consoleApi}/login/second-factor/passkey`,
    consoleRoute("second_factor", { body: passkeyProof, response: consoleSession }),
    async (request, reply) => {
      const client = clientOf(deps, request);
      const login = await passSecondFactorPasskey(deps, staffOf(request), request.body, client);
      return giveCompleted(request, reply, login);
    },
  );

  app.post(
    `${consoleApi}/login/passkey/begin`,
    consoleRoute("open", { body: empty, response: passkeyOptions }),
    (request, reply) => {
      const token = randomToken(deps.random, 32);
      writePasskeyCookie(deps.config, request, reply, token);
      return beginPasskeyLogin(deps, hashSecret(token));
    },
  );

  app.post(
    `${consoleApi}/login/passkey`,
    consoleRoute("open", { body: passkeyProof, response: consoleSession }),
    async (request, reply) => {
      const token = readPasskeyCookie(deps.config, request);
      if (token === null) throw new ApiError("passkey_failed");
      const client = clientOf(deps, request);
      const login = await logInWithPasskey(deps, hashSecret(token), request.body, client);
      // Ends any earlier session of this browser.
      if (request.staff) await logOut(deps, request.staff);
      writePasskeyCookie(deps.config, request, reply, null);
      return giveCompleted(request, reply, login);
    },
  );
}
