import * as z from "zod/mini";
import { openInquiry } from "#contract/api/disputes";
import { disputeDone } from "#contract/console/disputes";
import { drawMandate, openInquiryOf, readMandate } from "../../../payments/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { requireAttempt } from "./require-attempt.ts";

const params = z.object({ paymentIntentId: z.string(), paymentId: z.string() });
const attempt = `${consoleApi}/payments/:paymentIntentId/attempts/:paymentId`;

/** Registers the routes for banks' inquiries about ACH debits, and for the mandate as PDF. */
export function registerInquiryRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.post(
    `${attempt}/inquiries`,
    consoleRoute("disputes.answer", {
      params,
      body: openInquiry,
      response: disputeDone,
      statusCode: 201,
    }),
    async (request, reply) => {
      const { operatorId, staffId } = staffOf(request);
      const paymentId = await requireAttempt(deps, operatorId, request.params);
      const { disputeId, status } = await openInquiryOf(
        deps.payments,
        { operatorId, paymentId },
        request.body,
        { actor: { kind: "staff", staffId } },
      );
      reply.code(201);
      return { disputeId, status };
    },
  );

  app.get(
    `${attempt}/mandate`,
    consoleRoute("payments.read", { params, response: z.any() }),
    async (request, reply) => {
      const { operatorId } = staffOf(request);
      const paymentId = await requireAttempt(deps, operatorId, request.params);
      const mandate = await readMandate(deps.payments, operatorId, paymentId);
      if (!mandate) throw new ApiError("resource_not_found");
      const { settings } = await deps.operators.get(operatorId);
      reply
        .type("application/pdf")
        .header("cache-control", "no-store")
        .header("content-disposition", `attachment; filename="mandate-${paymentId}.pdf"`);
      return reply.send(await drawMandate(mandate, settings.timeZone));
    },
  );
}
