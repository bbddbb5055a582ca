import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mrzLines, type SpecimenDocument } from "../../../../sandbox/specimens/index.ts";
import type { OcrLine } from "../ocr/ocr-engine.ts";
import { findMrzLines } from "./find-mrz-lines.ts";
import { readPassport } from "./read-passport.ts";

const nowMs = Date.UTC(2026, 10, 22);
const passport: SpecimenDocument = {
  type: "passport",
  person: {
    firstName: "Anna",
    middleName: "Maria",
    lastName: "Eriksson",
    dateOfBirth: "1974-08-12",
    sex: "F",
  },
  documentNumber: "L898902C3",
  issuedOn: "2022-04-15",
  expiresOn: "2032-04-15",
  country: "USA",
};
const [upper, lower] = mrzLines(passport);
const seen = (...texts: string[]): OcrLine[] =>
  texts.map((text, index) => ({ text, left: 10, top: 100 + index * 60, height: 30 }));

describe("the machine-readable zone", () => {
  test("is found below other text", () => {
    expect(findMrzLines(seen("PASSPORT", "Surname ERIKSSON", upper, lower))).toEqual([
      upper,
      lower,
    ]);
  });

  test("is found with spaces, doubled or lost fillers, and lines in pieces", () => {
    expect(findMrzLines(seen(upper.replace("<<A", "< <A"), lower))).toEqual([upper, lower]);
    expect(findMrzLines(seen(`${upper}<<`, lower))).toEqual([upper, lower]);
    expect(findMrzLines(seen(upper.slice(0, 38), lower.replace("<<<<", "<")))).toEqual([
      upper,
      lower,
    ]);
    const pieces = [
      { text: upper.slice(20), left: 500, top: 102, height: 30 },
      { text: upper.slice(0, 20), left: 10, top: 100, height: 30 },
      ...seen("", lower).slice(1),
    ];
    expect(findMrzLines(pieces)).toEqual([upper, lower]);
  });

  test("is not found in other text", () => {
    expect(findMrzLines(seen("PASSPORT", "UNITED STATES OF AMERICA", "P<USA"))).toBeNull();
    expect(findMrzLines([])).toBeNull();
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 60 })), (texts) => {
        findMrzLines(seen(...texts));
      }),
    );
  });
});

test("all fields are read, with years in the right century", () => {
  const read = readPassport([upper, lower], nowMs);
  expect(read?.checkDigitsValid).toBe(true);
  const values = Object.entries(read?.fields ?? {}).map(([name, { value }]) => [name, value]);
  expect(Object.fromEntries(values)).toEqual({
    lastName: "ERIKSSON",
    firstName: "ANNA",
    middleName: "MARIA",
    dateOfBirth: "1974-08-12",
    expiresOn: "2032-04-15",
    documentNumber: "L898902C3",
    issuingCountry: "USA",
    nationality: "USA",
    sex: "F",
  });
  const child = { ...passport, person: { ...passport.person, dateOfBirth: "2026-11-21" } };
  expect(readPassport(mrzLines(child), nowMs)?.fields.dateOfBirth?.value).toBe("2026-11-21");
  const old = { ...passport, person: { ...passport.person, dateOfBirth: "1926-11-23" } };
  expect(readPassport(mrzLines(old), nowMs)?.fields.dateOfBirth?.value).toBe("1926-11-23");
});

test("letters read instead of digits are corrected", () => {
  const misread = lower.replace("7408122", "74O8I22").replace("USA", "U5A");
  expect(readPassport([upper, misread], nowMs)?.fields.dateOfBirth?.value).toBe("1974-08-12");
});

test("any changed digit of number, birth date or expiry is detected", () => {
  for (const place of [3, 14, 23, 9, 19, 27, 43]) {
    const digit = (Number(lower[place]) + 1) % 10;
    const forged = lower.slice(0, place) + digit + lower.slice(place + 1);
    expect([place, readPassport([upper, forged], nowMs)?.checkDigitsValid]).toEqual([place, false]);
  }
});

test("names that fill the line may be truncated", () => {
  const long = {
    ...passport.person,
    lastName: "Wolfeschlegelsteinhausenberger",
    middleName: "Amalia",
  };
  const read = readPassport(mrzLines({ ...passport, person: long }), nowMs);
  expect(read?.fields.firstName).toMatchObject({ truncated: true });
});
