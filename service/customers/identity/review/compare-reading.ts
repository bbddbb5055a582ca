import type { CustomerData } from "#contract/api/customers";
import type {
  DocumentFieldName,
  DocumentReading,
  FrontField,
  ReadField,
} from "../../../providers/document-reader/index.ts";
import { comparableNames } from "../decision/comparable-name.ts";
import { namesAgree } from "../decision/names-agree.ts";

/** A value of the document beside what the customer said. */
export interface ComparedField extends ReadField {
  name: DocumentFieldName;
  /** Null where they said nothing, or nothing is asked. */
  claimed: string | null;
  /** `similar`: not the same letters, and the rule takes it all the same. */
  agreement: "same" | "similar" | "different" | "none";
  /** Whether a licence's front shows it too; null where that was not looked for. */
  onFront: boolean | null;
}

/** In the order in which one compares. */
const order: readonly DocumentFieldName[] = [
  "lastName",
  "firstName",
  "middleName",
  "suffix",
  "dateOfBirth",
  "expiresOn",
  "issuedOn",
  "documentNumber",
  "issuingCountry",
  "issuingState",
  "nationality",
  "sex",
  "addressLine1",
  "addressCity",
  "addressState",
  "addressPostalCode",
];

/** What was read, field by field, beside what the customer said, with the differences told. */
export function compareReading(reading: DocumentReading, data: CustomerData): ComparedField[] {
  return order.flatMap((name) => {
    const read = reading.fields[name];
    if (!read) return [];
    const claimed = claimOf(name, data);
    const onFront = reading.front?.[name as FrontField] ?? null;
    return [{ ...read, name, claimed, agreement: agreementOf(name, read, claimed), onFront }];
  });
}

function claimOf(name: DocumentFieldName, data: CustomerData): string | null {
  switch (name) {
    case "lastName":
    case "firstName":
    case "middleName":
    case "suffix":
    case "dateOfBirth":
      return data[name];
    case "addressLine1":
      return data.address?.line1 ?? null;
    case "addressCity":
      return data.address?.city ?? null;
    case "addressState":
      return data.address?.state ?? null;
    case "addressPostalCode":
      return data.address?.postalCode ?? null;
    default:
      return null;
  }
}

function agreementOf(
  name: DocumentFieldName,
  read: ReadField,
  claimed: string | null,
): ComparedField["agreement"] {
  if (claimed === null || claimed === "") return "none";
  if (name === "lastName" || name === "firstName" || name === "middleName") {
    const given = comparableNames(claimed);
    const isSame = comparableNames(read.value).some((each) => given.includes(each));
    if (isSame) return "same";
    return namesAgree(read, claimed) ? "similar" : "different";
  }
  const [one, other] = [plain(read.value), plain(claimed)];
  if (one === other) return "same";
  // A ZIP code may have its four more digits on one side only.
  const isZip = name === "addressPostalCode" && one.slice(0, 5) === other.slice(0, 5);
  return isZip ? "similar" : "different";
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}
