/**
 * A customer's links to the verification page, and their client secret. It is derived from the row with the operator's
 * key, so kyc-info returns the same one for an hour without storing it. A later request increases the generation: the
 * old secret is then invalid, except for a capture that began with it.
 */
import type { KycInfo } from "#contract/api/kyc";
import type { Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ClientSecretResolver } from "../../../platform/http/authentication.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { hashSecret, isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import type { KycSubject } from "../kyc-deps.ts";
import { isOpen } from "../states/kyc-status.ts";
import { listVerifications } from "../store/verification-store.ts";
import type { KycLinkRow } from "../tables.ts";

const hourMs = 60 * 60 * 1000;
/** The life of links and of the secret (docs/customers/identity.md). */
export const linkLifeMs = hourMs;
/** The life of a capture, from its last step. */
export const captureLifeMs = hourMs;
/** How long the outcome is readable after the decision (docs/project/decisions.md). */
const readableMs = 24 * hourMs;
/** Secrets of older generations count as unknown, not as expired. */
const knownGenerations = 50;

export interface KycGrant {
  readonly externalCustomerId: string;
  readonly createdAtMs: number;
  readonly linkId: string;
  readonly generation: number;
}

/** Issues the customer's link, renewed after its hour. `linkId` is the id of a first one. */
export async function issueLink(
  { clock }: Pick<PlatformDeps, "clock">,
  tx: Tx,
  { operatorId, externalCustomerId }: KycSubject,
  linkId: string,
): Promise<KycLinkRow> {
  const now = new Date(clock.nowMs());
  const expiresAt = new Date(now.getTime() + linkLifeMs);
  const found = await tx
    .selectFrom("kyc_links")
    .selectAll()
    .where("operator_id", "=", operatorId)
    .where("external_customer_id", "=", externalCustomerId)
    .executeTakeFirst();
  if (!found) {
    return tx
      .insertInto("kyc_links")
      .values({
        link_id: linkId,
        operator_id: operatorId,
        external_customer_id: externalCustomerId,
        generation: 1,
        expires_at: expiresAt,
        created_at: now,
        capture_generation: null,
        capture_until: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  if (found.expires_at > now) return found;
  return tx
    .updateTable("kyc_links")
    .set({ generation: found.generation + 1, expires_at: expiresAt })
    .where("link_id", "=", found.link_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Presents the link. The secret follows the `#`, so no server receives it. */
export function presentLink(
  deps: Pick<PlatformDeps, "keyring" | "config">,
  link: KycLinkRow,
): Pick<KycInfo, "links" | "clientSecret" | "clientSecretExpiresAt"> {
  const clientSecret = secretOf(deps.keyring, link, link.generation);
  const expiresAt = link.expires_at.toISOString();
  const url = (name: string) =>
    `${deps.config.publicUrl}/verify/${name}?for=${link.operator_id}#${clientSecret}`;
  return {
    links: {
      driversLicense: { url: url("drivers-license"), expiresAt },
      passport: { url: url("passport"), expiresAt },
    },
    clientSecret,
    clientSecretExpiresAt: expiresAt,
  };
}

/** Extends the capture. With `begins`, the capture now belongs to this secret. */
export async function extendCapture(
  tx: Tx,
  { linkId, generation }: KycGrant,
  nowMs: number,
  { begins }: { begins: boolean },
): Promise<void> {
  const query = tx
    .updateTable("kyc_links")
    .set({ capture_generation: generation, capture_until: new Date(nowMs + captureLifeMs) })
    .where("link_id", "=", linkId);
  await (begins ? query : query.where("capture_generation", "=", generation)).execute();
}

/**
 * Resolves a secret to the customer's verification. After its hour, it writes only while its capture is open, and reads
 * until a day after the decision.
 */
export function resolveKycSecret(deps: PlatformDeps): ClientSecretResolver {
  const { database, keyring, clock } = deps;
  return async ({ id, secretHash, request }) => {
    const link = await database.kysely
      .selectFrom("kyc_links")
      .selectAll()
      .where("link_id", "=", id)
      .executeTakeFirst();
    if (!link) return undefined;
    await keyring.load(link.operator_id);
    const generation = generationOf(keyring, link, secretHash);
    if (generation === undefined) return undefined;

    const subject = { operatorId: link.operator_id, externalCustomerId: link.external_customer_id };
    const nowMs = clock.nowMs();
    const isFresh = generation === link.generation && nowMs < link.expires_at.getTime();
    if (!isFresh) {
      const isCapturing = generation === link.capture_generation;
      const isCaptureOpen = isCapturing && nowMs < (link.capture_until?.getTime() ?? 0);
      const mayRead = isCapturing && request.method === "GET";
      if (!isCaptureOpen && !(mayRead && (await isReadable(subject, nowMs)))) {
        throw new ApiError("client_secret_expired");
      }
    }
    const grant: KycGrant = {
      externalCustomerId: link.external_customer_id,
      createdAtMs: link.created_at.getTime(),
      linkId: link.link_id,
      generation,
    };
    return { operatorId: link.operator_id, subject: link.link_id, grant };
  };

  async function isReadable(subject: KycSubject, nowMs: number): Promise<boolean> {
    const [newest] = await listVerifications(database.kysely, subject);
    if (!newest) return false;
    const end = newest.decided_at?.getTime();
    if (end === undefined) return isOpen(newest.status) && newest.submitted_at !== null;
    return nowMs < end + readableMs;
  }
}

function secretOf(
  keyring: Pick<Keyring, "blindIndex">,
  link: Pick<KycLinkRow, "operator_id" | "link_id">,
  generation: number,
): string {
  const text = `${link.link_id}\n${generation}`;
  return `${link.link_id}_secret_${keyring.blindIndex(link.operator_id, "kyc_links.secret", text)}`;
}

function generationOf(
  keyring: Pick<Keyring, "blindIndex">,
  link: KycLinkRow,
  secretHash: string,
): number | undefined {
  const oldest = Math.max(1, link.generation - knownGenerations);
  for (let generation = link.generation; generation >= oldest; generation -= 1) {
    if (isSameSecret(hashSecret(secretOf(keyring, link, generation)), secretHash))
      return generation;
  }
  return undefined;
}
