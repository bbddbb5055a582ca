import * as z from "zod/mini";
import {
  customerHistory,
  customerList,
  customerProfile,
  customerQuery,
} from "#contract/console/customers";
import { pageQuery } from "#contract/lists";
import {
  findShownCustomer,
  isIdentityVerified,
  isVerifiedForPayouts,
  searchCustomers,
} from "../../../customers/profile/index.ts";
import { listEvents } from "../../../events/index.ts";
import { listPayments, listStoppedSavedCards, newestRefundsOf } from "../../../payments/index.ts";
import { listDisbursements } from "../../../payouts/index.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { HttpServer } from "../../../platform/http/create-http-server.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleApi, staffOf } from "../console-guard.ts";
import { consoleRoute } from "../console-route.ts";
import { nameOfCustomer } from "../names.ts";
import { resourcesOfCustomer } from "../resources-of-customer.ts";
import { summarizePayment } from "../summarize-payment.ts";

const params = z.object({ externalCustomerId: z.string() });
const newest = 10;

export function registerCustomerRoutes(app: HttpServer, deps: ConsoleDeps): void {
  app.get(
    `${consoleApi}/customers`,
    consoleRoute("customers.read", { querystring: customerQuery, response: customerList }),
    async (request) => {
      const found = await searchCustomers(deps, staffOf(request).operatorId, request.query);
      const data = found.data.map(({ externalCustomerId, data, kycStatus, createdAt }) => ({
        externalCustomerId,
        name: nameOfCustomer(data),
        email: data.email,
        kycStatus,
        country: data.address?.country ?? null,
        createdAt: createdAt.toISOString(),
      }));
      return { ...found, data };
    },
  );

  app.get(
    `${consoleApi}/customers/:externalCustomerId`,
    consoleRoute("customers.read", { params, response: customerProfile }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { externalCustomerId } = request.params;
      const customer = await findShownCustomer(deps, operatorId, externalCustomerId);
      if (!customer) throw new ApiError("resource_not_found");
      const query = { page: 1, size: newest, externalCustomerId };
      const [payments, payouts, refunds, stoppedCards] = await Promise.all([
        listPayments(deps, operatorId, query),
        listDisbursements(deps.disbursements, operatorId, query),
        newestRefundsOf(deps, operatorId, query),
        listStoppedSavedCards(deps, { operatorId, externalCustomerId }),
      ]);
      const names = {
        customerName: nameOfCustomer(customer.data),
        customerEmail: customer.data.email || null,
      };
      return {
        customer,
        isIdentityVerified: isIdentityVerified(customer),
        isVerifiedForPayouts: isVerifiedForPayouts(customer),
        stoppedCards,
        payments: {
          data: payments.data.map((intent) => summarizePayment(intent, names)),
          total: payments.total,
        },
        refunds,
        payouts: {
          data: payouts.data.map((intent) => ({ ...intent, ...names })),
          total: payouts.total,
        },
      };
    },
  );

  app.get(
    `${consoleApi}/customers/:externalCustomerId/history`,
    consoleRoute("customers.read", { params, querystring: pageQuery, response: customerHistory }),
    async (request) => {
      const { operatorId } = staffOf(request);
      const { externalCustomerId } = request.params;
      if (!(await findShownCustomer(deps, operatorId, externalCustomerId))) {
        throw new ApiError("resource_not_found");
      }
      const resourceIds = resourcesOfCustomer(operatorId, externalCustomerId);
      return listEvents(deps, operatorId, { resourceIds }, request.query);
    },
  );
}
