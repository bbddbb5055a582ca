import { expect, test } from "vitest";
import type { CustomerData } from "#contract/api/customers";
import type {
  DocumentFieldName,
  DocumentReading,
} from "../../../providers/document-reader/index.ts";
import { compareReading } from "./compare-reading.ts";

const profile: CustomerData = {
  email: "j@example.com",
  firstName: "José",
  middleName: null,
  lastName: "Müller-Doe",
  suffix: null,
  dateOfBirth: "1985-04-23",
  phoneNumber: null,
  address: {
    line1: "1 Main St.",
    line2: null,
    city: "Reno",
    state: "NV",
    postalCode: "89501-1234",
    country: "US",
  },
};

function reading(
  fields: Partial<Record<DocumentFieldName, string>>,
  source: "barcode" | "mrz" = "barcode",
): DocumentReading {
  const read = Object.entries(fields).map(([name, value]) => [
    name,
    { value, source, truncated: false, checkDigit: null },
  ]);
  return {
    type: "drivers_license",
    readable: true,
    fields: Object.fromEntries(read),
    checkDigitsValid: null,
    front: null,
    quality: [],
    problems: [],
  };
}

const agreements = (...given: Parameters<typeof reading>) =>
  Object.fromEntries(
    compareReading(reading(...given), profile).map(({ name, agreement }) => [name, agreement]),
  );

test.each<[Partial<Record<DocumentFieldName, string>>, string, "barcode" | "mrz"]>([
  [{ lastName: "MUELLER DOE" }, "same", "barcode"],
  [{ lastName: "MULLERDOE" }, "same", "barcode"],
  [{ lastName: "MALLORY" }, "different", "barcode"],
  [{ firstName: "JOSE" }, "same", "mrz"],
  [{ dateOfBirth: "1985-04-23" }, "same", "barcode"],
  [{ dateOfBirth: "1985-04-24" }, "different", "barcode"],
  [{ addressLine1: "1 MAIN ST" }, "same", "barcode"],
  [{ addressPostalCode: "89501" }, "similar", "barcode"],
  [{ addressCity: "SPARKS" }, "different", "barcode"],
  [{ middleName: "X" }, "none", "barcode"],
  [{ documentNumber: "X1" }, "none", "barcode"],
])("%j is %s", (fields, agreement, source) => {
  expect(Object.values(agreements(fields, source))).toEqual([agreement]);
});

test("letters that OCR confuses in an MRZ count as similar, and the customer's value is shown", () => {
  const [field] = compareReading(reading({ lastName: "MUELLERDQE" }, "mrz"), profile);
  expect(field).toMatchObject({ claimed: "Müller-Doe", agreement: "similar" });
});

test("fields are sorted for review", () => {
  const names = compareReading(reading({ sex: "F", lastName: "X", dateOfBirth: "x" }), profile);
  expect(names.map(({ name }) => name)).toEqual(["lastName", "dateOfBirth", "sex"]);
});
