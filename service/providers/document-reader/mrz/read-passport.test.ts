import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mrzLines, type SpecimenDocument } from "../../../../sandbox/specimens/index.ts";
import { lowerLine, upperLine } from "./fit-mrz-line.ts";
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
describe("the machine-readable zone", () => {
  test("is recognized with spaces, and with doubled or lost fillers", () => {
    expect([upperLine(upper), lowerLine(lower)]).toEqual([upper, lower]);
    expect(upperLine(upper.replace("<<A", "< <A"))).toBe(upper);
    expect(upperLine(`${upper}<<`)).toBe(upper);
    expect(upperLine(upper.slice(0, 38))).toBe(upper);
    expect(lowerLine(lower.replace("<<<<", "<"))).toBe(lower);
  });

  test("is not found in other text", () => {
    for (const text of ["PASSPORT", "UNITED STATES OF AMERICA", "P<USA", ""]) {
      expect([upperLine(text), lowerLine(text)]).toEqual([null, null]);
    }
    expect([upperLine(lower), lowerLine(upper)]).toEqual([null, null]);
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(upperLine(text)?.length ?? 44).toBe(44);
        expect(lowerLine(text)?.length ?? 44).toBe(44);
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

test.each(["1999-12-31", "1984-02-29", "2025-01-01", "2046-12-31"])(
  "an expiry on %s is read in its own century",
  (expiresOn) => {
    const read = readPassport(mrzLines({ ...passport, expiresOn }), nowMs);
    expect(read?.fields.expiresOn).toMatchObject({ value: expiresOn, checkDigit: true });
  },
);

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
