import type { CustomerData, CustomerDataUpdate } from "#contract/api/customers";
import type { FieldPlace, Keyring } from "../../platform/secrets/keyring.ts";
import { showText } from "../../platform/secrets/show-text.ts";
import { comparableEmail } from "./email-rules.ts";
import type { CustomerRow } from "./tables.ts";

const columns = {
  email: "email_sealed",
  firstName: "first_name_sealed",
  middleName: "middle_name_sealed",
  lastName: "last_name_sealed",
  suffix: "suffix_sealed",
  dateOfBirth: "date_of_birth_sealed",
  phoneNumber: "phone_number_sealed",
  address: "address_sealed",
} as const satisfies Record<keyof CustomerData, keyof CustomerRow>;

export type SealedProfile = Pick<CustomerRow, (typeof columns)[keyof CustomerData] | "email_index">;

export function sealProfile(
  keyring: Keyring,
  operatorId: string,
  customerId: string,
  data: CustomerData,
): SealedProfile {
  const seal = (column: string, text: string) =>
    keyring.encryptField({ operatorId, table: "customers", column, id: customerId }, text);
  const sealOptional = (column: string, text: string | null) =>
    text === null ? null : seal(column, text);
  return {
    email_sealed: seal("email_sealed", data.email),
    email_index: keyring.blindIndex(operatorId, "customers.email", comparableEmail(data.email)),
    first_name_sealed: sealOptional("first_name_sealed", data.firstName),
    middle_name_sealed: sealOptional("middle_name_sealed", data.middleName),
    last_name_sealed: sealOptional("last_name_sealed", data.lastName),
    suffix_sealed: sealOptional("suffix_sealed", data.suffix),
    date_of_birth_sealed: sealOptional("date_of_birth_sealed", data.dateOfBirth),
    phone_number_sealed: sealOptional("phone_number_sealed", data.phoneNumber),
    address_sealed: sealOptional(
      "address_sealed",
      data.address === null ? null : JSON.stringify(data.address),
    ),
  };
}

/** Decrypts a profile. Throws `SealBroken` if a field was changed or moved to another row. */
export function openProfile(
  keyring: Pick<Keyring, "decryptField">,
  row: CustomerRow,
): CustomerData {
  return readProfile(row, (place, sealed) => keyring.decryptField(place, sealed));
}

/**
 * Like {@link openProfile}, for lists: a field that cannot be decrypted is missing, so that the other customers are
 * still shown. Never pay on such a profile, and never store it.
 */
export function openListedProfile(
  keyring: Pick<Keyring, "decryptField">,
  row: CustomerRow,
): CustomerData {
  return readProfile(row, (place, sealed) => showText(keyring, place, sealed));
}

/**
 * Like {@link openProfile}, for the operator's update with `input`: a field that it replaces and that cannot be
 * decrypted is empty, which differs from every new value. So the update repairs it, also by clearing it, and voids what
 * was verified about it.
 */
export function openReplacedProfile(
  keyring: Pick<Keyring, "decryptField">,
  row: CustomerRow,
  input: CustomerDataUpdate,
): CustomerData {
  return readProfile(row, (place, sealed, field) =>
    input[field] === undefined
      ? keyring.decryptField(place, sealed)
      : (showText(keyring, place, sealed) ?? (field === "address" ? "{}" : "")),
  );
}

function readProfile(
  row: CustomerRow,
  decrypt: (place: FieldPlace, sealed: string, field: keyof CustomerData) => string | null,
): CustomerData {
  const open = (field: keyof CustomerData): string | null => {
    const column = columns[field];
    const sealed = row[column];
    if (sealed === null) return null;
    const place = { operatorId: row.operator_id, table: "customers", column, id: row.customer_id };
    return decrypt(place, sealed, field);
  };
  const address = open("address");
  return {
    email: open("email") ?? "",
    firstName: open("firstName"),
    middleName: open("middleName"),
    lastName: open("lastName"),
    suffix: open("suffix"),
    dateOfBirth: open("dateOfBirth"),
    phoneNumber: open("phoneNumber"),
    address: address === null ? null : JSON.parse(address),
  };
}
