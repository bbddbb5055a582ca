import type { Kysely } from "kysely";
import { maskTin, type TinType } from "#contract/tin";
import { loadW9Forms, w9FormOf } from "../../customers/profile/index.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { type CustomerW9, w9FromForm } from "./customer-w9.ts";
import { logAccess, type W9Actor } from "./store/access-log.ts";
import { openSignedForm, openTin, type SignedForm } from "./store/signed-form.ts";
import type { W9FormRow } from "./tables.ts";

/** The payee on the valid signed W-9: what tax forms show about them. */
export interface Payee
  extends Pick<SignedForm, "name" | "person" | "businessName" | "address" | "accountNumber"> {
  readonly w9Id: string;
  readonly tinType: TinType;
  /** `XXX-XX-1234`, or `XX-XXX1234` for an EIN. */
  readonly maskedTin: string;
}

type PayeeDeps = Pick<PlatformDeps, "keyring">;

/** A customer's payee, with the W-9 status that explains why there may be none. */
export interface PayeeWithW9 {
  /** From the valid W-9; null if there is none or if the customer is not a US person. */
  readonly payee: Payee | null;
  readonly w9: CustomerW9;
}

/** The payee on the customer's valid W-9; null if there is none or if they are not a US person. */
export async function payeeOf(
  deps: PayeeDeps,
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerId: string,
): Promise<Payee | null> {
  const found = await payeesOf(deps, db, operatorId, [externalCustomerId]);
  return found.get(externalCustomerId)?.payee ?? null;
}

/** Payees of many customers by id, in two statements. Unknown customers are left out. */
export async function payeesOf(
  deps: PayeeDeps,
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, PayeeWithW9>> {
  const ids = [...new Set(externalCustomerIds)];
  if (ids.length === 0) return new Map();
  const [customers, forms] = await Promise.all([
    db
      .selectFrom("customers")
      .select(["external_customer_id", "identity_changed_at"])
      .where("operator_id", "=", operatorId)
      .where("external_customer_id", "in", ids)
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
      const form = w9FormOf(formsOf.get(customer.external_customer_id) ?? [], customer);
      const payee = form?.status === "completed" ? payeeOn(deps, form) : null;
      return [customer.external_customer_id, { payee, w9: w9FromForm(form) }];
    }),
  );
}

function payeeOn(deps: PayeeDeps, row: W9FormRow): Payee | null {
  const form = openSignedForm(deps.keyring, row);
  if (!form) return null;
  const { name, person, businessName, address, accountNumber, tinType, tinLast4 } = form;
  const maskedTin = maskTin(tinLast4, form.tinBox);
  return {
    w9Id: row.w9_id,
    name,
    person,
    businessName,
    address,
    accountNumber,
    tinType,
    maskedTin,
  };
}

/**
 * The nine digits for a filing; null if there are none. Logs the access in the same transaction.
 */
export async function revealTin(
  deps: PayeeDeps & Pick<PlatformDeps, "clock">,
  tx: Kysely<Tables>,
  subject: { operatorId: string; externalCustomerId: string; actor: W9Actor },
): Promise<string | null> {
  const row = await formInForce(tx, subject.operatorId, subject.externalCustomerId);
  const tin = row ? openTin(deps.keyring, row) : null;
  if (row && tin !== null) {
    await logAccess(deps, tx, row, { actor: subject.actor, action: "tin_revealed" });
  }
  return tin;
}

async function formInForce(
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerId: string,
): Promise<W9FormRow | undefined> {
  const customer = await db
    .selectFrom("customers")
    .select(["external_customer_id", "identity_changed_at"])
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirst();
  const forms = customer ? await loadW9Forms(db, operatorId, [externalCustomerId]) : [];
  const form = customer && w9FormOf(forms, customer);
  return form?.status === "completed" ? form : undefined;
}
