/*
 * Customers' consents to payouts by the vendor of a bank login, as the vendor's ids. They are personal data of nobody
 * without the vendor, and sealed all the same: with our credentials they move money to the customer.
 *
 * A consent is stored when its login ends. It is kept while the login, a payout or a saved method can use it; then the
 * service ends it at the vendor and deletes it (service/payouts/methods/end-consents.ts).
 */
import type { Kysely } from "kysely";
import {
  isClaimable,
  leaseColumns,
  type MachineLease,
} from "../../../platform/database/machine-lease.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { newId } from "../../../platform/randomness.ts";
import type { PayoutConsent } from "../payout-provider.ts";

const table = "payout_consents";

/** How long a login can be used that nobody has used: service/rails/bank-login deletes it after a day. */
const loginLifeMs = 25 * 60 * 60_000;

/** A consent in the store. */
export interface KeptConsent {
  readonly operatorId: string;
  readonly consentId: string;
  /** The payout processor that can use it. */
  readonly provider: string;
}

/** Stores a consent and returns its id. */
export async function keepConsent(
  { clock, random, keyring }: Pick<PlatformDeps, "clock" | "random" | "keyring">,
  tx: Tx,
  { operatorId, provider }: Omit<KeptConsent, "consentId">,
  consent: PayoutConsent,
): Promise<string> {
  const consentId = newId({ clock, random }, "payoutConsent");
  const nowMs = clock.nowMs();
  await tx
    .insertInto(table)
    .values({
      consent_id: consentId,
      operator_id: operatorId,
      provider,
      details_sealed: keyring.encryptField(placeOf(operatorId, consentId), JSON.stringify(consent)),
      created_at: new Date(nowMs),
      next_check_at: new Date(nowMs + loginLifeMs),
    })
    .execute();
  return consentId;
}

/** The name of the processor that can use a consent; null if the consent is over, or if there is none. */
export async function payerOf(
  db: Kysely<Tables>,
  operatorId: string,
  consentId: string | null,
): Promise<string | null> {
  if (consentId === null) return null;
  const row = await db
    .selectFrom(table)
    .select("provider")
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .executeTakeFirst();
  return row?.provider ?? null;
}

/** Reads a consent; undefined if it is over, or not for this provider. The operator's key must be loaded. */
export async function readConsent(
  { keyring }: Pick<PlatformDeps, "keyring">,
  db: Kysely<Tables>,
  { operatorId, consentId, provider }: KeptConsent,
): Promise<PayoutConsent | undefined> {
  const row = await db
    .selectFrom(table)
    .select("details_sealed")
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .where("provider", "=", provider)
    .executeTakeFirst();
  if (!row) return undefined;
  return JSON.parse(keyring.decryptField(placeOf(operatorId, consentId), row.details_sealed));
}

/** Looks at this time whether a consent is still used. */
export async function recheckConsent(
  db: Kysely<Tables>,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
  atMs: number,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ next_check_at: new Date(atMs) })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .execute();
}

/** As {@link recheckConsent}, for a consent that was claimed until `claimedMs`: unless another process wants it sooner. */
export async function postponeConsent(
  db: Kysely<Tables>,
  { operatorId, consentId }: KeptConsent,
  claimedMs: number,
  atMs: number,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ next_check_at: new Date(atMs) })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .where("next_check_at", "=", new Date(claimedMs))
    .execute();
}

/** Claims consents whose check is due. */
export async function claimConsents(
  db: Kysely<Tables>,
  lease: MachineLease,
  most: number,
): Promise<KeptConsent[]> {
  const rows = await db
    .with("due", (query) =>
      query
        .selectFrom(table)
        .select("consent_id")
        .where(isClaimable(lease))
        .orderBy("next_check_at")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable(table)
    .set(leaseColumns(lease))
    .where("consent_id", "in", (select) => select.selectFrom("due").select("consent_id"))
    .returning(["operator_id", "consent_id", "provider"])
    .execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    consentId: row.consent_id,
    provider: row.provider,
  }));
}

/** Deletes a consent that is over. */
export async function forgetConsent(
  db: Kysely<Tables>,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .execute();
}

/** Deletes every operator's consents at a vendor: its name leads to another account, which does not know them. */
export async function forgetConsents(tx: Tx, provider: string): Promise<void> {
  await tx.deleteFrom(table).where("provider", "=", provider).execute();
}

function placeOf(operatorId: string, id: string) {
  return { operatorId, table, column: "details_sealed", id };
}
