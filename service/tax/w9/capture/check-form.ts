import type { CompleteW9 } from "#contract/client/w9";
import type { FieldError } from "#contract/error-response";
import type { ErrorCode } from "#contract/errors";
import { requiredAddressParts } from "#contract/required-address-parts";
import { readTin, type TinType } from "#contract/tin";
import { isLatinName, isSignatureOf, w9LinesOf } from "#contract/w9-form";
import { ApiError, fieldError } from "../../../platform/http/api-error.ts";
import type { SignedForm } from "../store/signed-form.ts";

/** The lines of a form that can be signed. */
export type CheckedForm = Pick<
  SignedForm,
  | "classification"
  | "llcClassification"
  | "otherClassification"
  | "name"
  | "person"
  | "businessName"
  | "exemptPayeeCode"
  | "address"
  | "tinBox"
> & { tin: string; tinType: TinType };

/**
 * Requires every line that the classification needs, and no other (contract/w9-form.ts). Throws ApiError 400 with each
 * field: `required`, `invalid_value`, `tin_invalid`.
 */
export function checkForm(given: CompleteW9): CheckedForm {
  const { classification } = given;
  const businessName = given.businessName || null;
  const lines = w9LinesOf(classification, { hasBusinessName: businessName !== null });
  const errors: FieldError[] = [];
  const refuse = (path: string, errorCode: ErrorCode, message?: string): void => {
    errors.push(fieldError(path, errorCode, message));
  };
  const readLine = <Value>(
    path: string,
    value: Value | undefined,
    isThere: boolean,
  ): Value | null => {
    const isGiven = value !== undefined && value !== "";
    if (isThere && !isGiven) refuse(path, "required");
    if (!isThere && isGiven) refuse(path, "invalid_value", "does not apply to this classification");
    return isGiven ? value : null;
  };
  const optionalLine = (path: string, value: string | undefined, isThere: boolean): string => {
    if (!isThere && value) refuse(path, "invalid_value", "does not apply to this classification");
    return value ?? "";
  };

  const { isPerson } = lines;
  const person = {
    firstName: readLine("firstName", given.firstName, isPerson) ?? "",
    middleName: optionalLine("middleName", given.middleName, isPerson),
    lastName: readLine("lastName", given.lastName, isPerson) ?? "",
    suffix: optionalLine("suffix", given.suffix, isPerson),
  };
  const entityName = readLine("entityName", given.entityName, !isPerson) ?? "";
  for (const path of ["firstName", "middleName", "lastName", "suffix", "entityName"] as const) {
    const text = given[path];
    if (text && !isLatinName(text)) {
      refuse(path, "invalid_value", "must use Latin letters only, as IRS records do");
    }
  }
  if (businessName !== null && !isLatinName(businessName)) {
    refuse("businessName", "invalid_value", "must use Latin letters only, as IRS records do");
  }

  const exemptPayeeCode = given.exemptPayeeCode ?? null;
  if (exemptPayeeCode !== null && !lines.exemptPayeeCode) {
    refuse("exemptPayeeCode", "invalid_value", "does not apply to individuals");
  }
  const country = given.address.country ?? "US";
  const address = {
    line1: given.address.line1 ?? null,
    line2: given.address.line2 ?? null,
    city: given.address.city ?? null,
    state: given.address.state ?? null,
    postalCode: given.address.postalCode ?? null,
    country,
  };
  for (const part of requiredAddressParts(country)) {
    if (address[part] === null) refuse(`address.${part}`, "required");
  }

  const { tinBox } = given;
  if (!lines.tinBoxes.includes(tinBox)) refuse("tinBox", "invalid_value");
  const { tin, type } = readTin(given.tin, tinBox);
  if (tin === null) refuse("tin", "tin_invalid");

  const isSigned = isPerson ? isSignatureOf(given.signature, person) : given.signature.length > 1;
  if (!isSigned) refuse("signature", "invalid_value", "must be the name on line 1");

  const llcClassification = readLine(
    "llcClassification",
    given.llcClassification,
    lines.llcClassification,
  );
  const otherClassification = readLine(
    "otherClassification",
    given.otherClassification,
    lines.otherClassification,
  );
  if (errors.length > 0 || tin === null || type === null) throw refusalOf(errors);
  const names = [person.firstName, person.middleName, person.lastName, person.suffix];
  return {
    classification,
    llcClassification,
    otherClassification,
    businessName,
    exemptPayeeCode,
    name: isPerson ? names.filter(Boolean).join(" ") : entityName,
    person: isPerson ? person : null,
    address,
    tinBox,
    tin,
    tinType: type,
  };
}

function refusalOf(errors: readonly FieldError[]): ApiError {
  const isTinAlone = errors.length === 1 && errors[0]?.errorCode === "tin_invalid";
  return new ApiError(isTinAlone ? "tin_invalid" : "validation_failed", { errors });
}
