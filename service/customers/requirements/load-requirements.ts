import type { Requirement } from "#contract/client/session";
import type { Operator } from "../../operators/accounts/index.ts";
import { type CustomerDeps, findCustomer } from "../profile/index.ts";
import { mayOweAnything, type Purpose, requirementsOf } from "./requirements.ts";

/** What the engine is given. */
export interface RequirementsDeps extends CustomerDeps {
  operators: { get(operatorId: string): Operator | Promise<Operator> };
}

/** Whose requirements are asked for: the customer of one intent. */
export interface RequirementsSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/**
 * What the customer still owes before money moves, in the order in which it is asked; see
 * {@link requirementsOf}. Reads the customer only where the operator's settings ask for anything.
 */
export async function loadRequirements(
  deps: RequirementsDeps,
  subject: RequirementsSubject,
  purpose: Exclude<Purpose, "disbursement">,
): Promise<Requirement[]> {
  const { operatorId, externalCustomerId } = subject;
  const { settings } = await deps.operators.get(operatorId);
  if (!mayOweAnything(purpose, settings)) return [];
  const customer = await findCustomer(deps, operatorId, externalCustomerId);
  if (customer === undefined) throw new Error("an intent's customer is gone");
  return requirementsOf({ purpose, settings, customer });
}
