/**
 * Links to the page where a customer says where a refund goes.
 *
 * Guarantees
 * - A link works for seven days, and names a destination once. A new link ends the previous one.
 * - Secrets are derived from the refund with the operator's key, never stored. They follow the `#`, so no server, log
 * or referrer sees them.
 */

import { ApiError } from "../../../platform/http/api-error.ts";
import type { ClientSecretResolver } from "../../../platform/http/authentication.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { hashSecret, isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import type { RefundRecord, RefundTransfer } from "../records.ts";
import { toRefund } from "../refund-rows.ts";

const dayMs = 24 * 60 * 60 * 1000;
export const linkLifeMs = 7 * dayMs;

/** A transfer that starts now, with its first link. */
export function newTransfer(
  { clock }: Pick<PlatformDeps, "clock">,
  { type, asset, network, units, maxUnits }: Pick<RefundTransfer, "type"> & Partial<RefundTransfer>,
): RefundTransfer {
  return {
    type,
    asset: asset ?? null,
    network: network ?? null,
    units: units ?? null,
    maxUnits: maxUnits ?? null,
    linkGeneration: 1,
    linkExpiresAtMs: clock.nowMs() + linkLifeMs,
    destinationSealed: null,
    provider: null,
  };
}

/**
 * The page where the customer names a destination; null if the refund needs none, or the link expired. Needs the
 * operator's key.
 */
export function refundUrlOf(
  { keyring, config, clock }: Pick<PlatformDeps, "keyring" | "config" | "clock">,
  refund: RefundRecord,
): string | null {
  const { step, transfer } = refund;
  if (step !== "awaiting_destination" || !transfer) return null;
  if (clock.nowMs() >= transfer.linkExpiresAtMs) return null;
  return `${config.publicUrl}/refund?for=${refund.operatorId}#${secretOf(keyring, refund, transfer)}`;
}

function secretOf(
  keyring: Pick<PlatformDeps["keyring"], "blindIndex">,
  { operatorId, refundId }: Pick<RefundRecord, "operatorId" | "refundId">,
  { linkGeneration }: Pick<RefundTransfer, "linkGeneration">,
): string {
  const text = `${refundId}\n${linkGeneration}`;
  return `${refundId}_secret_${keyring.blindIndex(operatorId, "refunds.secret", text)}`;
}

/**
 * Opens a refund for the holder of its link. After the destination was named, or the refund ended, the secret can only
 * read, until the link expires.
 */
export function resolveRefundSecret(
  deps: Pick<PlatformDeps, "database" | "keyring" | "clock">,
): ClientSecretResolver {
  const { database, keyring, clock } = deps;
  return async ({ id, secretHash }) => {
    const row = await database.kysely
      .selectFrom("refunds")
      .selectAll()
      .where("refund_id", "=", id)
      .executeTakeFirst();
    const refund = row && toRefund(row);
    if (!refund?.transfer) return undefined;
    await keyring.load(refund.operatorId);
    const secret = secretOf(keyring, refund, refund.transfer);
    if (!isSameSecret(hashSecret(secret), secretHash)) return undefined;
    const { linkExpiresAtMs } = refund.transfer;
    if (clock.nowMs() >= linkExpiresAtMs) throw new ApiError("client_secret_expired");
    return {
      operatorId: refund.operatorId,
      subject: refund.refundId,
      grant: refund,
      writableUntilMs: linkExpiresAtMs,
    };
  };
}
