import { expect, test } from "vitest";
import type { DocumentFieldName, ReadField } from "../document-reader.ts";
import { findOnFront, requiredOnFront } from "./find-on-front.ts";

const barcode = (changed: Partial<Record<DocumentFieldName, string>> = {}) => {
  const values = {
    documentNumber: "D1234567",
    dateOfBirth: "1990-12-10",
    lastName: "LOVELACE",
    firstName: "ADA",
    ...changed,
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, ReadField] => [
      name,
      { value, source: "barcode", truncated: false, checkDigit: null },
    ]),
  );
};
const found = (lines: string[], changed?: Parameters<typeof barcode>[0]) => [
  ...findOnFront(lines, barcode(changed)),
];

test("finds all values anywhere, with any label", () => {
  const layouts = [
    [
      "DRIVER LICENSE",
      "4d DLN",
      "D1234567",
      "1 LAST NAME",
      "LOVELACE",
      "2 ADA",
      "3 DOB 12/10/1990",
    ],
    ["DL D1234567", "LN LOVELACE", "FN ADA", "DOB 12/10/1990"],
    ["1LOVELACE", "2ADA", "3DOB10DEC1990", "4d D 1234567"],
    ["LNLOVELACE", "FNADA", "3DOB1990-12-10", "4dD123-4567"],
  ];
  for (const lines of layouts) {
    expect(found(lines)).toEqual(["documentNumber", "dateOfBirth", "lastName", "firstName"]);
  }
});

test("knows all date formats, including Canada's in two languages", () => {
  for (const text of ["12/10/1990", "1990-12-10", "10 DEC 1990", "DEC 10, 1990", "1990/DEC/10"]) {
    expect([text, found([text])]).toEqual([text, ["dateOfBirth"]]);
  }
  expect(found(["1990-08-01", "01 AOÛT 1990"], { dateOfBirth: "1990-08-01" })).toEqual([
    "dateOfBirth",
  ]);
  for (const text of ["12/11/1990", "1990-10-11", "12/10/1991", "12/10/90"]) {
    expect([text, found([text])]).toEqual([text, []]);
  }
});

test("letters that OCR confuses with digits match them, another digit never does", () => {
  expect(found(["4d DI234S67"])).toEqual(["documentNumber"]);
  expect(found(["4d D1234568"])).toEqual([]);
  expect(found(["4d E1234567"])).toEqual([]);
});

test("a name can have two confused letters, but no different letter", () => {
  expect(found(["L0VELACE"])).toEqual(["lastName"]);
  expect(found(["L0VEIACE"])).toEqual(["lastName"]);
  expect(found(["LOVETACE"])).toEqual([]);
  expect(found(["BYRON", "ALLEGRA"])).toEqual([]);
});

test("short names must be separate words; the shortest are not searched", () => {
  expect(found(["CANADA"])).toEqual([]);
  expect(found(["ADA 15SEX"])).toEqual(["firstName"]);
  expect(requiredOnFront(barcode({ lastName: "LI", firstName: "O" }))).toEqual([
    "documentNumber",
    "dateOfBirth",
  ]);
});

test.each(["1", "***", "A-1"])("the number %s proves nothing and is not searched", (number) => {
  const lines = ["DRIVER LICENSE", "A-1", "***", "DOB 12/10/1990"];
  expect(found(lines, { documentNumber: number })).toEqual(["dateOfBirth"]);
});

test("finds names with accents, hyphens and apostrophes, over several lines, or too long for the card", () => {
  expect(found(["SMITH-", "JONES"], { lastName: "SMITH JONES" })).toEqual(["lastName"]);
  expect(found(["O’BRIEN"], { lastName: "OBRIEN" })).toEqual(["lastName"]);
  expect(found(["NÚÑEZ"], { lastName: "NUNEZ" })).toEqual(["lastName"]);
  const long = "WOLFESCHLEGELSTEINHAUSENBERGERDORFF";
  expect(found([long.slice(0, 26)], { lastName: long })).toEqual(["lastName"]);
  expect(found(["SMITH"], { lastName: "SMITH JONES" })).toEqual([]);
  const double = "SMITH JONES SMITH JONES";
  expect(found(["1 SMITH JONES SMITH JONES"], { lastName: double })).toEqual(["lastName"]);
  expect(found(["1 SMITH JONES SMITH JON"], { lastName: double })).toEqual(["lastName"]);
});
