/**
 * Every place in the database that holds sealed text. The keyring refuses to seal for a place that is
 * not listed here, and a test compares the list with the schema: a rotation of keys (service/operators/keys)
 * seals exactly these again, and destroys the old key afterwards.
 */

/** A sealed column of a table. */
export interface SealedColumn {
  readonly column: string;
  /** The column's name in the seal (`FieldPlace.column`), where it differs. */
  readonly sealedAs?: string;
  /** The member of a `jsonb` column that is sealed. */
  readonly path?: readonly string[];
}

/** A table with sealed columns. */
export interface SealedTable {
  readonly table: string;
  /** Its primary key. */
  readonly key: readonly string[];
  /** The columns that make up `FieldPlace.id`, joined by `idSeparator` (`:`); the key by default. */
  readonly id?: readonly string[];
  readonly idSeparator?: string;
  /** The table that names the row's operator, and the column that both have, where the row doesn't. */
  readonly operatorIn?: { readonly table: string; readonly by: string };
  readonly columns: readonly SealedColumn[];
  /** Rows that are read at once; few where values are large. */
  readonly rowsAtOnce?: number;
}

const columns = (...names: readonly string[]): SealedColumn[] =>
  names.map((column) => ({ column }));

/** In the order in which a rotation goes through them. */
export const sealedTables: readonly SealedTable[] = [
  {
    table: "operators",
    key: ["operator_id"],
    columns: [{ column: "settings", sealedAs: "settings.payer.tin", path: ["payer", "sealedTin"] }],
  },
  {
    table: "customers",
    key: ["customer_id"],
    columns: columns(
      "email_sealed",
      "first_name_sealed",
      "middle_name_sealed",
      "last_name_sealed",
      "suffix_sealed",
      "date_of_birth_sealed",
      "phone_number_sealed",
      "address_sealed",
    ),
  },
  {
    table: "customer_last_seen",
    key: ["operator_id", "external_customer_id"],
    id: ["external_customer_id"],
    columns: [{ column: "ip_address_sealed", sealedAs: "ip_address" }],
  },
  {
    table: "payments",
    key: ["payment_id"],
    columns: [{ column: "details_sealed", sealedAs: "card_sealed" }],
  },
  {
    table: "payment_methods",
    key: ["payment_method_id"],
    columns: columns("shown_sealed", "details_sealed", "consent_sealed"),
  },
  {
    table: "bank_mandates",
    key: ["payment_id"],
    columns: columns("evidence_sealed", "bar_lift_sealed"),
  },
  {
    table: "bank_payments",
    key: ["payment_id"],
    columns: columns("return_url_sealed", "verifier_sealed", "token_sealed"),
  },
  {
    table: "bank_logins",
    key: ["bank_login_id"],
    columns: columns("verifier_sealed", "account_sealed", "authorization_sealed"),
  },
  {
    table: "disbursement_intents",
    key: ["disbursement_intent_id"],
    columns: columns("shown_sealed", "destination_sealed"),
  },
  {
    table: "disbursement_history",
    key: ["disbursement_intent_id", "version"],
    columns: columns("reason_sealed"),
  },
  {
    table: "payout_methods",
    key: ["payout_method_id"],
    columns: columns("shown_sealed", "destination_sealed"),
  },
  { table: "ach_entries", key: ["ach_entry_id"], columns: columns("details_sealed") },
  {
    table: "sms_verifications",
    key: ["sms_verification_id"],
    columns: columns("phone_number_sealed"),
  },
  { table: "sms_notices", key: ["sms_notice_id"], columns: columns("phone_number_sealed") },
  {
    table: "kyc_verifications",
    key: ["kyc_verification_id"],
    columns: columns("reading_sealed", "outcome_sealed", "decision_reason_sealed"),
  },
  {
    table: "kyc_images",
    key: ["upload_id"],
    columns: columns("problems_sealed", "image_sealed"),
    rowsAtOnce: 2,
  },
  {
    table: "kyc_image_pieces",
    key: ["upload_id", "begins_at"],
    idSeparator: "/",
    operatorIn: { table: "kyc_images", by: "upload_id" },
    columns: columns("piece_sealed"),
    rowsAtOnce: 10,
  },
  {
    table: "w9_forms",
    key: ["w9_id"],
    columns: columns("draft_sealed", "form_sealed", "tin_sealed"),
  },
  {
    table: "w9_access_log",
    key: ["access_id"],
    id: ["w9_id"],
    columns: columns("ip_address_sealed", "user_agent_sealed"),
  },
  {
    table: "webhook_endpoints",
    key: ["webhook_id"],
    columns: columns("secret_sealed", "previous_secret_sealed"),
  },
  { table: "events", key: ["event_id"], columns: columns("body_sealed") },
  {
    table: "webhook_attempts",
    key: ["event_id", "webhook_id", "attempt"],
    operatorIn: { table: "webhook_endpoints", by: "webhook_id" },
    columns: columns("answer_sealed"),
  },
  {
    table: "staff",
    key: ["staff_id"],
    columns: columns(
      "email_sealed",
      "name_sealed",
      "password_sealed",
      "totp_sealed",
      "totp_pending_sealed",
    ),
  },
  { table: "staff_passkeys", key: ["passkey_id"], columns: columns("name_sealed") },
  {
    table: "staff_sessions",
    key: ["session_id"],
    columns: columns("ip_address_sealed", "user_agent_sealed"),
  },
  {
    table: "idempotency_keys",
    key: ["scope"],
    columns: [{ column: "answer_sealed", sealedAs: "answer" }],
  },
];

/**
 * Sealed text that is handed out and comes back, and is in no column. It must expire well within the
 * time that a retired key is kept (service/operators/keys, `graceMs`).
 */
const handedOut: ReadonlySet<string> = new Set([
  // Links to the customer's bank, good for minutes.
  "bank_payments.link",
  "bank_logins.link",
]);

const known = new Set(
  sealedTables.flatMap(({ table, columns: sealed }) =>
    sealed.map(({ column, sealedAs = column }) => `${table}.${sealedAs}`),
  ),
);

/** Whether something may be sealed for this place. */
export function isSealedPlace({ table, column }: { table: string; column: string }): boolean {
  const name = `${table}.${column}`;
  return known.has(name) || handedOut.has(name);
}
