import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { w9Case, w9List } from "#contract/console/w9";
import { findShownCustomer } from "../../../customers/profile/index.ts";
import { staffNames } from "../../../operators/staff/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import { listW9s, readW9, readW9Copy, requestNewW9, type W9Key } from "../../../tax/w9/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";

const customerParams = z.object({ externalCustomerId: z.string() });
const params = z.object({ w9Id: z.string() });

export function registerW9Routes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/customers/:externalCustomerId/w9s`,
    consoleRoute("customers.read", { params: customerParams, response: w9List }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { externalCustomerId } = request.params;
      const customer = await findShownCustomer(deps, operatorId, externalCustomerId);
      if (!customer) throw new ApiError("resource_not_found");
      return { data: await listW9s(deps.tax, { operatorId, externalCustomerId }) };
    },
  );

  app.get(
    `${consoleApi}/w9s/:w9Id`,
    consoleRoute("payouts.decide", { params, response: w9Case }),
    async (request) => {
      const w9Case = await readW9(deps.tax, keyOf(request, request.params.w9Id));
      const staffIdOf = (actor: string) => /^staff:(.+)$/.exec(actor)?.[1];
      const ids = w9Case.accesses.flatMap(({ actor }) => staffIdOf(actor) ?? []);
      const nameOf = await staffNames(deps, staffOf(request).operatorId, ids);
      const accesses = w9Case.accesses.map((entry) => {
        const staffId = staffIdOf(entry.actor);
        return staffId === undefined ? entry : { ...entry, actor: nameOf(staffId).name };
      });
      return { ...w9Case, accesses };
    },
  );

  app.get(
    `${consoleApi}/w9s/:w9Id/copy`,
    consoleRoute("tax.file", { params, response: z.any() }),
    async (request, reply) => {
      const pdf = await readW9Copy(deps.tax, keyOf(request, request.params.w9Id));
      return reply
        .type("application/pdf")
        .header("content-disposition", 'attachment; filename="form-w-9.pdf"')
        .send(pdf);
    },
  );

  app.post(
    `${consoleApi}/w9s/:w9Id/request-again`,
    consoleRoute("payouts.decide", { params, body: z.strictObject({}), response: w9List }),
    async (request) => {
      const { externalCustomerId } = await requestNewW9(
        deps.tax,
        keyOf(request, request.params.w9Id),
      );
      const { operatorId } = staffOf(request);
      return { data: await listW9s(deps.tax, { operatorId, externalCustomerId }) };
    },
  );
}

function keyOf(request: FastifyRequest, w9Id: string): W9Key {
  const { operatorId, staffId } = staffOf(request);
  return { operatorId, staffId, w9Id };
}
