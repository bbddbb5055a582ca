declare module "../../platform/database/tables.ts" {
  interface Tables {
    customers: CustomerRow;
    customer_search: CustomerSearchRow;
  }
}

/** Personal data is sealed by field; the blind index finds the e-mail. */
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
  /** The date came with a client secret, not from the operator. */
  date_of_birth_claimed: boolean;
  /** When the legal name or date of birth last changed; older verifications are void. */
  identity_changed_at: Date;
  version: number;
  created_at: Date;
  updated_at: Date;
  /** Version in customer_search; 0 if not indexed. */
  search_version: number;
  /** If set, the row is a tombstone. */
  erased_at: Date | null;
}

export interface CustomerSearchRow {
  customer_id: string;
  operator_id: string;
  /** Blind indexes of words and their prefixes. */
  tokens: string[];
}
