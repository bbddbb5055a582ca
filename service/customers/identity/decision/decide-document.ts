import { type DocumentSide, documentSides } from "../../../providers/document-reader/index.ts";
import { runChecks } from "./checks.ts";
import type { Check, CheckCode, Decision, DecisionInput, ReasonCode } from "./decision.ts";
import { reason } from "./reason-texts.ts";

/** After this many unreadable pictures in a row a document goes to review. */
const unreadableLimit = 3;

/**
 * Decides a verification. Barcodes and machine-readable zones are unsigned: this checks whether the data matches, not
 * whether the document is genuine.
 *
 * - `verified` only if every check passed: the document is readable and has not expired; date of birth, last and first
 *   name are the customer's; no other customer uses the number; a license's front shows what its barcode says. Correct
 *   check digits alone prove nothing, but wrong ones prevent it.
 * - `rejected` if the customer can solve it: unreadable pictures (until the third time), an expired document.
 * - `under_review` otherwise: staff decide.
 *
 * Expiry comes first: an expired document needs no review and no new picture. A document is valid on its last day.
 */
export function decideDocument(input: DecisionInput): Decision {
  const checks = runChecks(input);
  const expiresOn = input.reading?.fields.expiresOn?.value ?? null;
  const base = { checks, documentExpiresOn: expiresOn };
  const review = (codes: ReasonCode[]): Decision => ({
    ...base,
    status: "under_review",
    reasons: codes.map(reason),
    canRetry: false,
    retakeSides: [],
  });
  const reject = (code: ReasonCode, retakeSides: readonly DocumentSide[]): Decision => ({
    ...base,
    status: "rejected",
    reasons: [reason(code)],
    canRetry: true,
    retakeSides: [...retakeSides],
  });

  const { reading, type } = input;
  const resultOf = (code: CheckCode) => checks.find((check) => check.code === code)?.result;
  // A document of another type counts as unread.
  const isRead = reading?.readable === true && reading.type === type;
  // With a wrong check digit, the expiry date may be misread.
  const expirySure = reading?.fields.expiresOn?.checkDigit !== false;
  if (isRead && resultOf("document_unexpired") === "failed" && expirySure) {
    return reject("document_expired", documentSides[type]);
  }
  const blocking = (reading?.problems ?? []).filter((problem) => problem.blocking);
  if (!reading || blocking.some(({ party }) => party === "ours")) {
    return review(["not_read_automatically"]);
  }
  if (!isRead || blocking.length > 0) {
    if (input.unreadableBefore + 1 >= unreadableLimit) return review(["document_unreadable"]);
    const failed = documentSides[type].filter((side) =>
      blocking.some((documentProblem) => documentProblem.side === side),
    );
    return reject("document_unreadable", failed.length > 0 ? failed : documentSides[type]);
  }
  const codes = reviewReasons(checks, input);
  if (codes.length > 0) return review(codes);
  if (!input.autoVerify) return review(["review_required_by_policy"]);
  return { ...base, status: "verified", reasons: [], canRetry: false, retakeSides: [] };
}

function reviewReasons(checks: readonly Check[], { customer }: DecisionInput): ReasonCode[] {
  const lacksData = !customer.firstName || !customer.lastName || !customer.dateOfBirth;
  const codes = checks.flatMap(({ code, result }): ReasonCode[] => {
    if (result === "passed") return [];
    if (result === "failed") return [whenFailed[code]];
    return [lacksData ? "customer_data_missing" : "document_incomplete"];
  });
  return [...new Set(codes)];
}

const whenFailed: Record<CheckCode, ReasonCode> = {
  document_readable: "document_unreadable",
  check_digits: "check_digits_wrong",
  document_unexpired: "document_incomplete",
  date_of_birth: "date_of_birth_mismatch",
  last_name: "last_name_mismatch",
  first_name: "first_name_mismatch",
  document_number_unused: "document_number_in_use",
  front_number: "front_mismatch",
  front_date_of_birth: "front_mismatch",
  front_name: "front_mismatch",
};
