/**
 * Continues a verification on another device, by a link with its own secret after the `#`.
 *
 * Guarantees:
 * - The secret opens `/v1/client/kyc…` for one verification, and no data, payment or further link of the customer.
 * - The customer must open the link within minutes. It then works until an hour after its last step.
 * - A customer has one link of each kind (a payment's, any other): a new one invalidates the old one. It follows the
 *   customer into a retry of its kind.
 * - Its steps extend the capture of the secret that created it, which the first device uses.
 */

import type { Kysely } from "kysely";
import type { KycHandoffState } from "#contract/client/kyc";
import type { Tables } from "../../../platform/database/tables.ts";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ClientSecretResolver } from "../../../platform/http/authentication.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { newId } from "../../../platform/randomness.ts";
import { hashSecret, isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import type { KycCaller } from "../capture/customer-step.ts";
import type { KycSubject } from "../kyc-deps.ts";
import { captureLifeMs, type KycGrant } from "../links/kyc-links.ts";
import { listVerifications } from "../store/verification-store.ts";
import type { KycHandoffRow } from "../tables.ts";

/** How long a new link can be opened. */
export const handoffLifeMs = 15 * 60 * 1000;
/** A repeated request returns the same link, unless it expires sooner than this. */
const minRemainingMs = 2 * 60 * 1000;

export interface KycHandoffGrant {
  readonly externalCustomerId: string;
  readonly handoffId: string;
  readonly fromPayment: boolean;
  /** The handoff's steps extend this link's capture. */
  readonly link: KycGrant | undefined;
}

/**
 * The handoff of the verification. Replaces one with less than {@link minRemainingMs} left, or of an older
 * verification.
 */
export async function issueHandoff(
  deps: Pick<PlatformDeps, "clock" | "random">,
  tx: Tx,
  caller: KycCaller,
  kycVerificationId: string,
): Promise<KycHandoffRow> {
  const { operatorId, externalCustomerId, link } = caller;
  const fromPayment = caller.secret === "payment";
  const nowMs = deps.clock.nowMs();
  const row = await findByCustomer(tx, caller);
  if (row?.kyc_verification_id === kycVerificationId) {
    if (row.expires_at.getTime() - nowMs >= minRemainingMs) return row;
  }
  if (row) {
    await tx.deleteFrom("kyc_handoffs").where("handoff_id", "=", row.handoff_id).execute();
  }
  return tx
    .insertInto("kyc_handoffs")
    .values({
      handoff_id: newId(deps, "kycHandoff"),
      operator_id: operatorId,
      external_customer_id: externalCustomerId,
      kyc_verification_id: kycVerificationId,
      link_id: link?.linkId ?? null,
      link_generation: link?.generation ?? null,
      from_payment: fromPayment,
      expires_at: new Date(nowMs + handoffLifeMs),
      opened_at: null,
      created_at: new Date(nowMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The secret follows the `#`, so no server receives it. */
export function handoffUrl(
  { keyring, config }: Pick<PlatformDeps, "keyring" | "config">,
  row: KycHandoffRow,
): string {
  return `${config.publicUrl}/verify/phone?for=${row.operator_id}#${secretOf(keyring, row)}`;
}

/** The state of the handoff; null if there is no handoff. */
export async function handoffState(
  db: Kysely<Tables>,
  clock: PlatformDeps["clock"],
  caller: KycSubject & Pick<KycCaller, "secret">,
  kycVerificationId: string,
): Promise<KycHandoffState | null> {
  const row = await findByCustomer(db, caller);
  if (row?.kyc_verification_id !== kycVerificationId) return null;
  if (row.expires_at.getTime() <= clock.nowMs()) return null;
  return {
    expiresAt: row.expires_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
  };
}

/** Opens the handoff: from now on the link lives as long as a capture. */
export async function openHandoff(
  db: Kysely<Tables>,
  handoffId: string,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable("kyc_handoffs")
    .set({ opened_at: new Date(nowMs), expires_at: new Date(nowMs + captureLifeMs) })
    .where("handoff_id", "=", handoffId)
    .where("opened_at", "is", null)
    .execute();
}

/** The handoff then ends {@link captureLifeMs} from now. */
export async function extendHandoff(tx: Tx, handoffId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable("kyc_handoffs")
    .set({ expires_at: new Date(nowMs + captureLifeMs) })
    .where("handoff_id", "=", handoffId)
    .execute();
}

/**
 * Moves the link to the retry, so that the second device can continue. A link of the other kind stays: a payment's
 * device has no part in a payout's retry.
 */
export async function moveHandoff(
  tx: Tx,
  fromId: string,
  toId: string,
  fromPayment: boolean,
): Promise<void> {
  await tx
    .updateTable("kyc_handoffs")
    .set({ kyc_verification_id: toId })
    .where("kyc_verification_id", "=", fromId)
    .where("from_payment", "=", fromPayment)
    .execute();
}

/** Also throws `client_secret_expired` if the customer has a newer verification. */
export function resolveHandoffSecret(deps: PlatformDeps): ClientSecretResolver {
  const { database, keyring, clock } = deps;
  return async ({ id, secretHash }) => {
    const row = await database.kysely
      .selectFrom("kyc_handoffs")
      .selectAll()
      .where("handoff_id", "=", id)
      .executeTakeFirst();
    if (!row) return undefined;
    await keyring.load(row.operator_id);
    if (!isSameSecret(hashSecret(secretOf(keyring, row)), secretHash)) return undefined;
    const subject = { operatorId: row.operator_id, externalCustomerId: row.external_customer_id };
    const [newest] = await listVerifications(database.kysely, subject);
    const isExpired = clock.nowMs() >= row.expires_at.getTime();
    if (isExpired || newest?.kyc_verification_id !== row.kyc_verification_id) {
      throw new ApiError("client_secret_expired");
    }
    const { externalCustomerId } = subject;
    const grant: KycHandoffGrant = {
      externalCustomerId,
      handoffId: row.handoff_id,
      fromPayment: row.from_payment,
      link:
        row.link_id === null || row.link_generation === null
          ? undefined
          : {
              externalCustomerId,
              createdAtMs: row.created_at.getTime(),
              linkId: row.link_id,
              generation: row.link_generation,
            },
    };
    return { operatorId: row.operator_id, subject: row.handoff_id, grant };
  };
}

/** A payment's link and another one can exist at the same time. */
function findByCustomer(
  db: Kysely<Tables>,
  { operatorId, externalCustomerId, secret }: KycSubject & Pick<KycCaller, "secret">,
): Promise<KycHandoffRow | undefined> {
  return db
    .selectFrom("kyc_handoffs")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .where("from_payment", "=", secret === "payment")
    .executeTakeFirst();
}

function secretOf(
  keyring: Pick<Keyring, "blindIndex">,
  { operator_id, handoff_id }: Pick<KycHandoffRow, "operator_id" | "handoff_id">,
): string {
  return `${handoff_id}_secret_${keyring.blindIndex(operator_id, "kyc_handoffs.secret", handoff_id)}`;
}
