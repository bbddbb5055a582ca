import {
  type CreatedWebhook,
  type CreateWebhook,
  maxWebhookEndpoints,
  type Webhook,
} from "#contract/api/webhooks";
import type { AuditActor } from "../operators/audit/index.ts";
import { inTransaction, type Tx } from "../platform/database/transaction.ts";
import { ApiError, fieldRefusal } from "../platform/http/api-error.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { newId } from "../platform/randomness.ts";
import { showText } from "../platform/secrets/show-text.ts";
import { AddressRefused, requirePublicHost } from "./address-guard.ts";
import { auditEndpoint, endpointSecretPlace, insertEndpoint } from "./endpoint-store.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { createWebhookSecret } from "./sign-delivery.ts";
import type { WebhookEndpointRow } from "./tables.ts";

export type EndpointDeps = Pick<
  PlatformDeps,
  "clock" | "machineClock" | "random" | "database" | "keyring"
>;

/** See address-guard.ts. */
export interface UrlPolicy {
  publicOnly: boolean;
  resolve?: ResolveHost;
}

/** The old secret also signs, after {@link rotateSecret}. */
export const rotationOverlapMs = 24 * 60 * 60 * 1000;

/**
 * Registers an endpoint. Only this response contains the secret. Throws ApiError 400 `webhook_url_invalid` for a URL
 * that we may not call, and 400 `too_many_webhook_endpoints` above {@link maxWebhookEndpoints}. `alsoWrite` writes in
 * the same transaction.
 */
export async function createEndpoint(
  deps: EndpointDeps,
  policy: UrlPolicy,
  { operatorId, actor }: { operatorId: string; actor: AuditActor },
  input: CreateWebhook,
  alsoWrite: (tx: Tx, created: CreatedWebhook) => Promise<void>,
): Promise<CreatedWebhook> {
  const url = await requireCallableUrl(input.url, policy);
  const webhookId = newId(deps, "webhookEndpoint");
  const secretKey = createWebhookSecret(deps.random);
  const now = new Date(deps.clock.nowMs());
  const row: WebhookEndpointRow = {
    webhook_id: webhookId,
    operator_id: operatorId,
    url,
    description: input.description ?? null,
    events: filterOf(input.events),
    status: "enabled",
    secret_sealed: deps.keyring.encryptField(
      endpointSecretPlace(operatorId, webhookId, "secret_sealed"),
      secretKey,
    ),
    previous_secret_sealed: null,
    previous_secret_expires_at: null,
    failing_since: null,
    disabled_reason: null,
    timeouts: 0,
    slow_since: null,
    probe_at: null,
    created_at: now,
    updated_at: now,
  };
  const created = { ...toWebhook(row), secretKey };
  await inTransaction(deps.database, async (tx) => {
    await requireBelowLimit(tx, operatorId);
    await insertEndpoint(tx, row);
    await alsoWrite(tx, created);
    const by = { actor, action: "webhook.registered", webhookId };
    await auditEndpoint(deps, tx, operatorId, by);
  });
  return created;
}

/**
 * Makes a new secret. For a day, the old one also signs, unless it cannot be decrypted. Undefined if the operator has
 * no such endpoint.
 */
export function rotateSecret(
  deps: EndpointDeps,
  operatorId: string,
  webhookId: string,
  actor: AuditActor,
): Promise<string | undefined> {
  const secretKey = createWebhookSecret(deps.random);
  const nowMs = deps.clock.nowMs();
  return inTransaction(deps.database, async (tx) => {
    const row = await tx
      .selectFrom("webhook_endpoints")
      .select("secret_sealed")
      .where("operator_id", "=", operatorId)
      .where("webhook_id", "=", webhookId)
      .forUpdate()
      .executeTakeFirst();
    if (!row?.secret_sealed) return undefined;
    const place = (column: "secret_sealed" | "previous_secret_sealed") =>
      endpointSecretPlace(operatorId, webhookId, column);
    const old = showText(deps.keyring, place("secret_sealed"), row.secret_sealed);
    await tx
      .updateTable("webhook_endpoints")
      .set({
        secret_sealed: deps.keyring.encryptField(place("secret_sealed"), secretKey),
        previous_secret_sealed:
          old === null ? null : deps.keyring.encryptField(place("previous_secret_sealed"), old),
        previous_secret_expires_at:
          old === null ? null : new Date(deps.machineClock.nowMs() + rotationOverlapMs),
        updated_at: new Date(nowMs),
      })
      .where("webhook_id", "=", webhookId)
      .execute();
    const by = { actor, action: "webhook.secret_rotated", webhookId };
    await auditEndpoint(deps, tx, operatorId, by);
    return secretKey;
  });
}

export function toWebhook(row: WebhookEndpointRow): Webhook {
  return {
    webhookId: row.webhook_id,
    url: row.url,
    description: row.description,
    events: row.events ?? ["*"],
    status: row.status,
    failingSince: row.failing_since?.toISOString() ?? null,
    disabledReason: row.disabled_reason,
    slowSince: row.slow_since?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Throws `too_many_webhook_endpoints`. Locks the operator's row, so that concurrent registrations are counted. */
async function requireBelowLimit(tx: Tx, operatorId: string): Promise<void> {
  await tx
    .selectFrom("operators")
    .select("operator_id")
    .where("operator_id", "=", operatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { count } = await tx
    .selectFrom("webhook_endpoints")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("operator_id", "=", operatorId)
    .where("status", "<>", "deleted")
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxWebhookEndpoints) throw new ApiError("too_many_webhook_endpoints");
}

/** Event types without duplicates; null for all types. */
function filterOf(events: CreateWebhook["events"]): string[] | null {
  if (events === undefined || events.includes("*")) return null;
  return [...new Set(events)];
}

async function requireCallableUrl(text: string, policy: UrlPolicy): Promise<string> {
  const refuse = (why: string) =>
    fieldRefusal("webhook_url_invalid", "url", `The webhook URL ${why}.`);
  if (!URL.canParse(text)) throw refuse("is not a URL");
  const url = new URL(text);
  const schemes = policy.publicOnly ? ["https:"] : ["https:", "http:"];
  if (!schemes.includes(url.protocol))
    throw refuse(policy.publicOnly ? "must be https" : "must be http or https");
  if (url.username !== "" || url.password !== "")
    throw refuse("must not contain a user name or password");
  url.hash = "";
  if (policy.publicOnly) {
    try {
      await requirePublicHost(url.hostname, policy.resolve);
    } catch (error) {
      const isRefused = error instanceof AddressRefused;
      throw refuse(
        isRefused
          ? "resolves to an address that is not public"
          : "has a host that cannot be resolved",
      );
    }
  }
  return url.href;
}
