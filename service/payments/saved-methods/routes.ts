import * as z from "zod/mini";
import { removedPaymentMethod, savedPaymentMethods } from "#contract/api/payment-methods";
import { findShownCustomer } from "../../customers/profile/index.ts";
import { apiActorOf } from "../../operators/audit/index.ts";
import type { Domain } from "../../platform/domain.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { callerOf, forSecretKeys } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { MethodOwner } from "./records.ts";
import { removeMethod } from "./remove-method.ts";
import type { PaymentMethodDeps } from "./save-method.ts";

const tags = ["Customers"];

/** Removes a method; false if the customer has no such method. */
export type RemoveOwn = (owner: MethodOwner, paymentMethodId: string) => Promise<boolean>;

export interface SavedMethodsNeeds extends PaymentMethodDeps {
  /** Removes saved payout methods. */
  readonly payouts: { removeMethod: RemoveOwn };
}

export function createSavedMethods(needs: SavedMethodsNeeds): Domain {
  const removePayoutMethod = needs.payouts.removeMethod;
  return {
    register: (app) => registerPaymentMethodRoutes(app, needs, removePayoutMethod),
    jobs: [],
    commands: [],
  };
}

/**
 * Registers the routes. With a payout's client secret, `/v1/client/payment-methods` removes saved payout methods,
 * through `removePayoutMethod`.
 */
function registerPaymentMethodRoutes(
  app: HttpServer,
  deps: PaymentMethodDeps,
  removePayoutMethod: RemoveOwn,
): void {
  const path = z.object({ externalCustomerId: z.string() });

  app.get(
    "/v1/customers/:externalCustomerId/payment-methods",
    {
      config: forSecretKeys("read", "payments"),
      schema: {
        tags,
        summary: "List a customer's saved payment methods",
        description:
          "Shows the brand and the last four digits, never more. Newest first, without pages.",
        params: path,
        response: { 200: savedPaymentMethods },
      },
    },
    async (request) => {
      const { externalCustomerId } = request.params;
      const customer = await findShownCustomer(
        deps,
        callerOf(request).operatorId,
        externalCustomerId,
      );
      if (!customer) throw new ApiError("resource_not_found");
      return { data: customer.savedPaymentMethods };
    },
  );

  app.delete(
    "/v1/customers/:externalCustomerId/payment-methods/:paymentMethodId",
    {
      config: forSecretKeys("payments"),
      schema: {
        tags,
        summary: "Remove a customer's saved payment method",
        description: "Erases the stored number. A pending payment with this method continues.",
        params: z.extend(path, { paymentMethodId: z.string() }),
        response: { 200: removedPaymentMethod },
      },
    },
    async (request) => {
      const { externalCustomerId, paymentMethodId } = request.params;
      const owner = { operatorId: callerOf(request).operatorId, externalCustomerId };
      const isRemoved = await removeMethod(deps, owner, paymentMethodId, apiActorOf(request));
      if (!isRemoved) throw new ApiError("resource_not_found");
      return { paymentMethodId, removed: true as const };
    },
  );

  app.delete(
    "/v1/client/payment-methods/:paymentMethodId",
    {
      config: { access: "client_secret" },
      schema: {
        tags: ["Client"],
        summary: "Remove a saved payment method, or a saved payout method with a payout's secret",
        description:
          "Erases the stored number. The widget calls this when the customer removes the method.",
        params: z.object({ paymentMethodId: z.string() }),
        response: { 200: removedPaymentMethod },
      },
    },
    async (request) => {
      const { paymentMethodId } = request.params;
      const { subject, grant } = callerOf(request);
      const owner = grant as MethodOwner;
      let isRemoved = false;
      if (subject.startsWith("pi_")) {
        isRemoved = await removeMethod(deps, owner, paymentMethodId, "customer");
      } else if (subject.startsWith("di_")) {
        isRemoved = await removePayoutMethod(owner, paymentMethodId);
      }
      if (!isRemoved) throw new ApiError("resource_not_found");
      return { paymentMethodId, removed: true as const };
    },
  );
}
