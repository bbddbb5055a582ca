import AAMVA from "aamvajs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { aamvaText, type SpecimenDocument } from "../../../../sandbox/specimens/index.ts";
import { aamvaDate } from "./aamva-date.ts";
import { readLicense } from "./read-license.ts";

const word = fc
  .stringMatching(/^[A-Z]{2,12}$/)
  .filter((name) => !/^(NONE|UNAVL|UNAVAIL)$/.test(name));
const day = fc
  .date({ min: new Date("1920-01-01"), max: new Date("2040-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const license: fc.Arbitrary<SpecimenDocument> = fc.record({
  type: fc.constant("drivers_license" as const),
  person: fc.record({ firstName: word, middleName: word, lastName: word, dateOfBirth: day }),
  documentNumber: fc.stringMatching(/^[A-Z][0-9]{7,12}$/),
  issuedOn: day,
  expiresOn: day,
  country: fc.constantFrom("USA" as const, "CAN" as const),
});

test("reads the written values of any license, the same as another parser", () => {
  fc.assert(
    fc.property(license, (document) => {
      const text = aamvaText(document);
      const fields = readLicense(text) ?? {};
      const { person } = document;
      expect(
        Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, f.value])),
      ).toEqual({
        lastName: person.lastName,
        firstName: person.firstName,
        middleName: person.middleName,
        dateOfBirth: person.dateOfBirth,
        expiresOn: document.expiresOn,
        issuedOn: document.issuedOn,
        documentNumber: document.documentNumber,
        issuingCountry: document.country,
        issuingState: document.country === "CAN" ? "ON" : "VA",
        sex: "X",
        addressLine1: "1 SPECIMEN WAY",
        addressCity: document.country === "CAN" ? "OTTAWA" : "RICHMOND",
        addressState: document.country === "CAN" ? "ON" : "VA",
        addressPostalCode: document.country === "CAN" ? "K1A0B1" : "23220",
      });
      const other = AAMVA.raw(text).data;
      expect([other.familyName, other.firstName, other.middleName]).toEqual([
        fields.lastName?.value,
        fields.firstName?.value,
        fields.middleName?.value,
      ]);
      expect([aamvaDate(other.dateOfBirth), aamvaDate(other.expirationDate)]).toEqual([
        fields.dateOfBirth?.value,
        fields.expiresOn?.value,
      ]);
    }),
  );
});

const plain = aamvaText({
  type: "drivers_license",
  person: { firstName: "Ada", lastName: "Lovelace", dateOfBirth: "1990-12-10" },
  documentNumber: "T1234567",
  issuedOn: "2024-01-02",
  expiresOn: "2032-12-10",
  country: "USA",
});

test("other separators, and wrong offsets in the header, change nothing", () => {
  const fields = readLicense(plain);
  expect(readLicense(plain.replaceAll("\n", "\r\n"))).toEqual(fields);
  expect(readLicense(plain.replace(/DL\d{8}/, "DL99990001"))).toEqual(fields);
  expect(readLicense(plain.replace("01DL", "02DL").replace("DLDAQ", "ZV02260032DLDAQ"))).toEqual(
    fields,
  );
});

test("licenses of old versions of the standard are read", () => {
  const first =
    "@\n\x1e\rAAMVA6360000102DL00390187ZV02260032DLDAAPUBLIC,JOHN,QUINCY\nDAQ123\nDBB19670610\nDBA20270610\n";
  expect(readLicense(first)).toMatchObject({
    lastName: { value: "PUBLIC" },
    firstName: { value: "JOHN" },
    middleName: { value: "QUINCY" },
    dateOfBirth: { value: "1967-06-10" },
  });
  const third =
    "@\n\x1e\rANSI 636014030001DL00310100DLDCAC\nDCSPUBLIC\nDCTJOHN,QUINCY\nDBB06101967\n";
  expect(readLicense(third)).toMatchObject({
    firstName: { value: "JOHN" },
    middleName: { value: "QUINCY" },
  });
});

test("NONE is not a value, and a truncated name is marked", () => {
  const cut = plain.replace("DDFN", "DDFT");
  expect(readLicense(cut)?.firstName).toMatchObject({ value: "ADA", truncated: true });
  expect(readLicense(cut)?.middleName).toBeUndefined();
});

test("a license without any known field counts as unread, so that the decoder tries again", () => {
  expect(readLicense("@\n\x1e\rANSI 636000100001DL00310100DLDXX1\nDDAF\n")).toBeNull();
});

test("other text is not a license, and no text makes it throw", () => {
  expect(readLicense("https://example.com/?q=ANSI")).toBeNull();
  fc.assert(fc.property(fc.string(), (text) => readLicense(text) === null));
  fc.assert(
    fc.property(fc.string(), (text) => {
      readLicense(`@\n\x1e\rANSI 636000100001DL00310100DL${text}`);
    }),
  );
});

test("impossible dates are not read", () => {
  expect(["02302020", "20200230", "00000000", "1231999", "13012020", ""].map(aamvaDate)).toEqual(
    Array(6).fill(null),
  );
  expect(aamvaDate("12311999")).toBe("1999-12-31");
});
