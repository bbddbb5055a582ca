import * as z from "zod/mini";
import {
  deliveryDetail,
  deliveryList,
  deliveryQuery,
  deliverySummary,
  endpoint,
  endpointList,
} from "#contract/console/deliveries";
import { listEndpoints, readDelivery, searchDeliveries } from "../../../events/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

const params = z.object({ eventId: z.string(), webhookId: z.string() });
const endpointParams = z.object({ webhookId: z.string() });
const empty = z.strictObject({});

export function registerDeliveryRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/deliveries`,
    consoleRoute("deliveries.read", { querystring: deliveryQuery, response: deliveryList }),
    (request) => searchDeliveries(deps, staffOf(request).operatorId, request.query),
  );

  app.get(
    `${consoleApi}/deliveries/:eventId/:webhookId`,
    consoleRoute("deliveries.read", { params, response: deliveryDetail }),
    (request) => {
      const { eventId, webhookId } = request.params;
      return readDelivery(deps, staffOf(request).operatorId, eventId, webhookId);
    },
  );

  app.post(
    `${consoleApi}/deliveries/:eventId/:webhookId/resend`,
    consoleRoute("deliveries.resend", { params, body: empty, response: deliverySummary }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { eventId, webhookId } = request.params;
      const read = () => readDelivery(deps, operatorId, eventId, webhookId);
      await read();
      const actor = { kind: "staff", staffId } as const;
      const count = await deps.webhooks.resendDead(operatorId, eventId, { webhookId, actor });
      if (count === 0) throw new ApiError("conflicting_state");
      return (await read()).delivery;
    },
  );

  app.get(
    `${consoleApi}/webhooks`,
    consoleRoute("deliveries.read", { response: endpointList }),
    async (request) => ({ data: await listEndpoints(deps, staffOf(request).operatorId) }),
  );

  app.post(
    `${consoleApi}/webhooks/:webhookId/enable`,
    consoleRoute("deliveries.resend", { params: endpointParams, body: empty, response: endpoint }),
    async (request) => {
      const { operatorId, staffId } = staffOf(request);
      const { webhookId } = request.params;
      const find = async () =>
        (await listEndpoints(deps, operatorId)).find(
          (endpoint) => endpoint.webhookId === webhookId,
        );
      if (!(await find())) throw new ApiError("resource_not_found");
      const actor = { kind: "staff", staffId } as const;
      const isEnabled = await deps.webhooks.enable(operatorId, webhookId, actor);
      const now = await find();
      if (!isEnabled || !now) throw new ApiError("conflicting_state");
      return now;
    },
  );
}
