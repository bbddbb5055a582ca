import type { ColumnType, Generated } from "kysely";

/**
 * Row types of every table, written by hand after the migrations; a test compares them with a
 * migrated database. Each owner adds the tables of their domain; long, because it is all of them.
 *
 * Conventions: times are `timestamptz`, given and read as `Date`; `bigint` is read as a number
 * (minor units and counters stay below 2^53), `numeric` as decimal text; `jsonb` is given as JSON text and read parsed; columns
 * named `…_sealed` hold encrypted text (see secrets/keyring.ts).
 */
export interface Tables {
  operators: OperatorRow;
  data_keys: DataKeyRow;
  index_keys: IndexKeyRow;
  key_walks: KeyWalkRow;
  api_keys: ApiKeyRow;
  approval_totals: ApprovalTotalRow;
  idempotency_keys: IdempotencyKeyRow;
  service_settings: ServiceSettingRow;
  released_files: ReleasedFileRow;
  customers: CustomerRow;
  customer_erasures: CustomerErasureRow;
  customer_last_seen: CustomerLastSeenRow;
  card_attempt_counts: CardAttemptCountRow;
  sms_verifications: SmsVerificationRow;
  sms_sends: SmsSendRow;
  sms_notices: SmsNoticeRow;
  kyc_verifications: KycVerificationRow;
  kyc_links: KycLinkRow;
  kyc_handoffs: KycHandoffRow;
  kyc_images: KycImageRow;
  kyc_image_pieces: KycImagePieceRow;
  kyc_access_log: KycAccessLogRow;
  w9_forms: W9FormRow;
  w9_access_log: W9AccessLogRow;
  webhook_endpoints: WebhookEndpointRow;
  events: EventRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_attempts: WebhookAttemptRow;
  payment_intents: PaymentIntentRow;
  payments: PaymentRow;
  bank_mandates: BankMandateRow;
  disbursement_intents: DisbursementIntentRow;
  disbursement_history: DisbursementHistoryRow;
  payout_methods: PayoutMethodRow;
  staff: StaffRow;
  staff_invitations: StaffInvitationRow;
  staff_recovery_codes: StaffRecoveryCodeRow;
  staff_sessions: StaffSessionRow;
  staff_login_failures: StaffLoginFailureRow;
  staff_devices: StaffDeviceRow;
  staff_login_events: StaffLoginEventRow;
  staff_passkeys: StaffPasskeyRow;
  staff_passkey_challenges: StaffPasskeyChallengeRow;
  review_claims: ReviewClaimRow;
  audit_entries: AuditEntryRow;
  audit_heads: AuditHeadRow;
  customer_search: CustomerSearchRow;
  ach_entries: AchEntryRow;
  ach_files: AchFileRow;
  ach_return_files: AchReturnFileRow;
  prizes: PrizeRow;
  tax_filings: TaxFilingRow;
  tax_forms: TaxFormRow;
  tax_filing_prizes: TaxFilingPrizeRow;
  bank_logins: BankLoginRow;
  crypto_chains: CryptoChainRow;
  crypto_blocks: CryptoBlockRow;
  crypto_address_heads: CryptoAddressHeadRow;
  crypto_quotes: CryptoQuoteRow;
  crypto_deposits: CryptoDepositRow;
  crypto_watches: CryptoWatchRow;
  crypto_transfers: CryptoTransferRow;
  payment_methods: PaymentMethodRow;
  bank_payments: BankPaymentRow;
}

/** A column that takes JSON text and gives the parsed value. */
export type JsonColumn<Value> = ColumnType<Value, string, string>;

