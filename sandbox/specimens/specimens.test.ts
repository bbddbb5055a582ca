import { parse } from "mrz";
import { expect, test } from "vitest";
import { aamvaText } from "./aamva-text.ts";
import { checkDigit, mrzLines } from "./mrz-lines.ts";
import { renderSpecimen } from "./render-specimen.ts";
import { machineName, type SpecimenDocument } from "./specimen-document.ts";

const passport: SpecimenDocument = {
  type: "passport",
  person: { firstName: "Jörg", lastName: "O'Brien-Müller", dateOfBirth: "1985-03-07", sex: "M" },
  documentNumber: "D12345678",
  issuedOn: "2022-01-05",
  expiresOn: "2032-01-04",
  country: "USA",
};

test("check digits match ICAO's example", () => {
  expect([checkDigit("L898902C3"), checkDigit("740812"), checkDigit("120415")]).toEqual([
    "6",
    "2",
    "9",
  ]);
});

test("an independent parser accepts a passport's machine-readable zone", () => {
  const parsed = parse(mrzLines(passport));
  expect(parsed.valid).toBe(true);
  expect(parsed.fields).toMatchObject({
    lastName: "OBRIEN MUELLER",
    firstName: "JOERG",
    birthDate: "850307",
    expirationDate: "320104",
    documentNumber: "D12345678",
  });
});

test("names are transliterated to machine-readable letters", () => {
  expect(["Łukasz", "Ñuñez", "d’Été", "Weiß", "Smith-Jones Jr."].map(machineName)).toEqual([
    "LUKASZ",
    "NUNEZ",
    "DETE",
    "WEISS",
    "SMITH JONES JR",
  ]);
});

test("a license has its country's date format, and marks truncated names", () => {
  const license = { ...passport, type: "drivers_license" as const };
  expect(aamvaText(license)).toContain("DBB03071985\n");
  expect(aamvaText({ ...license, country: "CAN" })).toContain("DBB19850307\n");
  const long = {
    ...license.person,
    lastName: "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren",
  };
  expect(aamvaText({ ...license, person: long })).toMatch(/DCS[A-Z]{40}\nDDET/);
});

test("every side is a PNG", () => {
  const sides = [
    ...renderSpecimen(passport, 200),
    ...renderSpecimen({ ...passport, type: "drivers_license" }, 200),
  ];
  expect(sides.map(({ side }) => side)).toEqual(["photo_page", "front", "back"]);
  for (const { bytes } of sides) {
    expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  }
});
