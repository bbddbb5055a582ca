/**
 * Links to the page where a customer completes a W-9, and their client secrets.
 *
 * Guarantees
 * - A link works for seven days, and expires when the form is signed. A repeated request returns the same link while
 *   more than a day is left, then the next generation. The previous link works until its own expiry.
 * - Secrets are not stored: they are derived from the row with the operator's key.
 * - A link can be forwarded, so it shows no customer data. A second kind, which only an intent's widget receives, shows
 *   it while that intent is open.
 */
import {
  findShownCustomer,
  loadW9Forms,
  lockCustomer,
  openListedProfile,
} from "../../../customers/profile/index.ts";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import type { ClientSecretResolver } from "../../../platform/http/authentication.ts";
import type { PlatformDeps } from "../../../platform/platform-deps.ts";
import { hashSecret, isSameSecret } from "../../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../../platform/secrets/keyring.ts";
import { recordFormEvent } from "../form-events.ts";
import { changeForm, findPendingForm, insertForm } from "../store/w9-store.ts";
import type { W9FormRow } from "../tables.ts";
import type { TaxSubject } from "../tax-deps.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** The life of a link (docs/payouts/w9.md). */
export const linkLifeMs = 7 * dayMs;
/** With less time left, a request returns a new link. */
const renewBeforeMs = dayMs;
/** How long a signed form is readable (docs/keys-and-environments.md). */
const readableMs = dayMs;

export interface CaptureLink {
  w9Id: string;
  w9CaptureUrl: string;
  expiresAt: Date;
}

export interface CaptureLinkOptions {
  /**
   * Only for a widget with an intent's client secret, never for the operator's server: the page is prefilled until the
   * end of that intent's window.
   */
  intentLiveUntil?: Date;
}

type LinkDeps = Pick<PlatformDeps, "clock" | "random" | "keyring" | "config">;

/**
 * Returns the link to the form; null if the customer has a valid W-9. Creates a pending form if there is none and
 * records `customer_w9_required`: wake the webhooks after the commit. Call it in the transaction that creates an intent
 * or a prize. Locks the customer. Throws ApiError `resource_not_found`.
 */
export async function captureLinkFor(
  deps: LinkDeps,
  tx: Tx,
  subject: TaxSubject,
  options: CaptureLinkOptions = {},
): Promise<CaptureLink | null> {
  const { operatorId, externalCustomerId } = subject;
  // The link needs no data of the customer.
  const customer = await lockCustomer(deps, tx, operatorId, externalCustomerId, openListedProfile);
  if (!customer) throw new ApiError("resource_not_found");
  if (customer.w9.status === "completed") return null;

  const nowMs = deps.clock.nowMs();
  const fresh = new Date(nowMs + linkLifeMs);
  let row = await findPendingForm(tx, subject);
  if (row === undefined) {
    row = await insertForm(deps, tx, subject, fresh);
    const url = urlOf(deps, row, "link");
    await recordFormEvent(deps, tx, row, "customer_w9_required", url);
  }
  if (expiresSoon(row, nowMs)) {
    row = await changeForm(deps, tx, row, {
      link_generation: row.link_generation + 1,
      link_expires_at: fresh,
      earlier_link_expires_at: row.link_expires_at,
      confirm_failures: 0,
    });
  }
  if (extendsIntent(row, options)) {
    row = await changeForm(deps, tx, row, { intent_live_until: options.intentLiveUntil ?? null });
  }
  return linkOf(deps, row, options);
}

/**
 * A change of legal name or date of birth voids a signed W-9: requests a new one, with `customer_w9_required`. Locks
 * like {@link captureLinkFor}.
 */
export async function requestAfterIdentityChange(
  deps: LinkDeps,
  tx: Tx,
  subject: TaxSubject,
): Promise<void> {
  const forms = await loadW9Forms(tx, subject.operatorId, [subject.externalCustomerId]);
  if (forms.some((form) => form.status === "completed")) await captureLinkFor(deps, tx, subject);
}

