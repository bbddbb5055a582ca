import type { TableDataByName } from "./table-data.ts";

/** Operators, staff, keys, events and webhooks. */
export const serviceTables: TableDataByName = {
  api_keys: {
    unexported: "Not about a customer.",
    none: "key_id operator_id kind environment key_hash hint created_at revoked_at label scopes allowed_addresses approval_limits created_by line_id expires_at last_used_at version",
  },
  api_requests: {
    unexported:
      "The request log of the sandbox, for ten minutes. Paths have no identifiers of operators.",
    none: "request_id operator_id method path status_code error_code duration_ms received_at stored_in",
  },
  api_streams: {
    unexported: "Not about a customer.",
    none: "stream_id operator_id kind until",
  },
  appearance_drafts: {
    unexported: "Not about a customer.",
    none: "operator_id appearance saved_by saved_at",
  },
  appearance_versions: {
    unexported: "Not about a customer.",
    none: "operator_id version appearance restored_version published_by published_at",
  },
  audit_entries: {
    exported: "auditEntries",
    none: "operator_id sequence at actor_kind actor_id action subject_type subject_id details previous_hash hash",
  },
  audit_heads: {
    unexported: "Not about a customer.",
    none: "operator_id sequence hash",
  },
  data_keys: {
    unexported: "Not about a customer.",
    none: "operator_id key_version wrapped_key created_at kek_id state uses retired_at rotation",
  },
  events: {
    exported: "webhookEvents",
    erased: "body_sealed",
    none: "event_id operator_id resource_id sequence type status created_at stored_in",
  },
  idempotency_keys: {
    unexported: "Copies of responses, deleted after 24 hours; other sections have the same data.",
    erased: "answer_sealed fingerprint",
    none: "scope operator_id status_code lease_until lease_token created_at expires_at began",
  },
  index_keys: {
    unexported: "Not about a customer.",
    none: "owner wrapped_key kek_id created_at",
  },
  key_walks: {
    unexported: "Not about a customer.",
    none: "walk_id started_at table_name cursor resealed late broken broken_by_operator lease_token lease_until finished_at",
  },
  logos: {
    unexported: "Not about a customer.",
    none: "operator_id logo_id content uploaded_at",
  },
  operators: {
    unexported: "Not about a customer.",
    none: "operator_id name is_demo settings feature_flags version created_at updated_at",
  },
  released_files: {
    unexported: "Not about a customer.",
    none: "path content_type digest content last_run_at",
  },
  service_settings: {
    unexported: "Not about a customer.",
    none: "name value",
  },
  staff: {
    unexported: "Not about a customer.",
    none: "staff_id operator_id role status email_sealed email_index name_sealed password_sealed totp_sealed totp_pending_sealed totp_last_step last_login_at version created_at updated_at approval_limits",
  },
  staff_devices: {
    unexported: "Not about a customer.",
    none: "device_id operator_id staff_id token_hash created_at last_used_at expires_at",
  },
  staff_invitations: {
    unexported: "Not about a customer.",
    none: "staff_id token_hash expires_at created_at",
  },
  staff_login_events: {
    unexported: "Not about a customer.",
    none: "event_id email_index network step known_device locked failed_at refused",
  },
  staff_login_failures: {
    unexported: "Not about a customer.",
    none: "subject failures locked_until last_failed_at email_index refusal_noted",
  },
  staff_passkey_challenges: {
    unexported: "Not about a customer.",
    none: "challenge_hash purpose bound_to expires_at",
  },
  staff_passkeys: {
    unexported: "Not about a customer.",
    none: "passkey_id operator_id staff_id credential_id public_key counter transports name_sealed created_at last_used_at",
  },
  staff_recovery_codes: {
    unexported: "Not about a customer.",
    none: "staff_id code_hash",
  },
  staff_sessions: {
    unexported: "Not about a customer.",
    none: "session_id staff_id operator_id token_hash stage wrong_codes ip_address_sealed user_agent_sealed created_at last_seen_at expires_at",
  },
  webhook_attempts: {
    exported: "webhookAttempts",
    erased: "answer_sealed",
    none: "event_id webhook_id attempt attempted_at duration_ms status_code failure",
  },
  webhook_deliveries: {
    unexported: "Times of the next tries; webhookAttempts has what was sent.",
    none: "event_id webhook_id operator_id resource_id sequence status attempts retry_step next_at lease_until lease_token created_at finished_at",
  },
  webhook_endpoints: {
    unexported: "Not about a customer.",
    none: "webhook_id operator_id url description events status secret_sealed previous_secret_sealed previous_secret_expires_at created_at updated_at failing_since disabled_reason timeouts slow_since probe_at",
  },
};
