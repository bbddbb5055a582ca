import type { CustomerData, CustomerDataUpdate } from "#contract/api/customers";
import type { ErrorCode, FieldError } from "#contract/errors";
import { fieldError } from "../../platform/http/api-error.ts";
import { findEmailProblem } from "./email-rules.ts";
import { normalizePhoneNumber } from "./phone-number.ts";

/** The profile after the merge, or every field that was refused. */
export type MergedProfile =
  | { ok: true; data: CustomerData }
  | { ok: false; errors: readonly FieldError[] };

/** Nobody alive was born before; a year like 0199 is a slip. */
const earliestBirth = "1900-01-01";

/**
 * Lays `input` (parsed by the contract's schema) over `current`; null for a new customer. What is
 * absent stays, null clears, an address is replaced whole. Then the rules that the schema can't
 * know: no plus and no disposable domain in the e-mail, the phone number in E.164 (read as a
 * national number of the address's country), a date of birth that has been. Only what `input`
 * brings is judged, so a rule that gets stricter locks nobody out of changing another field.
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
  const keep = <Value>(given: Value | null | undefined, had: Value | null | undefined) =>
    given === undefined ? (had ?? null) : given;

  const address =
    input.address === undefined ? (current?.address ?? null) : wholeAddress(input.address);

  const email = input.email ?? current?.email ?? "";
  const emailProblem = input.email === undefined ? undefined : findEmailProblem(input.email);
  if (emailProblem) refuse("email", emailProblem);

  let phoneNumber = keep(input.phoneNumber, current?.phoneNumber);
  if (typeof input.phoneNumber === "string") {
    phoneNumber = normalizePhoneNumber(input.phoneNumber, address?.country ?? null) ?? null;
    if (phoneNumber === null) refuse("phoneNumber", "phone_not_normalisable");
  }

  const born = input.dateOfBirth;
  if (typeof born === "string" && (born < earliestBirth || born > today))
    refuse("dateOfBirth", "invalid_value", `must lie between ${earliestBirth} and today`);

  if (errors.length > 0) return { ok: false, errors };
  return {
    ok: true,
    data: {
      email,
      firstName: keep(input.firstName, current?.firstName),
      middleName: keep(input.middleName, current?.middleName),
      lastName: keep(input.lastName, current?.lastName),
      suffix: keep(input.suffix, current?.suffix),
      dateOfBirth: keep(input.dateOfBirth, current?.dateOfBirth),
      phoneNumber,
      address,
    },
  };
}

/** Every part named, null where it is missing; an address without any part is none. */
function wholeAddress(given: CustomerDataUpdate["address"]): CustomerData["address"] {
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

/** Whether legal name or date of birth differ: what was verified about the old ones is void. */
export function isIdentityChanged(before: CustomerData, after: CustomerData): boolean {
  return (["firstName", "middleName", "lastName", "suffix", "dateOfBirth"] as const).some(
    (field) => before[field] !== after[field],
  );
}
