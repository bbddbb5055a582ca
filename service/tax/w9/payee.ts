import type { Kysely } from "kysely";
import { maskTin, type TinType } from "#contract/tin";
import type { Tables } from "../../platform/database/tables.ts";
import type { PlatformDeps } from "../../platform/platform-deps.ts";
import { unlessBroken } from "../../platform/secrets/seal.ts";
import { type CustomerW9, currentForms, w9FromForm } from "./customer-w9.ts";
import { logAccesses, type W9Actor } from "./store/access-log.ts";
import { openSignedForm, openTin, type SignedForm } from "./store/signed-form.ts";
import type { W9FormRow } from "./tables.ts";

/** The payee of tax forms, from the valid signed W-9. */
export interface Payee
  extends Pick<SignedForm, "name" | "person" | "businessName" | "address" | "accountNumber"> {
  readonly w9Id: string;
  readonly tinType: TinType;
  /** `XXX-XX-1234`, or `XX-XXX1234` for an EIN. */
  readonly maskedTin: string;
}

type PayeeDeps = Pick<PlatformDeps, "keyring">;

/** The W-9 explains why there may be no payee. */
export interface PayeeWithW9 {
  /** Null without a valid W-9, if nobody can decrypt it, or if the customer is not a US person. */
  readonly payee: Payee | null;
  readonly w9: CustomerW9;
}

/** The payee of a valid W-9; null without one, or if the customer is not a US person. */
export async function payeeOf(
  deps: PayeeDeps,
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerId: string,
): Promise<Payee | null> {
  const found = await payeesOf(deps, db, operatorId, [externalCustomerId]);
  return found.get(externalCustomerId)?.payee ?? null;
}

/** Payees by customer id, in two statements. Omits unknown customers. */
export async function payeesOf(
  deps: PayeeDeps,
  db: Kysely<Tables>,
  operatorId: string,
  externalCustomerIds: readonly string[],
): Promise<Map<string, PayeeWithW9>> {
  const forms = await currentForms(db, operatorId, externalCustomerIds);
  return new Map(
    [...forms].map(([id, form]) => {
      const payee = form?.status === "completed" ? payeeOn(deps, form) : null;
      return [id, { payee, w9: w9FromForm(form) }];
    }),
  );
}

function payeeOn(deps: PayeeDeps, row: W9FormRow): Payee | null {
  const form = unlessBroken(() => openSignedForm(deps.keyring, row));
  // A form is filed only with its TIN.
  if (!form || !unlessBroken(() => openTin(deps.keyring, row))) return null;
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

/** Reads a TIN of nine digits for a filing, or null. Logs the access in the same transaction. */
export async function revealTin(
  deps: PayeeDeps & Pick<PlatformDeps, "clock">,
  tx: Kysely<Tables>,
  subject: { operatorId: string; externalCustomerId: string; actor: W9Actor },
): Promise<string | null> {
  const { externalCustomerId, ...rest } = subject;
  const tins = await revealTins(deps, tx, { ...rest, externalCustomerIds: [externalCustomerId] });
  return tins.get(externalCustomerId) ?? null;
}

/** Reads TINs by customer id, in three statements. Omits customers without one. Logs one access per customer. */
export async function revealTins(
  deps: PayeeDeps & Pick<PlatformDeps, "clock">,
  tx: Kysely<Tables>,
  subject: { operatorId: string; externalCustomerIds: readonly string[]; actor: W9Actor },
): Promise<Map<string, string>> {
  const forms = await currentForms(tx, subject.operatorId, subject.externalCustomerIds);
  const tins = new Map<string, string>();
  const revealed: W9FormRow[] = [];
  for (const [id, form] of forms) {
    const tin =
      form?.status === "completed" ? unlessBroken(() => openTin(deps.keyring, form)) : null;
    if (!form || !tin) continue;
    tins.set(id, tin);
    revealed.push(form);
  }
  await logAccesses(deps, tx, revealed, { actor: subject.actor, action: "tin_revealed" });
  return tins;
}
