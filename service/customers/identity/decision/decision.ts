import type {
  DocumentReading,
  DocumentSide,
  DocumentType,
} from "../../../providers/document-reader/index.ts";

/** What the customer said about themselves, and what is known around the document. */
export interface DecisionInput {
  type: DocumentType;
  /** What was read; null when the reader could not read for reasons of its own, after all its tries. */
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
  /** Another customer of the operator rests on the same document number and issuer. */
  numberUsedByAnother: boolean;
  /** How often pictures for this verification could not be read before this one. */
  unreadableBefore: number;
  /** False where the operator wants a person to look at every document. */
  autoVerify: boolean;
}

/** What is looked at, one by one. An open list on the wire. */
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

/** One check and how it went, in words for the customer. `unknown`: there was nothing to compare. */
export interface Check {
  code: CheckCode;
  result: "passed" | "failed" | "unknown";
  message: string;
}

/** Why a document was not verified. An open list on the wire. */
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

/** A reason in two voices: `message` for the customer, `staffMessage` for reviewers only. */
export interface Reason {
  code: ReasonCode;
  message: string;
  staffMessage: string;
}

/** What becomes of a verification. */
export interface Decision {
  status: "verified" | "under_review" | "rejected";
  reasons: Reason[];
  checks: Check[];
  /** Another try with other pictures or another document can help. Only with `rejected`. */
  canRetry: boolean;
  /** Sides that a retry must take anew; the others are kept. All sides where it takes another document. */
  retakeSides: DocumentSide[];
  /** YYYY-MM-DD; null where it was not read. */
  documentExpiresOn: string | null;
}
