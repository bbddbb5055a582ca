import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  changeStaff as changeBody,
  inviteStaff as inviteBody,
  invitedStaff,
  staffList,
  staffMember,
  versionQuery,
} from "#contract/console/staff";
import {
  changeStaff,
  endSessionsOf,
  invitationUrl,
  inviteStaff,
  listStaff,
  type NewInvitation,
  presentOne,
  removeStaff,
  renewInvitation,
} from "../../../operators/staff/index.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

const params = z.object({ staffId: z.string() });
const empty = z.strictObject({});

export function registerStaffRoutes(app: HttpServer, deps: ConsoleDeps): void {
  const invited = async (operatorId: string, invitation: NewInvitation) => ({
    staff: await presentOne(deps, { operatorId, staffId: invitation.staffId }),
    invitationUrl: invitationUrl(deps, invitation.token),
    expiresAt: invitation.expiresAt.toISOString(),
  });

  app.get(
    `${consoleApi}/staff`,
    consoleRoute("staff.manage", { response: staffList }),
    async (request) => ({ data: await listStaff(deps, staffOf(request).operatorId) }),
  );

  app.post(
    `${consoleApi}/staff`,
    consoleRoute("staff.manage", { body: inviteBody, response: invitedStaff, statusCode: 201 }),
    async (request, reply) => {
      const { operatorId, staffId } = staffOf(request);
      const key = { operatorId, actor: { kind: "staff", staffId } as const };
      const invitation = await inviteStaff(deps, key, request.body);
      reply.code(201);
      return invited(operatorId, invitation);
    },
  );

  app.post(
    `${consoleApi}/staff/:staffId/invitation`,
    consoleRoute("staff.manage", { params, body: empty, response: invitedStaff }),
    async (request) => {
      const key = keyOf(request, request.params.staffId);
      return invited(key.operatorId, await renewInvitation(deps, key));
    },
  );

  app.put(
    `${consoleApi}/staff/:staffId`,
    consoleRoute("staff.manage", { params, body: changeBody, response: staffMember }),
    (request) => changeStaff(deps, keyOf(request, request.params.staffId), request.body),
  );

  app.delete(
    `${consoleApi}/staff/:staffId`,
    consoleRoute("staff.manage", { params, querystring: versionQuery, response: staffMember }),
    (request) => removeStaff(deps, keyOf(request, request.params.staffId), request.query.version),
  );

  app.post(
    `${consoleApi}/staff/:staffId/end-sessions`,
    consoleRoute("staff.manage", { params, body: empty, response: staffMember }),
    (request) => endSessionsOf(deps, keyOf(request, request.params.staffId)),
  );
}

function keyOf(request: FastifyRequest, staffId: string) {
  const caller = staffOf(request);
  const actor = { kind: "staff", staffId: caller.staffId } as const;
  return { operatorId: caller.operatorId, staffId, actor };
}
