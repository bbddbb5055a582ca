import type { CustomerData } from "#contract/api/customers";
import type {
  DocumentFieldName,
  DocumentReading,
  FrontField,
  ReadField,
} from "../../../providers/document-reader/index.ts";
import { comparableNames } from "../decision/comparable-name.ts";
import { namesAgree } from "../decision/names-agree.ts";

export interface ComparedField extends ReadField {
  name: DocumentFieldName;
  /** Null if the customer has none, or we ask for none. */
  claimed: string | null;
  /** `similar`: the letters differ, but the decision accepts them. */
  agreement: "same" | "similar" | "different" | "none";
  /** Whether a license's front shows it; null if not searched for. */
  onFront: boolean | null;
}

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
    const claimedNames = comparableNames(claimed);
    const isSame = comparableNames(read.value).some((comparableName) =>
      claimedNames.includes(comparableName),
    );
    if (isSame) return "same";
    return namesAgree(read, claimed) ? "similar" : "different";
  }
  const [one, other] = [plain(read.value), plain(claimed)];
  if (one === other) return "same";
  // Only one may have the four extra digits of a ZIP code.
  const isZip = name === "addressPostalCode" && one.slice(0, 5) === other.slice(0, 5);
  return isZip ? "similar" : "different";
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "");
}
