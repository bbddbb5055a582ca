import type { AuditActor } from "../operators/audit/index.ts";
import type { Domain } from "../platform/domain.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import {
  createDeliveryJob,
  createQueueMaintenanceJob,
  createRetentionJob,
} from "./delivery-job.ts";
import {
  type DeliveryStatus,
  type DeliverySummary,
  type DeliveryTry,
  listDeliveries,
  listTries,
  resendDead,
} from "./delivery-log.ts";
import { enableEndpoint } from "./endpoint-store.ts";
import { rotateSecret } from "./endpoints.ts";
import type { EventSettings } from "./event-settings.ts";
import type { ResolveHost } from "./resolve-host.ts";
import { registerWebhookRoutes } from "./routes.ts";
import { createDeliverySender } from "./send-delivery.ts";
import { webhookCommands } from "./webhook-commands.ts";

export interface Webhooks extends Domain {
  /** Sends due deliveries now, not at the next poll. Call it after a commit that recorded an event. */
  wake(): void;
  listDeliveries(
    operatorId: string,
    filter?: { status?: DeliveryStatus; limit?: number },
  ): Promise<DeliverySummary[]>;
  listTries(operatorId: string, eventId: string, webhookId: string): Promise<DeliveryTry[]>;
  /** Queues dead deliveries again. Resolves to their number. */
  resendDead(
    operatorId: string,
    eventId: string,
    options?: { webhookId?: string | undefined; actor?: AuditActor },
  ): Promise<number>;
  /** Enables an endpoint after 410 or days of failures. False if it is not disabled. */
  enable(operatorId: string, webhookId: string, actor?: AuditActor): Promise<boolean>;
  /** Returns the new secret, which is shown only once. The old one also signs for a day. Undefined if unknown. */
  rotateSecret(operatorId: string, webhookId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

const commandLine: AuditActor = { kind: "command" };

export interface WebhooksNeeds extends PlatformDeps<EventSettings> {
  readonly idempotency: Idempotency;
}

/** Creates the domain. Production calls only public https addresses. */
export function createWebhooks(deps: WebhooksNeeds, resolve?: ResolveHost): Webhooks {
  const publicOnly = deps.config.environment === "production";
  const policy = resolve ? { publicOnly, resolve } : { publicOnly };
  const sender = createDeliverySender(policy);
  const delivery = createDeliveryJob({ ...deps, sender });
  const functions: Omit<Webhooks, keyof Domain> = {
    wake: () => delivery.wake(),
    listDeliveries: (operatorId, filter) => listDeliveries(deps, operatorId, filter),
    listTries: (operatorId, eventId, webhookId) => listTries(deps, operatorId, eventId, webhookId),
    async resendDead(operatorId, eventId, { webhookId, actor = commandLine } = {}) {
      const count = await resendDead(deps, operatorId, eventId, { webhookId, actor });
      if (count > 0) delivery.wake();
      return count;
    },
    async enable(operatorId, webhookId, actor = commandLine) {
      await deps.keyring.load(operatorId);
      return enableEndpoint(deps, operatorId, webhookId, actor);
    },
    async rotateSecret(operatorId, webhookId) {
      await deps.keyring.load(operatorId);
      return rotateSecret(deps, operatorId, webhookId, commandLine);
    },
  };
  return {
    ...functions,
    register: (app) => registerWebhookRoutes(app, deps, policy),
    jobs: [delivery, createQueueMaintenanceJob(deps), createRetentionJob(deps)],
    commands: [webhookCommands({ ...deps, webhooks: functions })],
    close: () => sender.close(),
  };
}
