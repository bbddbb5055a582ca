import type { Generated } from "kysely";

declare module "../../platform/database/tables.ts" {
  interface Tables {
    staff: StaffRow;
    staff_invitations: StaffInvitationRow;
    staff_recovery_codes: StaffRecoveryCodeRow;
    staff_sessions: StaffSessionRow;
    staff_login_failures: StaffLoginFailureRow;
    staff_devices: StaffDeviceRow;
    staff_passkeys: StaffPasskeyRow;
    staff_passkey_challenges: StaffPasskeyChallengeRow;
    staff_login_events: StaffLoginEventRow;
  }
}

export interface StaffRow {
  staff_id: string;
  operator_id: string;
  role: "viewer" | "reviewer" | "admin";
  status: "invited" | "active" | "locked" | "removed";
  email_sealed: string;
  /** A keyed index over all operators. */
  email_index: string;
  name_sealed: string | null;
  password_sealed: string | null;
  totp_sealed: string | null;
  totp_pending_sealed: string | null;
  totp_last_step: number;
  /** JSON of currency to minor units per day; null for no limit. */
  approval_limits: string | null;
  last_login_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

export interface StaffInvitationRow {
  staff_id: string;
  token_hash: string;
  expires_at: Date;
  created_at: Date;
}

export interface StaffRecoveryCodeRow {
  staff_id: string;
  code_hash: string;
}

export interface StaffSessionRow {
  session_id: string;
  staff_id: string;
  operator_id: string;
  token_hash: string;
  stage: "second_factor" | "enrolment" | "ready";
  wrong_codes: number;
  ip_address_sealed: string | null;
  user_agent_sealed: string | null;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

export interface StaffLoginFailureRow {
  subject: string;
  /** Null for a network. */
  email_index: string | null;
  failures: number;
  locked_until: Date | null;
  /** Whether the current lock's first refusal was recorded. */
  refusal_noted: Generated<boolean>;
  last_failed_at: Date;
}

export interface StaffDeviceRow {
  device_id: string;
  operator_id: string;
  staff_id: string;
  token_hash: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

export interface StaffPasskeyRow {
  passkey_id: string;
  operator_id: string;
  staff_id: string;
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  counter: number;
  /** Transports, separated by commas. */
  transports: string;
  name_sealed: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface StaffPasskeyChallengeRow {
  challenge_hash: string;
  purpose: "register" | "second_factor" | "login";
  /** A session's id, or the hash of an anonymous browser's token. */
  bound_to: string;
  expires_at: Date;
}

/** A failure that waits for its audit entry. */
export interface StaffLoginEventRow {
  event_id: Generated<number>;
  email_index: string;
  /** A keyed fingerprint. */
  network: string;
  step: "password" | "code" | "passkey";
  known_device: boolean;
  locked: boolean;
  /** A lock refused the try, so nothing was checked. */
  refused: Generated<boolean>;
  failed_at: Date;
}