/** Returns the link, outside a transaction. Writes only to create or renew it. */
export async function captureLinkOf(
  deps: LinkDeps & Pick<PlatformDeps, "database"> & { webhooks: { wake(): void } },
  subject: TaxSubject,
  options: CaptureLinkOptions = {},
): Promise<CaptureLink | null> {
  const { operatorId, externalCustomerId } = subject;
  // The link needs no data of the customer.
  const customer = await findShownCustomer(deps, operatorId, externalCustomerId);
  if (!customer) throw new ApiError("resource_not_found");
  if (customer.w9.status === "completed") return null;
  const row = await findPendingForm(deps.database.kysely, subject);
  const isReady =
    row !== undefined && !expiresSoon(row, deps.clock.nowMs()) && !extendsIntent(row, options);
  if (isReady) return linkOf(deps, row, options);
  const link = await inTransaction(deps.database, (tx) =>
    captureLinkFor(deps, tx, subject, options),
  );
  deps.webhooks.wake();
  return link;
}

export interface W9Grant {
  readonly w9: W9FormRow;
  /** The link is a widget's, and its intent is open. */
  readonly isInIntent: boolean;
}

/**
 * After signing, or after staff voided the form, the secret can only read for one day, so that the page that opened the
 * window learns the outcome.
 */
export function resolveW9Secret(deps: PlatformDeps): ClientSecretResolver {
  const { database, keyring, clock } = deps;
  return async ({ id, secretHash }) => {
    const row = await database.kysely
      .selectFrom("w9_forms")
      .selectAll()
      .where("w9_id", "=", id)
      .executeTakeFirst();
    if (!row) return undefined;
    await keyring.load(row.operator_id);
    const presented = secretsOf(keyring, row).find(({ secret }) =>
      isSameSecret(hashSecret(secret), secretHash),
    );
    if (!presented) return undefined;

    const nowMs = clock.nowMs();
    const isPending = row.status === "pending";
    const lastsUntilMs = isPending
      ? presented.expiresAtMs
      : (row.voided_at ?? row.completed_at ?? row.updated_at).getTime() + readableMs;
    if (nowMs >= lastsUntilMs) throw new ApiError("client_secret_expired");
    const isLive = nowMs < (row.intent_live_until?.getTime() ?? 0);
    const grant: W9Grant = { w9: row, isInIntent: presented.kind === "intent" && isLive };
    return {
      operatorId: row.operator_id,
      subject: row.w9_id,
      grant,
      writableUntilMs: lastsUntilMs,
    };
  };
}

type SecretKind = "link" | "intent";

function expiresSoon(row: W9FormRow, nowMs: number): boolean {
  return row.link_expires_at.getTime() - nowMs < renewBeforeMs;
}

function extendsIntent(row: W9FormRow, { intentLiveUntil }: CaptureLinkOptions): boolean {
  return (intentLiveUntil?.getTime() ?? 0) > (row.intent_live_until?.getTime() ?? 0);
}

function linkOf(
  deps: Pick<LinkDeps, "keyring" | "config">,
  row: W9FormRow,
  { intentLiveUntil }: CaptureLinkOptions,
): CaptureLink {
  const w9CaptureUrl = urlOf(deps, row, intentLiveUntil === undefined ? "link" : "intent");
  return { w9Id: row.w9_id, w9CaptureUrl, expiresAt: row.link_expires_at };
}

/**
 * The secret follows the `#`, so no server or log sees it. The operator (for the color scheme) is in the path: the
 * first SDKs refuse a link with a query.
 */
function urlOf(
  { keyring, config }: Pick<LinkDeps, "keyring" | "config">,
  row: W9FormRow,
  kind: SecretKind,
): string {
  return `${config.publicUrl}/${row.operator_id}/w9#${secretOf(keyring, row, row.link_generation, kind)}`;
}

/** The link's secrets with their expiries. */
function secretsOf(keyring: Pick<Keyring, "blindIndex">, row: W9FormRow) {
  const generations = [
    { generation: row.link_generation, expiresAtMs: row.link_expires_at.getTime() },
    ...(row.earlier_link_expires_at === null
      ? []
      : [
          {
            generation: row.link_generation - 1,
            expiresAtMs: row.earlier_link_expires_at.getTime(),
          },
        ]),
  ];
  const kinds: readonly SecretKind[] = ["link", "intent"];
  return generations.flatMap(({ generation, expiresAtMs }) =>
    kinds.map((kind) => ({ kind, expiresAtMs, secret: secretOf(keyring, row, generation, kind) })),
  );
}

function secretOf(
  keyring: Pick<Keyring, "blindIndex">,
  row: Pick<W9FormRow, "operator_id" | "w9_id">,
  generation: number,
  kind: SecretKind,
): string {
  const text = `${row.w9_id}\n${generation}\n${kind}`;
  return `${row.w9_id}_secret_${keyring.blindIndex(row.operator_id, "w9_forms.secret", text)}`;
}
