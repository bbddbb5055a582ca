declare module "../../platform/database/tables.ts" {
  interface Tables {
    bank_logins: BankLoginRow;
  }
}

/** A customer's login at their bank to share an account. */
export interface BankLoginRow {
  bank_login_id: string;
  operator_id: string;
  subject: string;
  /** The status; see bank-login-states.ts. */
  status: "open" | "exchanging" | "confirmed" | "refused" | "failed" | "expired";
  version: number;
  state_hash: string;
  verifier_sealed: string | null;
  /** The bank's page; null after the link to it was opened. */
  authorization_sealed: string | null;
  opened_at: Date | null;
  /** SHA-256 of the cookie of the browser that left for the bank. */
  browser_hash: string | null;
  account_sealed: string | null;
  /** The customer's consent to payouts that the login asks for (service/providers/payout/kit/payout-consents.ts). */
  consent_id: string | null;
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
}
