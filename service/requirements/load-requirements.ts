import type { Requirement } from "../../contract/client/session.ts";

/** Whose requirements are asked for: the customer of one intent. */
export interface RequirementsSubject {
  readonly operatorId: string;
  readonly externalCustomerId: string;
}

/**
 * What the customer still owes before money moves, in the order in which it is asked. Card payments
 * ask for nothing yet; the place is here so that later checks need no new shape.
 */
export async function loadRequirements(_subject: RequirementsSubject): Promise<Requirement[]> {
  return [];
}
