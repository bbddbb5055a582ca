/** Row types of this domain's tables; see platform/database/tables.ts. */
declare module "../platform/database/tables.ts" {
  interface Tables {
    webhook_endpoints: WebhookEndpointRow;
    events: EventRow;
    webhook_deliveries: WebhookDeliveryRow;
    webhook_attempts: WebhookAttemptRow;
  }
}

export interface WebhookEndpointRow {
  webhook_id: string;
  operator_id: string;
  url: string;
  description: string | null;
  /** Event types to send; null means all. */
  events: string[] | null;
  status: "enabled" | "disabled" | "deleted";
  /** Null once deleted. */
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_expires_at: Date | null;
  failing_since: Date | null;
  disabled_reason: "gone" | "failing" | null;
  /** Consecutive timeouts (service/events/slow-endpoints.ts). */
  timeouts: number;
  /** Since when the endpoint gets only probes; null if it answers in time. */
  slow_since: Date | null;
  /** When the next probe may be sent; null unless it is slow. */
  probe_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Never changes; written with the change that it reports (service/events/events.ts). */
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
}

/** The outbox: one row per event and endpoint (service/events/delivery-statements.ts). */
export interface WebhookDeliveryRow {
  event_id: string;
  webhook_id: string;
  operator_id: string;
  resource_id: string;
  sequence: number;
  status: "pending" | "delivered" | "dead" | "dropped";
  /** Number of tries, including those of earlier sends. */
  attempts: number;
  /** Number of tries since the delivery was created or resent. */
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
