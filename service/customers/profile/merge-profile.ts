import type { CustomerData, CustomerDataUpdate } from "#contract/api/customers";
import type { FieldError } from "#contract/error-response";
import type { ErrorCode } from "#contract/errors";
import { fieldError } from "../../platform/http/api-error.ts";
import { findEmailProblem } from "./email-rules.ts";
import { normalizePhoneNumber } from "./phone-number.ts";

export type MergedProfile =
  | { ok: true; data: CustomerData }
  | { ok: false; errors: readonly FieldError[] };

/** No living person was born earlier. */
const earliestBirth = "1900-01-01";

/**
 * Merges `input` (parsed by the contract's schema) into `current`, null for a new customer. Absent fields stay, null
 * clears a field, and an address is replaced as a whole.
 *
 * Then applies rules that the schema cannot check: no plus or disposable domain in the e-mail, an E.164 phone number
 * (national numbers are of the address's country), no future date of birth. Checks only the fields of `input`, so that
 * a stricter rule does not block other changes.
 *
 * @param today YYYY-MM-DD
 */
export function mergeProfile(
  current: CustomerData | null,
  input: CustomerDataUpdate,
  today: string,
): MergedProfile {
  const errors: FieldError[] = [];
  const refuse = (path: string, errorCode: ErrorCode, message?: string): void => {
    errors.push(fieldError(path, errorCode, message));
  };
  const merge = <Value>(given: Value | null | undefined, stored: Value | null | undefined) =>
    given === undefined ? (stored ?? null) : given;

  const address =
    input.address === undefined ? (current?.address ?? null) : withAllParts(input.address);

  const email = input.email ?? current?.email ?? "";
  const emailProblem = input.email === undefined ? undefined : findEmailProblem(input.email);
  if (emailProblem) refuse("email", emailProblem);

  let phoneNumber = merge(input.phoneNumber, current?.phoneNumber);
  if (typeof input.phoneNumber === "string") {
    phoneNumber = normalizePhoneNumber(input.phoneNumber, address?.country ?? null) ?? null;
    if (phoneNumber === null) refuse("phoneNumber", "phone_not_normalisable");
  }

  const born = input.dateOfBirth;
  if (typeof born === "string" && (born < earliestBirth || born > today))
    refuse("dateOfBirth", "invalid_value", `must be between ${earliestBirth} and today`);

  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    data: {
      email,
      firstName: merge(input.firstName, current?.firstName),
      middleName: merge(input.middleName, current?.middleName),
      lastName: merge(input.lastName, current?.lastName),
      suffix: merge(input.suffix, current?.suffix),
      dateOfBirth: merge(input.dateOfBirth, current?.dateOfBirth),
      phoneNumber,
      address,
    },
  };
}

/** Adds null for missing parts. An address without parts counts as no address. */
function withAllParts(given: CustomerDataUpdate["address"]): CustomerData["address"] {
  if (!given) return null;
  const address = {
    line1: given.line1 ?? null,
    line2: given.line2 ?? null,
    city: given.city ?? null,
    state: given.state ?? null,
    postalCode: given.postalCode ?? null,
    country: given.country ?? null,
  };
  return Object.values(address).some((part) => part !== null) ? address : null;
}

/** Whether the legal name or date of birth differs, which voids what was verified about it. */
export function isIdentityChanged(before: CustomerData, after: CustomerData): boolean {
  return (["firstName", "middleName", "lastName", "suffix", "dateOfBirth"] as const).some(
    (field) => before[field] !== after[field],
  );
}
