import * as z from "zod/mini";
import { paymentDetail, paymentList, paymentQuery } from "../../../contract/console/payments.ts";
import { findCustomers } from "../../customers/index.ts";
import { listPayments, readPayment } from "../../payments/index.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import { listEvents } from "../../webhooks/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { paymentFilterOf } from "../filters.ts";
import { nameOfCustomer } from "../names.ts";
import { summarizePayment } from "../summarize-payment.ts";

const params = z.object({ paymentIntentId: z.string() });
const mostEvents = 100;

/** Payments: search with filters, and one with all its attempts. */
export function registerPaymentRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/payments`,
    consoleRoute("payments.read", { querystring: paymentQuery, response: paymentList }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { page, size } = request.query;
      const filter = await paymentFilterOf(deps, operatorId, request.query);
      const found = await listPayments(deps, operatorId, { page, size, ...filter });
      return { ...found, data: found.data.map(summarizePayment) };
    },
  );

  app.get(
    `${consoleApi}/payments/:paymentIntentId`,
    consoleRoute("payments.read", { params, response: paymentDetail }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { paymentIntentId } = request.params;
      const found = await readPayment(deps.payments, operatorId, paymentIntentId);
      const { externalCustomerId } = found.intent;
      const [customers, events] = await Promise.all([
        findCustomers(deps, operatorId, [externalCustomerId]),
        listEvents(
          deps,
          operatorId,
          { resourceId: paymentIntentId },
          { page: 1, size: mostEvents },
        ),
      ]);
      const data = customers.get(externalCustomerId)?.data;
      const customer = data && { email: data.email, name: nameOfCustomer(data) };
      return {
        ...found,
        customer: customer ? { externalCustomerId, ...customer } : null,
        events: events.data,
      };
    },
  );
}
