import type { Kysely } from "kysely";
import { loadW9Forms, presentW9State, w9FormOf } from "../../customers/profile/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { W9FormRow } from "./tables.ts";

/** The status of a customer's W-9. */
export interface CustomerW9 {
  status: "none" | "pending" | "completed";
  /** ISO 8601; null unless completed. */
  completedAt: string | null;
  formRevision: string | null;
  /** They declared that they are not a US person. Then there is no completed form. */
  notUsPerson: boolean;
  /** 24 % of their payouts are withheld. */
  backupWithholding: boolean;
  /** Whether IRS records have this name and TIN together. A mismatch by itself blocks nothing. */
  tinMatch: "unverified" | "pending" | "match" | "mismatch";
}

/**
 * The status of a customer's W-9. `none` also for an unknown customer, and for one whose legal name
 * or date of birth has changed since they signed. `db` can be a transaction.
 */
export async function w9Of(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerId: string,
): Promise<CustomerW9> {
  const [customer, forms] = await Promise.all([
    db
      .selectFrom("customers")
      .select(["external_customer_id", "identity_changed_at"])
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "=", externalCustomerId)
      .executeTakeFirst(),
    loadW9Forms(db, operatorId, [externalCustomerId]),
  ]);
  return w9FromForm(customer && w9FormOf(forms, customer));
}

/** The W-9 status that follows from a form; see `w9FormOf`. */
export function w9FromForm(form: W9FormRow | undefined): CustomerW9 {
  const state = presentW9State(form);
  return {
    ...state,
    status: state.status as CustomerW9["status"],
    backupWithholding: form?.backup_withholding ?? false,
    tinMatch: form?.tin_match ?? "unverified",
  };
}
