import type { AuditActor } from "../operators/audit/index.ts";
import type { Domain } from "../platform/domain.ts";
import type { Idempotency } from "../platform/http/idempotency.ts";
import type { PlatformDeps } from "../platform/platform-deps.ts";
import { createDeliveryJob, createForgettingJob, createQueueTidyingJob } from "./delivery-job.ts";
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

/** The webhooks domain: what other parts of the service may ask of it. */
export interface Webhooks extends Domain {
  /** Call after a commit that recorded an event, so that it goes out now and not at the next poll. */
  wake(): void;
  /** For the operator's staff (command line, console). */
  listDeliveries(
    operatorId: string,
    filter?: { status?: DeliveryStatus; limit?: number },
  ): Promise<DeliverySummary[]>;
  listTries(operatorId: string, eventId: string, webhookId: string): Promise<DeliveryTry[]>;
  /** Sends dead deliveries of an event again; resolves to how many there were. */
  resendDead(
    operatorId: string,
    eventId: string,
    options?: { webhookId?: string | undefined; actor?: AuditActor },
  ): Promise<number>;
  /** Switches on an endpoint that answered 410 or failed for days; false if it isn't switched off. */
  enable(operatorId: string, webhookId: string, actor?: AuditActor): Promise<boolean>;
  /** A new secret, shown once; the old one signs beside it for a day. Undefined: no such endpoint. */
  rotateSecret(operatorId: string, webhookId: string): Promise<string | undefined>;
  /** Ends connections to receivers. */
  close(): Promise<void>;
}

/** Who changes something, unless it is said. */
const commandLine: AuditActor = { kind: "command" };

/** What the domain is given. */
export interface WebhooksNeeds extends PlatformDeps<EventSettings> {
  readonly idempotency: Idempotency;
}

/** Puts the domain together. In production only public https addresses are called. */
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
    jobs: [delivery, createQueueTidyingJob(deps), createForgettingJob(deps)],
    commands: [webhookCommands({ ...deps, webhooks: functions })],
    close: () => sender.close(),
  };
}
