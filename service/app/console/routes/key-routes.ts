import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  type ApiKeyView,
  apiKey,
  apiKeyList,
  createApiKey,
  newApiKey,
  restrictApiKey,
  rollApiKey,
} from "#contract/console/api-keys";
import {
  issueKey,
  type KeyRef,
  listKeys,
  restrictKey,
  revokeKey,
  rollKey,
} from "../../../operators/accounts/index.ts";
import { staffNames } from "../../../operators/staff/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { presentCreator, staffIdIn } from "../present-creator.ts";

const params = z.object({ keyId: z.string() });
const empty = z.strictObject({});

export function registerKeyRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const path = `${consoleApi}/api-keys`;

  app.get(path, consoleRoute("keys.manage", { response: apiKeyList }), async (request) => ({
    data: await presentAll(deps, staffOf(request).operatorId),
    yourAddress: request.ip,
  }));

  app.post(
    path,
    consoleRoute("keys.manage", { body: createApiKey, response: newApiKey, statusCode: 201 }),
    async (request, reply) => {
      const { operatorId, staffId } = staffOf(request);
      const { keyId, ...restrictions } = request.body;
      const issued = await issueKey(deps, {
        operatorId,
        kind: "secret",
        actor: { kind: "staff", staffId },
        restrictions,
        keyId,
      });
      reply.code(201);
      return { secretKey: issued.key, apiKey: await presentOne(deps, operatorId, issued.keyId) };
    },
  );

  app.put(
    `${path}/:keyId`,
    consoleRoute("keys.manage", { params, body: restrictApiKey, response: apiKey }),
    async (request) => {
      const ref = refOf(request, request.params.keyId);
      await restrictKey(deps, ref, request.body);
      return presentOne(deps, ref.operatorId, ref.keyId);
    },
  );

  app.post(
    `${path}/:keyId/roll`,
    consoleRoute("keys.manage", { params, body: rollApiKey, response: newApiKey, statusCode: 201 }),
    async (request, reply) => {
      const ref = refOf(request, request.params.keyId);
      const rolled = await rollKey(deps, ref, request.body.overlapHours * 3_600_000);
      reply.code(201);
      return {
        secretKey: rolled.key,
        apiKey: await presentOne(deps, ref.operatorId, rolled.keyId),
      };
    },
  );

  app.post(
    `${path}/:keyId/revoke`,
    consoleRoute("keys.manage", { params, body: empty, response: apiKey }),
    async (request) => {
      const ref = refOf(request, request.params.keyId);
      await revokeKey(deps, ref);
      return presentOne(deps, ref.operatorId, ref.keyId);
    },
  );
}

function refOf(request: FastifyRequest, keyId: string): KeyRef {
  const { operatorId, staffId } = staffOf(request);
  return { operatorId, keyId, actor: { kind: "staff", staffId } };
}

async function presentAll(deps: ConsoleDeps, operatorId: string): Promise<ApiKeyView[]> {
  const keys = await listKeys(deps, operatorId);
  const ids = keys.flatMap(({ createdBy }) => staffIdIn(createdBy) ?? []);
  const nameOf = await staffNames(deps, operatorId, ids);
  return keys.map((key) => ({
    ...key,
    createdBy: key.createdBy === null ? null : presentCreator(key.createdBy, nameOf),
  }));
}

async function presentOne(
  deps: ConsoleDeps,
  operatorId: string,
  keyId: string,
): Promise<ApiKeyView> {
  const found = (await presentAll(deps, operatorId)).find((key) => key.keyId === keyId);
  if (!found) throw new ApiError("resource_not_found");
  return found;
}
