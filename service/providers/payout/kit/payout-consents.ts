/*
 * Customers' consents to payouts by a bank login's vendor, as the vendor's ids. Only the vendor knows whom they
 * identify. They are sealed anyway: with our credentials they can move money to the customer.
 *
 * A consent is stored when its login begins, before anybody can give it. It is kept while the login, a payout or a
 * saved method can use it; then the service ends it at the vendor and deletes it
 * (service/payouts/methods/end-consents.ts).
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
import type { LoginConsent, PayoutConsent } from "../payout-provider.ts";

const table = "payout_consents";

/** How long a confirmed login can be used: service/rails/bank-login deletes it after a day. */
export const loginLifeMs = 25 * 60 * 60_000;

export interface KeptConsent {
  readonly operatorId: string;
  readonly consentId: string;
  /** The payout processor that can use it. */
  readonly provider: string;
}

/** A consent with a due check. */
export interface DueConsent extends KeptConsent {
  readonly createdAtMs: number;
  /** Whether nothing may use it now: the vendor has ended it, or we have begun to end it. */
  readonly hasEnded: boolean;
  /** Failed requests to the vendor to end it. */
  readonly tries: number;
}

/** Stores the consent that a login asks for, and returns its id. The consent ends if nothing uses it within `forMs`. */
export async function keepConsent(
  { clock, random, keyring }: Pick<PlatformDeps, "clock" | "random" | "keyring">,
  tx: Tx,
  operatorId: string,
  { payer, ...consent }: LoginConsent,
  forMs: number,
): Promise<string> {
  const consentId = newId({ clock, random }, "payoutConsent");
  const nowMs = clock.nowMs();
  await tx
    .insertInto(table)
    .values({
      consent_id: consentId,
      operator_id: operatorId,
      provider: payer,
      details_sealed: keyring.encryptField(placeOf(operatorId, consentId), JSON.stringify(consent)),
      created_at: new Date(nowMs),
      next_check_at: new Date(nowMs + forMs),
    })
    .execute();
  return consentId;
}

/** Adds what the vendor said when the customer agreed. The consent ends if nothing uses it within `forMs`. */
export async function completeConsent(
  { clock, keyring }: Pick<PlatformDeps, "clock" | "keyring">,
  tx: Tx,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
  { payer: _, ...consent }: LoginConsent,
  forMs: number,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({
      details_sealed: keyring.encryptField(placeOf(operatorId, consentId), JSON.stringify(consent)),
      next_check_at: new Date(clock.nowMs() + forMs),
    })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .execute();
}

/** The processor that can pay with a consent; null if there is none or it has ended. */
export async function payerOf(
  db: Kysely<Tables>,
  operatorId: string,
  consentId: string | null,
): Promise<string | null> {
  if (consentId === null) return null;
  const row = await liveConsent(db, operatorId, consentId).executeTakeFirst();
  return row?.provider ?? null;
}

/** {@link payerOf}. Nothing ends the consent until the transaction, which stores its use, ends. */
export async function heldPayerOf(
  tx: Tx,
  operatorId: string,
  consentId: string | null,
): Promise<string | null> {
  if (consentId === null) return null;
  const row = await liveConsent(tx, operatorId, consentId).forShare().executeTakeFirst();
  return row?.provider ?? null;
}

function liveConsent(db: Kysely<Tables>, operatorId: string, consentId: string) {
  return db
    .selectFrom(table)
    .select("provider")
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .where("ended_at", "is", null);
}

/** Locks a consent before its uses are read: {@link heldPayerOf} waits, or has stored its use. */
export async function lockConsent(
  tx: Tx,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
): Promise<void> {
  await tx
    .selectFrom(table)
    .select("consent_id")
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .forUpdate()
    .executeTakeFirst();
}

/** Bars every later use of a consent, before the vendor is asked to end it. */
export async function barConsent(
  tx: Tx,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ ended_at: new Date(nowMs) })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .where("ended_at", "is", null)
    .execute();
}

/** Reads a consent; undefined if it was deleted or belongs to another provider. The operator's key must be loaded. */
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

/** Checks now whether a consent is still used. */
export async function recheckConsent(
  db: Kysely<Tables>,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ next_check_at: new Date(nowMs) })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .execute();
}

/** Notes that the vendor no longer accepts a consent, so that nothing more is sent with it. */
export async function markConsentEnded(
  db: Kysely<Tables>,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ ended_at: new Date(nowMs), next_check_at: new Date(nowMs) })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .execute();
}

/** Checks a claimed consent again at this time, unless another process has scheduled an earlier check. */
export async function postponeConsent(
  db: Kysely<Tables>,
  { operatorId, consentId }: KeptConsent,
  { untilMs }: MachineLease,
  { atMs, tries }: { readonly atMs: number; readonly tries: number },
): Promise<void> {
  await db
    .updateTable(table)
    .set({ next_check_at: new Date(atMs), tries })
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .where("next_check_at", "=", new Date(untilMs))
    .execute();
}

/** Claims at most `most` due consents of all operators for this process. */
export async function claimConsents(
  db: Kysely<Tables>,
  lease: MachineLease,
  most: number,
): Promise<DueConsent[]> {
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
    .returning(["operator_id", "consent_id", "provider", "created_at", "ended_at", "tries"])
    .execute();
  return rows.map((row) => ({
    operatorId: row.operator_id,
    consentId: row.consent_id,
    provider: row.provider,
    createdAtMs: row.created_at.getTime(),
    hasEnded: row.ended_at !== null,
    tries: row.tries,
  }));
}

/** Deletes our record of a consent. It does not end the consent at the vendor. */
export async function deleteConsent(
  db: Kysely<Tables>,
  { operatorId, consentId }: Omit<KeptConsent, "provider">,
): Promise<void> {
  await db
    .deleteFrom(table)
    .where("operator_id", "=", operatorId)
    .where("consent_id", "=", consentId)
    .execute();
}

/** Counts all operators' consents left for this provider. */
export async function countConsents(db: Kysely<Tables>, provider: string): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("provider", "=", provider)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Deletes every operator's consents at a vendor: its name leads to another account, which does not know them. */
export async function deleteConsents(tx: Tx, provider: string): Promise<void> {
  await tx.deleteFrom(table).where("provider", "=", provider).execute();
}

function placeOf(operatorId: string, id: string) {
  return { operatorId, table, column: "details_sealed", id };
}