export interface OperatorRow {
  operator_id: string;
  name: string;
  is_demo: boolean;
  /** Only what differs from the defaults; read through `service/operators/accounts`. */
  settings: JsonColumn<Record<string, unknown>>;
  feature_flags: JsonColumn<Record<string, boolean>>;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** A version of an operator's data key, wrapped by a key-encryption key. */
export interface DataKeyRow {
  operator_id: string;
  key_version: number;
  wrapped_key: string;
  created_at: Date;
  /** Null: wrapped before key-encryption keys had ids. */
  kek_id: string | null;
  state: Generated<"incoming" | "active" | "retiring">;
  /** Seals that processes have reserved. */
  uses: Generated<number>;
  retired_at: Date | null;
  /** Number of the rotation that made it; 0: none did. */
  rotation: Generated<number>;
}

/** The key of an operator's look-up hashes; `service` owns the one over all operators. */
export interface IndexKeyRow {
  owner: string;
  wrapped_key: string;
  kek_id: string;
  created_at: Date;
}

/** A pass over every sealed column; see service/operators/keys. */
export interface KeyWalkRow {
  walk_id: Generated<number>;
  started_at: Date;
  table_name: string | null;
  /** JSON: primary key of the last row that was looked at. */
  cursor: string | null;
  resealed: Generated<number>;
  /** Values that were sealed with a version long after it was retired. */
  late: Generated<number>;
  /** Values that do not open. */
  broken: Generated<number>;
  lease_token: string | null;
  lease_until: Date | null;
  finished_at: Date | null;
}

export interface ApiKeyRow {
  key_id: string;
  operator_id: string;
  kind: "secret" | "publishable";
  environment: "sandbox" | "live";
  /** SHA-256 of the whole key, base64url. */
  key_hash: string;
  /** Enough to tell keys apart when they are listed: `sk_sandbox_…AbCd`. */
  hint: string;
  created_at: Date;
  revoked_at: Date | null;
  label: string | null;
  /** contract/api-key-scopes.ts; null: everything. */
  scopes: string[] | null;
  /** CIDR ranges; null: from anywhere. */
  allowed_addresses: string[] | null;
  /** JSON: currency to minor units a day; null: no limit. */
  approval_limits: string | null;
  /** `staff:<id>`, `command` or `service`; null for keys from before it was kept. */
  created_by: string | null;
  /** The first of the keys that this one replaced; null where it replaced none. */
  line_id: string | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  version: Generated<number>;
}

/** What an approver approved on their latest day (service/payouts/approvals). */
export interface ApprovalTotalRow {
  operator_id: string;
  /** `key:<line id>` or `staff:<id>` */
  approver: string;
  currency: string;
  /** YYYY-MM-DD in the operator's time zone. */
  day: string;
  approved_minor: number;
}

/** See http/idempotency.ts. */
export interface IdempotencyKeyRow {
  scope: string;
  operator_id: string;
  fingerprint: string;
  /** Null while the request runs. */
  status_code: number | null;
  answer_sealed: string | null;
  lease_until: Date | null;
  lease_token: string | null;
  created_at: Date;
  expires_at: Date;
  /** Id of what the request began and that lives on without it; null: nothing of that kind. */
  began: string | null;
}

/** A file of a build that some service has run with. */
export interface ReleasedFileRow {
  path: string;
  content_type: string;
  digest: string;
  content: string;
  last_run_at: Date;
}

/** Facts about the deployment itself, such as which key-encryption key it was set up with. */
export interface ServiceSettingRow {
  name: string;
  value: string;
}

/** A customer; personal data sealed field by field, the e-mail found by its blind index. */
export interface CustomerRow {
  customer_id: string;
  operator_id: string;
  external_customer_id: string;
  email_sealed: string;
  email_index: string;
  first_name_sealed: string | null;
  middle_name_sealed: string | null;
  last_name_sealed: string | null;
  suffix_sealed: string | null;
  date_of_birth_sealed: string | null;
  phone_number_sealed: string | null;
  /** JSON of the whole address. */
  address_sealed: string | null;
  phone_verified_at: Date | null;
  /** The date of birth was stated with a client secret, not by the operator's server. */
  date_of_birth_claimed: boolean;
  /** When the legal name or date of birth last changed; older verifications are void. */
  identity_changed_at: Date;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** The version that customer_search knows; 0: none yet. */
  search_version: number;
  /** Null: a customer. Else a tombstone with an empty profile. */
  erased_at: Date | null;
}

/** See service/reporting/erasure. */
export interface CustomerErasureRow {
  operator_id: string;
  external_customer_id: string;
  reason: string;
  /** `api:<key id>`, `staff:<id>`, `command` */
  actor: string;
  erased_at: Date;
  /** Signed W-9 forms are kept until then; null: none are. */
  tax_records_until: Date | null;
  /** Proofs of bank debits are kept until then; null: none are. */
  mandates_until: Date | null;
  answers_forgotten_at: Date | null;
}

/** See service/customers/profile/search. */
export interface CustomerSearchRow {
  customer_id: string;
  operator_id: string;
  /** Blind indexes of words and of their beginnings. */
  tokens: string[];
}

/** See service/customers/location. One row per customer, of operators with location rules. */
export interface CustomerLastSeenRow {
  operator_id: string;
  external_customer_id: string;
  ip_address_sealed: string;
  seen_at: Date;
}

/** See service/payments/card-attempts. */
export interface CardAttemptCountRow {
  operator_id: string;
  /** Keyed index of a customer, an address or an intent. */
  subject: string;
  kind: "customer" | "address" | "intent";
  /** `<milliseconds, 13 digits> <payment id>`, oldest first. */
  attempts: string[];
  refused_at: Date | null;
  updated_at: Date;
}

/** See service/customers/text-messages. */
export interface SmsVerificationRow {
  sms_verification_id: string;
  operator_id: string;
  external_customer_id: string;
  phone_number_sealed: string;
  /** Blind index of the number. */
  phone_index: string;
  /** What the code is for: `payout`, `w9`; `unbound` for codes from before the binding. */
  purpose: string;
  /** The id of the payout intent or the W-9 that the code is for. */
  subject: string;
  /** Blind index of the number on file when the code was first sent. */
  on_file_index: string | null;
  status: "pending" | "approved" | "failed" | "expired" | "canceled";
  failed_checks: number;
  sends: number;
  resend_at: Date;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** A message to a verified number that was replaced; see service/customers/text-messages/phone-notices.ts. */
export interface SmsNoticeRow {
  sms_notice_id: string;
  operator_id: string;
  external_customer_id: string;
  phone_number_sealed: string;
  next_try_at: Date;
  created_at: Date;
}

/** Messages of the last day, by what limits count; every index is keyed. */
export interface SmsSendRow {
  send_id: Generated<number>;
  operator_id: string;
  external_customer_id: string;
  phone_index: string;
  phone_block: string;
  ip_index: string;
  sent_at: Date;
  purpose: Generated<"payout" | "w9">;
}

/** See service/customers/identity. */
export interface KycVerificationRow {
  kyc_verification_id: string;
  operator_id: string;
  external_customer_id: string;
  document_type: "drivers_license" | "passport" | null;
  /** Changed only as service/customers/identity/states allows. */
  status: KycStatusColumn;
  /** Asked for by kyc-info, begun by itself with an intent, tried again, or opened again by staff. */
  origin: "asked" | "self" | "retry" | "reopened";
  version: number;
  consented_at: Date | null;
  submitted_at: Date | null;
  decided_at: Date | null;
  read_due_at: Date | null;
  read_tries: number;
  lease_token: string | null;
  /** Verifications before this one whose pictures could not be read. */
  unreadable_before: number;
  /** JSON of what was read. */
  reading_sealed: string | null;
  /** JSON of checks and reasons. */
  outcome_sealed: string | null;
  document_index: string | null;
  /** YYYY-MM-DD */
  document_expires_on: string | null;
  /** Id of the member of staff. */
  decided_by: string | null;
  decision_reason_sealed: string | null;
  delete_images_at: Date | null;
  created_at: Date;
  updated_at: Date;
}
type KycStatusColumn =
  | "pending"
  | "verified"
  | "under_review"
  | "rejected"
  | "verified_manually"
  | "rejected_manually"
  | "expired";

export interface KycLinkRow {
  link_id: string;
  operator_id: string;
  external_customer_id: string;
  generation: number;
  expires_at: Date;
  capture_generation: number | null;
  capture_until: Date | null;
  created_at: Date;
}

export interface KycHandoffRow {
  handoff_id: string;
  operator_id: string;
  external_customer_id: string;
  kyc_verification_id: string;
  link_id: string | null;
  link_generation: number | null;
  expires_at: Date;
  opened_at: Date | null;
  created_at: Date;
}

export interface KycImageRow {
  upload_id: string;
  operator_id: string;
  kyc_verification_id: string;
  side: "front" | "back" | "photo_page";
  state: "uploading" | "received" | "refused" | "replaced" | "deleted";
  size_bytes: number;
  received_bytes: number;
  content_type: string | null;
  /** JSON of what is wrong with the picture. */
  problems_sealed: string | null;
  /** Base64 of the cleaned picture. */
  image_sealed: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface KycImagePieceRow {
  upload_id: string;
  begins_at: number;
  piece_sealed: string;
}

export interface KycAccessLogRow {
  access_id: Generated<number>;
  operator_id: string;
  kyc_verification_id: string;
  upload_id: string | null;
  /** `customer`, `reader`, `service` or `staff:<id>` */
  actor: string;
  action: string;
  accessed_at: Date;
}

/** See service/tax/w9. */
export interface W9FormRow {
  w9_id: string;
  operator_id: string;
  external_customer_id: string;
  /** Changed only as service/tax/w9/states allows. */
  status: "pending" | "completed" | "void";
  version: number;
  link_generation: number;
  link_expires_at: Date;
  earlier_link_expires_at: Date | null;
  intent_live_until: Date | null;
  confirm_failures: number;
  not_us_person: boolean;
  /** JSON of what was typed, never the taxpayer number. */
  draft_sealed: string | null;
  completed_at: Date | null;
  form_revision: string | null;
  /** JSON of everything on the form but the taxpayer number, with the full text signed. */
  form_sealed: string | null;
  /** Nine digits. */
  tin_sealed: string | null;
  tin_index: string | null;
  backup_withholding: boolean;
  confirmed_by: "intent" | "date_of_birth" | "phone" | null;
  tin_match: "unverified" | "pending" | "match" | "mismatch";
  /** The provider's own code. */
  tin_match_code: string | null;
  tin_matched_at: Date | null;
  match_due_at: Date | null;
  match_tries: number;
  lease_token: string | null;
  voided_at: Date | null;
  /** Id of the member of staff. */
  voided_by: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface W9AccessLogRow {
  access_id: Generated<number>;
  operator_id: string;
  w9_id: string;
  /** `customer`, `service` or `staff:<id>` */
  actor: string;
  action: string;
  ip_address_sealed: string | null;
  user_agent_sealed: string | null;
  accessed_at: Date;
}

export interface WebhookEndpointRow {
  webhook_id: string;
  operator_id: string;
  url: string;
  description: string | null;
  /** Types that it hears of; null is all. */
  events: string[] | null;
  status: "enabled" | "disabled" | "deleted";
  /** Null once deleted. */
  secret_sealed: string | null;
  previous_secret_sealed: string | null;
  previous_secret_expires_at: Date | null;
  failing_since: Date | null;
  disabled_reason: "gone" | "failing" | null;
  /** Timeouts in a row (service/events/slow-endpoints.ts). */
  timeouts: number;
  /** Since when the endpoint gets only probes; null while it answers in time. */
  slow_since: Date | null;
  /** When the next probe may be sent; null unless slow. */
  probe_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Immutable; written with the change that it tells of (service/events/events.ts). */
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
  /** Tries over all sendings. */
  attempts: number;
  /** Tries since it was last (re-)sent. */
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
/** Written and read through service/payments/store. */
export interface PaymentIntentRow {
  payment_intent_id: string;
  operator_id: string;
  external_payment_intent_id: string;
  external_customer_id: string;
  amount_minor: number;
  currency: string;
  description: string | null;
  custom_data: JsonColumn<Record<string, string>>;
  payment_method_types: JsonColumn<string[]>;
  payment_descriptor: string;
  secret_hash: string;
  status: "no-payment" | "pending" | "success" | "failed" | "expired";
  version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

/** A payout; see service/payouts/records.ts for what the columns mean. */
export interface DisbursementIntentRow {
  disbursement_intent_id: string;
  operator_id: string;
  external_disbursement_intent_id: string;
  external_customer_id: string;
  amount_minor: number;
  currency: string;
  tax_category: "winnings" | "prize" | "services" | "other";
  description: string | null;
  custom_data: JsonColumn<Record<string, string>>;
  secret_hash: string;
  /** Changed only as service/payouts/states allows. */
  step: string;
  status: string;
  version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  disbursement_id: string | null;
  type: string | null;
  withheld_minor: number | null;
  shown_sealed: string | null;
  destination_sealed: string | null;
  messages: JsonColumn<unknown[]>;
  provider: string | null;
  payout_id: string | null;
  submitted_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
  paid_at: Date | null;
  /** YYYY-MM-DD */
  tax_date: string | null;
  next_check_at: Date | null;
  checks: number;
  /** When it was last sent without an answer that could be believed; null: never. */
  sent_at: Date | null;
  /** The API key; null for payouts from before it was kept. */
  created_key_id: string | null;
  /** The API key that decided; null where staff did. */
  decided_key_id: string | null;
}

/** A step that a payout took. */
export interface DisbursementHistoryRow {
  disbursement_intent_id: string;
  version: number;
  operator_id: string;
  happening: string;
  step: string;
  actor: string;
  reason_sealed: string | null;
  happened_at: Date;
}

/** A way to be paid that a customer let us keep. */
export interface PayoutMethodRow {
  payout_method_id: string;
  operator_id: string;
  external_customer_id: string;
  type: string;
  shown_sealed: string;
  destination_sealed: string;
  method_index: string;
  created_at: Date;
  last_used_at: Date;
}

/** An attempt to pay; see service/payments/records.ts for what the columns mean. */
export interface PaymentRow {
  payment_id: string;
  payment_intent_id: string;
  operator_id: string;
  attempt: number;
  step: string;
  status: "pending" | "success" | "failed";
  was_success: boolean;
  type: string;
  fees_minor: number;
  tax_minor: number;
  price_detail: JsonColumn<Record<string, unknown>>;
  total_minor: number;
  messages: JsonColumn<unknown[]>;
  payment_method: JsonColumn<Record<string, unknown> | null>;
  detail: JsonColumn<Record<string, unknown>>;
  three_ds: JsonColumn<Record<string, unknown> | null>;
  three_ds_server_trans_id: string | null;
  details_sealed: string | null;
  processor: string;
  routing: JsonColumn<Record<string, unknown> | null>;
  charge_number: number;
  charge_id: string | null;
  reversal: "due" | "done" | null;
  next_check_at: Date | null;
  checks: number;
  created_at: Date;
  updated_at: Date;
}

/** What a customer agreed to when a bank account was debited (service/payments/methods/bank). */
export interface BankMandateRow {
  payment_id: string;
  operator_id: string;
  payment_intent_id: string;
  account_index: string;
  version: string;
  locale: "en" | "es";
  evidence_sealed: string;
  accepted_at: Date;
  return_code: string | null;
  returned_at: Date | null;
  ended_at: Date | null;
  bar_lifted_at: Date | null;
  bar_lift_sealed: string | null;
}

/** Somebody of an operator's staff; see service/operators/staff. */
export interface StaffRow {
  staff_id: string;
  operator_id: string;
  role: "viewer" | "reviewer" | "admin";
  status: "invited" | "active" | "locked" | "removed";
  email_sealed: string;
  /** Keyed index over all operators. */
  email_index: string;
  name_sealed: string | null;
  password_sealed: string | null;
  totp_sealed: string | null;
  totp_pending_sealed: string | null;
  totp_last_step: number;
  /** JSON: currency to minor units a day; null: no limit. */
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
  /** The account that the counter belongs to; null for a network's. */
  email_index: string | null;
  failures: number;
  locked_until: Date | null;
  /** A try that the present lock refused is on record. */
  refusal_noted: Generated<boolean>;
  last_failed_at: Date;
}

/** A browser in which a member of staff has completed a login. */
export interface StaffDeviceRow {
  device_id: string;
  operator_id: string;
  staff_id: string;
  token_hash: string;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
}

/** A WebAuthn credential of a member of staff. */
export interface StaffPasskeyRow {
  passkey_id: string;
  operator_id: string;
  staff_id: string;
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  counter: number;
  /** Comma-separated. */
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

/** A failed login that waits for its audit entry. */
export interface StaffLoginEventRow {
  event_id: Generated<number>;
  email_index: string;
  /** A keyed fingerprint. */
  network: string;
  step: "password" | "code" | "passkey";
  known_device: boolean;
  locked: boolean;
  /** Refused by a lock, so nothing was looked at. */
  refused: Generated<boolean>;
  failed_at: Date;
}

export interface ReviewClaimRow {
  kyc_verification_id: string;
  operator_id: string;
  staff_id: string;
  claimed_at: Date;
  expires_at: Date;
}

/** Only ever added; see service/operators/audit. */
export interface AuditEntryRow {
  operator_id: string;
  sequence: number;
  at: Date;
  actor_kind: "staff" | "command" | "api" | "service";
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  /** JSON as text. */
  details: string;
  previous_hash: string;
  hash: string;
}

export interface AuditHeadRow {
  operator_id: string;
  sequence: number;
  hash: string;
}

/** Money on its way over ACH (service/rails/ach). */
export interface AchEntryRow {
  ach_entry_id: string;
  operator_id: string;
  entry_key: string;
  source: "disbursement" | "payment";
  direction: "credit" | "debit";
  account_type: "checking" | "savings";
  details_sealed: string;
  amount_minor: number;
  company_name: string;
  status: "queued" | "canceled" | "filed" | "settled" | "returned";
  told_status: string;
  ach_file_id: string | null;
  batch_number: number | null;
  trace_number: string | null;
  /** `YYYY-MM-DD`. */
  effective_date: string | null;
  /** `YYYY-MM-DD`. */
  settles_on: string | null;
  return_code: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** A file of entries for the bank. */
export interface AchFileRow {
  ach_file_id: string;
  bank_date: string;
  bank_time: string;
  id_modifier: string;
  first_trace: number;
  entry_count: number;
  debit_minor: number;
  credit_minor: number;
  /** When handing over began; null while the file is `made`. */
  written_at: Date | null;
  /** service/rails/ach/ach-file-states.ts. */
  status: "made" | "handing_over" | "handed_over" | "acknowledged";
  /** The attempt that may publish the file. */
  hand_over_token: string | null;
  /** SHA-256 of the bytes, hex. */
  content_hash: string | null;
  /** Why staff decided as they did. */
  reason: string | null;
  created_at: Date;
}

/** A file of the bank that was read. */
export interface AchReturnFileRow {
  content_hash: string;
  name: string;
  return_count: number;
  change_count: number;
  unknown_count: number;
  read_at: Date;
}

/** A prize that ends on a W-2G (service/tax/prizes). Amounts are cents of US dollars. */
export interface PrizeRow {
  prize_id: string;
  operator_id: string;
  external_customer_id: string;
  external_prize_id: string;
  game_type: "bingo" | "horse_racing";
  tax_year: number;
  status: "recorded" | "submitted" | "filed";
  version: number;
  winnings_minor: number;
  wager_minor: number | null;
  reportable_minor: number;
  legally_reportable: boolean;
  regular_withholding_minor: number;
  /** `YYYY-MM-DD`. */
  date_won: string;
  won_at: Date;
  paid_at: Date;
  boxes: JsonColumn<PrizeBoxes>;
  submitted_at: Date | null;
  filed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** What the operator gave for the other boxes of a W-2G. */
export interface PrizeBoxes {
  wagerType?: string;
  transaction?: string;
  race?: string;
  cashier?: string;
  window?: string;
  stateCode?: string;
  localityName?: string;
  identicalWagersMinor?: number;
  federalWithheldMinor?: number;
  stateWinningsMinor?: number;
  stateWithheldMinor?: number;
  localWinningsMinor?: number;
  localWithheldMinor?: number;
}

/** An export of tax forms (service/reporting/tax-year). */
export interface TaxFilingRow {
  tax_filing_id: string;
  operator_id: string;
  tax_year: number;
  form: "1099-MISC" | "1099-NEC" | "W-2G";
  is_correction: boolean;
  columns: JsonColumn<string[] | null>;
  form_count: number;
  status: "submitted" | "filed";
  version: number;
  created_by: string;
  created_at: Date;
  filed_at: Date | null;
}

/** A 1099 of an export, as it was exported. */
export interface TaxFormRow {
  tax_filing_id: string;
  operator_id: string;
  tax_year: number;
  form: "1099-MISC" | "1099-NEC";
  external_customer_id: string;
  revision: number;
  amount_minor: number;
  withheld_minor: number;
}

/** A prize in a W-2G export. */
export interface TaxFilingPrizeRow {
  prize_id: string;
  tax_filing_id: string;
}

/** A customer who logs in at their bank to share an account (service/rails/bank-login). */
export interface BankLoginRow {
  bank_login_id: string;
  operator_id: string;
  subject: string;
  /** Changed only as service/rails/bank-login/bank-login-states.ts allows. */
  status: "open" | "exchanging" | "confirmed" | "refused" | "failed" | "expired";
  version: number;
  state_hash: string;
  verifier_sealed: string | null;
  /** The bank's page, until the link to it is opened. */
  authorization_sealed: string | null;
  opened_at: Date | null;
  /** SHA-256 of the cookie of the browser that left for the bank. */
  browser_hash: string | null;
  account_sealed: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

/** A way to pay that a customer let us keep; service/payments/saved-methods. */
export interface PaymentMethodRow {
  payment_method_id: string;
  operator_id: string;
  external_customer_id: string;
  payment_id: string;
  type: "card" | "bank";
  status: "wanted" | "kept" | "removed";
  shown_sealed: string | null;
  details_sealed: string | null;
  consent_sealed: string | null;
  method_index: string | null;
  consented_at: Date;
  kept_at: Date | null;
  last_used_at: Date | null;
  removed_at: Date | null;
  created_at: Date;
}

/** Where a payment by bank stands; service/rails/open-banking/bank-payment-states.ts says what follows what. */
export type BankPaymentStatus =
  | "waiting"
  | "at_bank"
  | "exchanging"
  | "ordering"
  | "accepted"
  | "settled"
  | "rejected"
  | "refused"
  | "canceled"
  | "expired"
  | "failed";

type PayingAccount = { bankName: string; accountType: "checking" | "savings"; last4: string };

/** A payment that a customer confirms at their bank (service/rails/open-banking). */
export interface BankPaymentRow {
  payment_id: string;
  payment_intent_id: string;
  operator_id: string;
  /** Changed only as service/rails/open-banking/bank-payment-states.ts allows. */
  status: BankPaymentStatus;
  version: number;
  amount_minor: number;
  currency: string;
  payee: string;
  reference: string;
  way: "redirect" | "popup";
  return_url_sealed: string;
  opened_at: Date | null;
  state_hash: string | null;
  browser_hash: string | null;
  verifier_sealed: string | null;
  token_sealed: string | null;
  agreed_at: Date | null;
  bank_payment_id: string | null;
  account: JsonColumn<PayingAccount> | null;
  reason: string | null;
  told_status: string | null;
  checks: number;
  next_check_at: Date | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}

/** How far a network has been read, and who reads it (service/rails/coins). */
export interface CryptoChainRow {
  network: string;
  genesis_hash: string | null;
  head_number: number | null;
  head_hash: string | null;
  followed_at: Date | null;
  lease_token: string | null;
  lease_until: Date | null;
}

export interface CryptoBlockRow {
  network: string;
  number: number;
  hash: string;
}

export interface CryptoAddressHeadRow {
  key_hash: string;
  next_index: number;
}

/** What a total is in crypto, and until when. Amounts are base units. */
export interface CryptoQuoteRow {
  crypto_quote_id: string;
  operator_id: string;
  subject: string;
  network: string;
  asset: string;
  amount_minor: number;
  currency: string;
  amount: string;
  tolerance: string;
  rate: string;
  created_at: Date;
  expires_at: Date;
}

/** Money that is waited for at an address. Amounts are base units. */
export interface CryptoDepositRow {
  crypto_deposit_id: string;
  operator_id: string;
  payment_id: string;
  network: string;
  asset: string;
  address: string;
  address_index: number;
  amount_minor: number;
  currency: string;
  rate: string;
  due: string;
  tolerance: string;
  /** Changed only as service/rails/coins/states allows. */
  status: CryptoDepositStatusColumn;
  received: string;
  confirmations: number;
  required: number;
  overpaid: boolean;
  wrong_asset: boolean;
  gone_since: number | null;
  watched_closely: boolean;
  version: number;
  told_version: number;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
  watched_until: Date;
  /** Since when the quoted rate is not held; null while it is. */
  rate_lost_at: Date | null;
  /** When what is asked for was last quoted again. */
  requoted_at: Date | null;
}
type CryptoDepositStatusColumn =
  | "waiting"
  | "underpaid"
  | "detected"
  | "confirming"
  | "confirmed"
  | "shaken"
  | "reorganised"
  | "expired"
  | "late";

/** An address on a network that is looked at. */
export interface CryptoWatchRow {
  crypto_deposit_id: string;
  network: string;
  address: string;
  closely: boolean;
  scanned_block: number;
  coin_balance: string;
  coin_block: number;
  coin_sent: number | null;
  next_look_at: Date;
}

/** Money that was seen at an address. */
export interface CryptoTransferRow {
  network: string;
  tx_hash: string;
  log_index: number;
  crypto_deposit_id: string;
  token: string | null;
  asset: string | null;
  amount: string;
  state: "pending" | "mined" | "gone";
  block_number: number | null;
  block_hash: string | null;
  missed: number;
  arrived_at: Date;
  /** Its fee was enough when it was first seen, and the quoted rate was held then. */
  holds_rate: boolean;
  /** When it was first seen in a block. */
  mined_at: Date | null;
  /** When it was valued at the rate of that moment; null: at the quoted rate, or not yet. */
  valued_at: Date | null;
}
