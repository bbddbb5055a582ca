import type { FastifyRequest } from "fastify";
import type { CustomerData, CustomerDataUpdate } from "#contract/api/customers";
import {
  type FilledInCustomerData,
  type FillInCustomerData,
  filledInCustomerData,
  fillInCustomerData,
} from "#contract/client/customer-data";
import type { Requirement } from "#contract/client/session";
import { requiredAddressParts } from "#contract/required-address-parts";
import type { OperatorSettings } from "../../operators/accounts/index.ts";
import type { Tx } from "../../platform/database/transaction.ts";
import type { Domain } from "../../platform/domain.ts";
import { fieldError, refuseFields } from "../../platform/http/api-error.ts";
import { callerOf, requireOpenWindow } from "../../platform/http/authentication.ts";
import type { HttpServer } from "../../platform/http/create-http-server.ts";
import type { Idempotency } from "../../platform/http/idempotency.ts";
import {
  type IdentityChangeDeps,
  type KnownCustomer,
  type PhoneNoticeDeps,
  updateCustomerData,
} from "../profile/index.ts";
import type { RequirementsDeps } from "./load-requirements.ts";
import { type PayoutContext, type Purpose, requirementsOf } from "./requirements.ts";

/**
 * Reads the payout from the client secret's grant, with this transaction only: on the embedded store, a second
 * connection would wait for its end.
 */
export type PayoutContextOf = (
  tx: Tx,
  grant: unknown,
  customer: KnownCustomer,
  settings: OperatorSettings,
) => Promise<PayoutContext>;

export interface RequirementsNeeds extends RequirementsDeps, PhoneNoticeDeps, IdentityChangeDeps {
  readonly idempotency: Idempotency;
  readonly webhooks: { wake(): void };
  readonly payoutContextOf: PayoutContextOf;
}

export function createRequirements(needs: RequirementsNeeds): Domain {
  return { register: (app) => registerRequirements(app, needs), jobs: [], commands: [] };
}

/** Registers the route with which customers fill in missing data. */
function registerRequirements(app: HttpServer, deps: RequirementsNeeds): void {
  app.put(
    "/v1/client/customer-data",
    {
      config: { access: "client_secret" },
      schema: {
        summary: "Fill in the customer's missing data",
        description:
          "Accepts only missing fields. Only the operator's server can change existing data.",
        tags: ["Client"],
        body: fillInCustomerData,
        response: { 200: filledInCustomerData },
      },
    },
    async (request, reply) => {
      requireOpenWindow(request, deps.clock);
      const { operatorId } = callerOf(request);
      const externalCustomerId = customerIdOf(request);
      return deps.idempotency.respondOnce(request, reply, async (claim) => {
        const { settings } = await deps.operators.get(operatorId);
        const purpose = purposeOf(request);
        let body: FilledInCustomerData = { requirements: [] };
        let before: CustomerData | undefined;
        await updateCustomerData(
          deps,
          "customer",
          operatorId,
          externalCustomerId,
          request.body as CustomerDataUpdate,
          {
            // The customer is locked: a second submission sees the first.
            check(stored) {
              refuseExisting(stored, request.body);
              before = stored;
            },
            alsoWrite: async (tx, filledIn) => {
              const { grant } = callerOf(request);
              const payout =
                purpose === "disbursement"
                  ? await deps.payoutContextOf(tx, grant, filledIn, settings)
                  : undefined;
              const customer = { ...filledIn, data: before ?? filledIn.data };
              refuseNotRequired(
                requirementsOf({ purpose, settings, customer, payout }),
                request.body,
              );
              const context = { purpose, settings, customer: filledIn, payout };
              body = { requirements: requirementsOf(context) };
              await claim.store(tx, { statusCode: 200, body });
            },
          },
        );
        deps.webhooks.wake();
        return { statusCode: 200, body };
      });
    },
  );
}

/**
 * A client secret identifies an intent, not a person: it may add data but change nothing. Throws 400
 * `validation_failed` with each field that has a value.
 */
function refuseExisting(stored: CustomerData, given: FillInCustomerData): void {
  const errors = Object.entries(given).flatMap(([path, value]) => {
    const before = stored[path as keyof CustomerData];
    const isOpen = path === "address" ? isIncomplete(stored.address) : before === null;
    if (isOpen && value !== null) return [];
    const message = "This field already has a value. Only the operator can change it.";
    return [fieldError(path, "invalid_value", message)];
  });
  refuseFields(errors);
}

/**
 * Refuses data that is not required: a payment's secret could otherwise set data that a payout or a W-9 relies on.
 * Middle name and suffix may accompany a legal name. Throws 400 `validation_failed` with each field that is not
 * required.
 */
function refuseNotRequired(requirements: readonly Requirement[], given: FillInCustomerData): void {
  const fields = requirements.flatMap((requirement) =>
    requirement.type === "customer_data" ? (requirement["fields"] as string[]) : [],
  );
  const allowed = new Set(fields.map((path) => path.split(".")[0]));
  if (allowed.has("firstName") || allowed.has("lastName")) {
    allowed.add("middleName").add("suffix");
  }
  const errors = Object.keys(given)
    .filter((path) => !allowed.has(path))
    .map((path) => fieldError(path, "invalid_value", "This field is not required here."));
  refuseFields(errors);
}

function isIncomplete(address: CustomerData["address"]): boolean {
  if (address === null || address.country === null) return true;
  return requiredAddressParts(address.country).some((part) => address[part] === null);
}

function customerIdOf(request: FastifyRequest): string {
  const { externalCustomerId } = callerOf(request).grant as { externalCustomerId?: string };
  if (externalCustomerId === undefined) throw new Error("the grant has no customer");
  return externalCustomerId;
}

/** `di_…` is a payout intent, `kyc_…` a customer's verification. */
function purposeOf(request: FastifyRequest): Purpose {
  const { subject } = callerOf(request);
  if (subject.startsWith("kyc_")) return "kyc";
  return subject.startsWith("di_") ? "disbursement" : "payment";
}
