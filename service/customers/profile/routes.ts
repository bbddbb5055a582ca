import * as z from "zod/mini";
import {
  createCustomer as createCustomerBody,
  customer,
  customerDataUpdate,
} from "#contract/api/customers";
import { apiKeyScopes } from "#contract/api-key-scopes";
import { errorResponse } from "#contract/error-response";
import { listOf, pageQuery } from "#contract/lists";
import { createRowCount } from "../../platform/database/row-count.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { countedCustomers } from "./customer-store.ts";
import {
  type CustomerDeps,
  createCustomer,
  findCustomer,
  type IdentityChangeDeps,
  listCustomers,
  type PhoneNoticeDeps,
  type StartVerification,
  updateCustomerData,
} from "./customers.ts";

const path = z.object({ externalCustomerId: z.string() });
const tags = ["Customers"];

/** RFC 9745. `verifyAfterCreation` was deprecated from the first version on. */
const verifyAfterCreationDeprecated = "@1767225600";

export interface CustomersNeeds
  extends CustomerDeps,
    PhoneNoticeDeps,
    IdentityChangeDeps,
    Pick<PlatformDeps, "log"> {
  readonly idempotency: Idempotency;
  readonly startVerification: StartVerification;
  readonly webhooks: { wake(): void };
}

export function registerCustomers(app: HttpServer, deps: CustomersNeeds): void {
  const customerCount = createRowCount(deps, countedCustomers);
  app.post(
    "/v1/customers",
    {
      config: forSecretKeys("payments", "payouts"),
      schema: {
        summary: "Create a customer",
        description:
          "Create a customer before intents, verifications and tax forms, which refer to it. The " +
          "e-mail address is required and unique among your customers.",
        tags,
        body: createCustomerBody,
        response: { 201: customer },
      },
    },
    (request, reply) => {
      if (request.body.verifyAfterCreation != null)
        reply.header("deprecation", verifyAfterCreationDeprecated);
      return deps.idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const body = await createCustomer(deps, operatorId, request.body, (tx, created) =>
          claim.store(tx, { statusCode: 201, body: created }),
        );
        deps.webhooks.wake();
        return { statusCode: 201, body };
      });
    },
  );

  app.get(
    "/v1/customers",
    {
      config: forSecretKeys("read", "payments", "payouts"),
      schema: {
        summary: "List customers, newest first",
        description: "With their data, verifications, W-9 and saved payment methods.",
        tags,
        querystring: pageQuery,
        response: { 200: listOf(customer) },
      },
    },
    (request) =>
      listCustomers({ ...deps, customerCount }, callerOf(request).operatorId, request.query),
  );

  app.get(
    "/v1/customers/:externalCustomerId",
    {
      config: forSecretKeys("read", "payments", "payouts"),
      schema: {
        summary: "Get a customer",
        description: "With their data, verifications, W-9 and saved payment methods.",
        tags,
        params: path,
        response: { 200: customer },
      },
    },
    async (request) => {
      const { externalCustomerId } = request.params;
      const customer = await findCustomer(deps, callerOf(request).operatorId, externalCustomerId);
      if (!customer) throw new ApiError("resource_not_found");
      return customer;
    },
  );

  app.put(
    "/v1/customers/:externalCustomerId/data",
    {
      config: forSecretKeys("payments", "payouts"),
      schema: {
        summary: "Update a customer's data",
        description:
          "Merges the sent fields: an address is replaced as a whole, null clears a field. A changed " +
          "legal name or date of birth expires the identity verification and voids the W-9, each " +
          "with its event. A changed phone number must be verified again. When a verified number " +
          "changes, the old number gets a text message.",
        tags,
        params: path,
        body: customerDataUpdate,
        response: { 200: customer },
      },
    },
    (request, reply) =>
      deps.idempotency.respondOnce(request, reply, async (claim) => {
        const { operatorId } = callerOf(request);
        const { externalCustomerId } = request.params;
        const body = await updateCustomerData(
          deps,
          "operator",
          operatorId,
          externalCustomerId,
          request.body,
          { alsoWrite: (tx, updated) => claim.store(tx, { statusCode: 200, body: updated }) },
        );
        deps.phoneNotices.wake();
        deps.webhooks.wake();
        return { statusCode: 200, body };
      }),
  );

  const withdrawn = async (): Promise<never> => {
    throw new ApiError("withdrawn");
  };
  const config = forSecretKeys(...apiKeyScopes);
  const shown = { tags, deprecated: true, response: { 410: errorResponse } };
  app.get(
    "/v1/customers/kyc-for-review",
    {
      config,
      schema: {
        ...shown,
        summary: "List customers to review (withdrawn)",
        description: "Always 410 `withdrawn`. Staff review in the console.",
      },
    },
    withdrawn,
  );
  app.post(
    "/v1/customers/:externalCustomerId/kyc-verify/:type",
    {
      config,
      schema: {
        ...shown,
        summary: "Verify a customer (withdrawn)",
        description: "Always 410 `withdrawn`. Use the links of `kyc-info` instead.",
        params: z.extend(path, { type: z.string() }),
      },
    },
    withdrawn,
  );
}
