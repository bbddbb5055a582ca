import type { Kysely } from "kysely";
import type { W9State } from "#contract/api/customers";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { CustomerRow } from "./tables.ts";

/** Loads the pending and signed forms of these customers of one operator, newest first. */
export function loadW9Forms(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Tables["w9_forms"][]> {
  if (externalCustomerIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("w9_forms")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", anyOf(externalCustomerIds))
    .where("status", "!=", "void")
    .orderBy("w9_id", "desc")
    .execute();
}

/**
 * The newest form signed for the current name and date of birth, otherwise the pending one. A form for an earlier name
 * does not count (docs/customers/customers.md).
 */
export function w9FormOf(
  forms: readonly Tables["w9_forms"][],
  customer: Pick<CustomerRow, "external_customer_id" | "identity_changed_at">,
): Tables["w9_forms"] | undefined {
  const own = forms.filter((form) => form.external_customer_id === customer.external_customer_id);
  const isInForce = ({ completed_at: at }: Tables["w9_forms"]) =>
    at !== null && at >= customer.identity_changed_at;
  return own.find(isInForce) ?? own.find((form) => form.status === "pending");
}

export function presentW9State(form: Tables["w9_forms"] | undefined): W9State {
  if (!form) return { status: "none", completedAt: null, formRevision: null, notUsPerson: false };
  return {
    status: form.status,
    completedAt: form.completed_at?.toISOString() ?? null,
    formRevision: form.form_revision,
    notUsPerson: form.not_us_person,
  };
}
