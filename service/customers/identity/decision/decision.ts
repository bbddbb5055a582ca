import type {
  DocumentReading,
  DocumentSide,
  DocumentType,
} from "../../../providers/document-reader/index.ts";

export interface DecisionInput {
  type: DocumentType;
  /** Null if the reader failed on every try. */
  reading: DocumentReading | null;
  customer: {
    firstName: string | null;
    middleName: string | null;
    lastName: string | null;
    suffix: string | null;
    /** YYYY-MM-DD */
    dateOfBirth: string | null;
  };
  /** YYYY-MM-DD, in the operator's time zone. */
  today: string;
  /** Whether another customer of the operator has a document with this number and issuer. */
  numberUsedByAnother: boolean;
  /** How many verifications in a row, just before this one, were retried because their pictures were unreadable. */
  unreadableBefore: number;
  /** False if staff review every document. */
  autoVerify: boolean;
}

/** Codes of checks. On the wire the list is open. */
export type CheckCode =
  | "document_readable"
  | "check_digits"
  | "document_unexpired"
  | "date_of_birth"
  | "last_name"
  | "first_name"
  | "document_number_unused"
  | "front_number"
  | "front_date_of_birth"
  | "front_name";

/** `unknown`: there was nothing to compare. `message` is for the customer. */
export interface Check {
  code: CheckCode;
  result: "passed" | "failed" | "unknown";
  message: string;
}

/** Codes of reasons. On the wire the list is open. */
export type ReasonCode =
  | "document_unreadable"
  | "document_incomplete"
  | "document_expired"
  | "identity_changed"
  | "date_of_birth_mismatch"
  | "last_name_mismatch"
  | "first_name_mismatch"
  | "customer_data_missing"
  | "check_digits_wrong"
  | "front_mismatch"
  | "document_number_in_use"
  | "not_read_automatically"
  | "review_required_by_policy";

/** `message` is for the customer, `staffMessage` for reviewers only. */
export interface Reason {
  code: ReasonCode;
  message: string;
  staffMessage: string;
}

export interface Decision {
  status: "verified" | "under_review" | "rejected";
  reasons: Reason[];
  checks: Check[];
  /** Whether other pictures or another document can help. Only with `rejected`. */
  canRetry: boolean;
  /** The sides that a retry must capture again. All of them, if the retry needs another document. */
  retakeSides: DocumentSide[];
  /** YYYY-MM-DD; null if unreadable. */
  documentExpiresOn: string | null;
}
