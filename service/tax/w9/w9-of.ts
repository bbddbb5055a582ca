import type { Kysely } from "kysely";
import { loadW9Forms, presentW9State, w9FormOf } from "../../customers/profile/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { W9FormRow } from "./tables.ts";

/** How a customer stands with their W-9. */
export interface CustomerW9 {
  status: "none" | "pending" | "completed";
  /** ISO 8601; null unless completed. */
  completedAt: string | null;
  formRevision: string | null;
  /** They said that they are not a US person; then there is no completed form. */
  notUsPerson: boolean;
  /** 24 % are withheld of what they are paid. */
  backupWithholding: boolean;
  /** Whether the IRS knows this name and number together. A mismatch blocks nothing by itself. */
  tinMatch: "unverified" | "pending" | "match" | "mismatch";
}

/**
 * How a customer stands with their W-9: `none` also for an unknown customer, and for one whose legal
 * name or date of birth has changed since they signed. `db` may be a transaction.
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
  return standingOn(customer && w9FormOf(forms, customer));
}

/** How a customer stands whose form this is; see `w9FormOf`. */
export function standingOn(form: W9FormRow | undefined): CustomerW9 {
  const state = presentW9State(form);
  return {
    ...state,
    status: state.status as CustomerW9["status"],
    backupWithholding: form?.backup_withholding ?? false,
    tinMatch: form?.tin_match ?? "unverified",
  };
}
