import type { Kysely } from "kysely";
import { expect } from "vitest";
import type { Tables } from "../../../platform/database/tables.ts";
import { type CustomerW9, w9sOf } from "../index.ts";

/** The W-9 of a known customer. */
export async function w9Of(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerId: string,
): Promise<CustomerW9> {
  const found = await w9sOf(db, operatorId, [externalCustomerId]);
  return found.get(externalCustomerId) ?? expect.fail("the customer is unknown");
}
