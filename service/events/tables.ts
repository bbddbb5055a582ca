import type { Generated } from "kysely";

declare module "../platform/database/tables.ts" {
  interface Tables {
    webhook_endpoints: WebhookEndpointRow;
    events: EventRow;
    webhook_deliveries: WebhookDeliveryRow;
    webhook_attempts: WebhookAttemptRow;
    api_streams: ApiStreamRow;
    api_requests: ApiRequestRow;
  }
}

export interface WebhookEndpointRow {
  webhook_id: string;
  operator_id: string;
  url: string;
  description: string | null;
  /** The subscribed event types; null for all. */
  events: string[] | null;
  status: "enabled" | "disabled" | "deleted";
  /** The secret; null once deleted. */
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_expires_at: Date | null;
  failing_since: Date | null;
  disabled_reason: "gone" | "failing" | null;
  /** The number of consecutive slow tries (slow-endpoints.ts). */
  timeouts: number;
  /** Null unless the endpoint gets only probes. */
  slow_since: Date | null;
  /** Null unless the endpoint is slow. */
  probe_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Written with the change (events.ts). Only `stored_in` changes, when the event is sent again. */
export interface EventRow {
  event_id: string;
  operator_id: string;
  resource_id: string;
  /** The resource's row version after the change. */
  sequence: number;
  type: string;
  status: string;
  body_sealed: string;
  created_at: Date;
  /** The transaction that stored the event or sent it again. Null before migration 0109. */
  stored_in: Generated<number | null>;
}

/** The outbox (delivery-statements.ts). */
export interface WebhookDeliveryRow {
  event_id: string;
  webhook_id: string;
  operator_id: string;
  resource_id: string;
  sequence: number;
  status: "pending" | "delivered" | "dead" | "dropped";
  /** Tries, including those of earlier sends. */
  attempts: number;
  /** Tries since the delivery was created or resent. */
  retry_step: number;
  next_at: Date;
  lease_until: Date | null;
  lease_token: string | null;
  created_at: Date;
  finished_at: Date | null;
}

export interface WebhookAttemptRow {
  event_id: string;
  webhook_id: string;
  attempt: number;
  attempted_at: Date;
  duration_ms: number;
  status_code: number | null;
  failure: string | null;
  answer_sealed: string | null;
}

/** An open stream. Its process renews `until`. */
export interface ApiStreamRow {
  stream_id: string;
  operator_id: string;
  kind: "events" | "requests";
  until: Date;
}

/** See streams/request-log.ts. */
export interface ApiRequestRow {
  request_id: string;
  operator_id: string;
  method: string;
  path: string;
  status_code: number;
  error_code: string | null;
  duration_ms: number;
  received_at: Date;
  stored_in: Generated<number>;
}
