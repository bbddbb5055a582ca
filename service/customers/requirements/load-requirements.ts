import type { Requirement } from "#contract/client/session";
import type { Operator } from "../../operators/accounts/index.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type CustomerDeps, findCustomer } from "../profile/index.ts";
import { mayRequireAnything, type Purpose, requirementsOf } from "./requirements.ts";

export interface RequirementsDeps extends CustomerDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
}

export interface RequirementsSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/**
 * See {@link requirementsOf}. Reads the customer only if the operator's settings require anything. Throws ApiError
 * `resource_not_found` if the customer was erased in the meantime.
 */
export async function loadRequirements(
  deps: RequirementsDeps,
  subject: RequirementsSubject,
  purpose: Exclude<Purpose, "disbursement">,
): Promise<Requirement[]> {
  const { operatorId, externalCustomerId } = subject;
  const { settings } = await deps.operators.get(operatorId);
  if (!mayRequireAnything(purpose, settings)) return [];
  const customer = await findCustomer(deps, operatorId, externalCustomerId);
  if (!customer) throw new ApiError("resource_not_found");
  return requirementsOf({ purpose, settings, customer });
}
