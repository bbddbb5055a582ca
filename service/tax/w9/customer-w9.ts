import type { Kysely } from "kysely";
import { loadW9Forms, presentW9State, w9FormOf } from "../../customers/profile/index.ts";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { W9FormRow } from "./tables.ts";

export interface CustomerW9 {
  status: "none" | "pending" | "completed";
  /** ISO 8601; null unless completed. */
  completedAt: string | null;
  formRevision: string | null;
  /** Whether the customer declared this, so that there is no completed form. */
  notUsPerson: boolean;
  /** Whether 24 % of their payouts are withheld. */
  backupWithholding: boolean;
  /** The IRS's result. A mismatch alone blocks nothing. */
  tinMatch: "unverified" | "pending" | "match" | "mismatch";
}

/**
 * W-9s by customer id, in two statements. `none` also if legal name or date of birth changed since the customer signed.
 * Omits unknown customers. `db` can be a transaction.
 */
export async function w9sOf(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, CustomerW9>> {
  const found = await currentForms(db, operatorId, externalCustomerIds);
  return new Map([...found].map(([id, form]) => [id, w9FromForm(form)]));
}

/** The forms that decide the status, in two statements. Omits unknown customers. */
export async function currentForms(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, W9FormRow | undefined>> {
  const ids = [...new Set(externalCustomerIds)];
  if (ids.length === 0) return new Map();
  const [customers, forms] = await Promise.all([
    db
      .selectFrom("customers")
      .select(["external_customer_id", "identity_changed_at"])
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", anyOf(ids))
      .execute(),
    loadW9Forms(db, operatorId, ids),
  ]);
  const formsOf = new Map<string, W9FormRow[]>();
  for (const form of forms) {
    const known = formsOf.get(form.external_customer_id);
    if (known) known.push(form);
    else formsOf.set(form.external_customer_id, [form]);
  }
  return new Map(
    customers.map((customer) => {
      const id = customer.external_customer_id;
      return [id, w9FormOf(formsOf.get(id) ?? [], customer)];
    }),
  );
}

/** See `w9FormOf`. */
export function w9FromForm(form: W9FormRow | undefined): CustomerW9 {
  const state = presentW9State(form);
  return {
    ...state,
    status: state.status as CustomerW9["status"],
    backupWithholding: form?.backup_withholding ?? false,
    tinMatch: form?.tin_match ?? "unverified",
  };
}
