import { expect, test } from "vitest";
import { countryCodes } from "#contract/regions";
import { irsCountry } from "./iris-countries.ts";
import type { FiledForm } from "./iris-rows.ts";
import { irisText } from "./iris-text.ts";
import { type IrisRecord, type IrisTransmission, irisXml, unwritable } from "./iris-xml.ts";

const address = {
  line1: "1 Fortune Way",
  line2: null,
  city: "Reno",
  state: "NV",
  postalCode: "89501-1234",
  country: "US",
};
type Payee = FiledForm["payee"];
const payee: Payee = {
  w9Id: "w9_1",
  name: "Jane Doe",
  person: { firstName: "Jane", middleName: "", lastName: "Doe", suffix: "" },
  businessName: null,
  address,
  tinType: "ssn",
  maskedTin: "XXX-XX-8714",
} as unknown as Payee;

const filed = (changes: Partial<FiledForm> = {}): FiledForm => ({
  form: "1099-MISC",
  externalCustomerId: "customer-1",
  payee,
  tin: "536228714",
  amountMinor: 210_050,
  withheldMinor: 0,
  ...changes,
});
const original = (changes: Partial<FiledForm> = {}, recordId = "1"): IrisRecord => ({
  filed: filed(changes),
  recordId,
  corrects: null,
});
const transmission = (changes: Partial<IrisTransmission> = {}): IrisTransmission => ({
  uuid: "0c4b3a30-1111-4222-8333-444455556666",
  taxYear: 2026,
  isPriorYear: false,
  form: "1099-MISC",
  payer: {
    name: "Lucky & Sons Bingo, Inc.",
    tinType: "EIN",
    tin: "123456789",
    address: { line1: "1 Fortune Way", city: "Reno", state: "NV", postalCode: "89501" },
    phone: "7755550100",
  },
  transmitter: {
    transmitterControlCode: "DA1B2",
    softwareId: "26A0001234",
    nameControl: "LUCK",
    contactName: "Ana Pérez",
    contactEmail: "tax@bingo.example",
  },
  records: [original()],
  ...changes,
});

/** Elements as `name` or `name=text`. */
const elementsOf = (xml: string) =>
  [...xml.matchAll(/<([A-Za-z0-9]+)[^>?]*>([^<]*)/g)].map(([, name, text]) =>
    text?.trim() ? `${name}=${text}` : name,
  );

test("a transmission has the schema's elements in their order", () => {
  const xml = irisXml(transmission());
  expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>\n/);
  expect(xml).toContain('<IRTransmission xmlns="urn:us:gov:treasury:irs:ir">');
  expect(elementsOf(xml)).toMatchInlineSnapshot(`
    [
      "IRTransmission",
      "IRTransmissionManifest",
      "UniqueTransmissionId=0c4b3a30-1111-4222-8333-444455556666:IRIS:DA1B2::A",
      "TaxYr=2026",
      "PriorYearDataInd=0",
      "TransmissionTypeCd=O",
      "TestCd=P",
      "TransmitterGrp",
      "TIN=123456789",
      "TINSubmittedTypeCd=BUSINESS_TIN",
      "TransmitterControlCd=DA1B2",
      "ForeignEntityInd=0",
      "BusinessName",
      "BusinessNameLine1Txt=Lucky &amp; Sons Bingo Inc",
      "CompanyGrp",
      "BusinessName",
      "BusinessNameLine1Txt=Lucky &amp; Sons Bingo Inc",
      "MailingAddressGrp",
      "USAddress",
      "AddressLine1Txt=1 Fortune Way",
      "CityNm=Reno",
      "StateAbbreviationCd=NV",
      "ZIPCd=89501",
      "ContactNameGrp",
      "PersonNm=Ana Perez",
      "ContactEmailAddressTxt=tax@bingo.example",
      "ContactPhoneNum=7755550100",
      "VendorCd=I",
      "SoftwareId=26A0001234",
      "TotalIssuerFormCnt=1",
      "TotalRecipientFormCnt=1",
      "PaperSubmissionInd=0",
      "MediaSourceCd=M",
      "SubmissionChannelCd=A2A",
      "IRSubmission1Grp",
      "IRSubmission1Header",
      "SubmissionId=1",
      "TaxYr=2026",
      "IssuerDetail",
      "ForeignEntityInd=0",
      "TIN=123456789",
      "TINSubmittedTypeCd=BUSINESS_TIN",
      "BusinessNameControlTxt=LUCK",
      "BusinessName",
      "BusinessNameLine1Txt=Lucky &amp; Sons Bingo Inc",
      "MailingAddressGrp",
      "USAddress",
      "AddressLine1Txt=1 Fortune Way",
      "CityNm=Reno",
      "StateAbbreviationCd=NV",
      "ZIPCd=89501",
      "PhoneNum=7755550100",
      "ContactPersonInformationGrp",
      "ContactPersonNm=Ana Perez",
      "ContactPhoneNum=7755550100",
      "ContactEmailAddressTxt=tax@bingo.example",
      "FormTypeCd=1099MISC",
      "ParentFormTypeCd=1096",
      "CFSFElectionInd=0",
      "TotalReportedRcpntFormCnt=1",
      "IRSubmission1FormTotals",
      "Form1099MISCTotalAmtGrp",
      "OtherIncomeAmt=2100.50",
      "IRSubmission1Detail",
      "Form1099MISCDetail",
      "TaxYr=2026",
      "RecordId=1",
      "VoidInd=0",
      "CorrectedInd=0",
      "RecipientDetail",
      "TIN=536228714",
      "TINSubmittedTypeCd=INDIVIDUAL_TIN",
      "PersonName",
      "PersonFirstNm=Jane",
      "PersonLastNm=Doe",
      "MailingAddressGrp",
      "USAddress",
      "AddressLine1Txt=1 Fortune Way",
      "CityNm=Reno",
      "StateAbbreviationCd=NV",
      "ZIPCd=895011234",
      "RecipientAccountNum=customer-1",
      "SecondTINNoticeInd=0",
      "FATCAFilingRequirementInd=0",
      "OtherIncomeAmt=2100.50",
      "DirectSaleAboveThresholdInd=0",
    ]
  `);
});

test("a correction names the record that it corrects, and the transmission says so", () => {
  const corrects = "2027-00000000001-abcdef123|1|7";
  const xml = irisXml(transmission({ records: [{ ...original(), corrects }] }));
  expect(xml).toContain("<TransmissionTypeCd>C</TransmissionTypeCd>");
  expect(xml).toContain(
    `<CorrectedInd>1</CorrectedInd><PrevSubmittedRecRecipientGrp><UniqueRecordId>${corrects}</UniqueRecordId></PrevSubmittedRecRecipientGrp>`,
  );
});

test("totals are sums of the records to the cent, and withheld tax is written where there is some", () => {
  const records = [33, 10_001, 999_999_999].map((amountMinor, index) =>
    original({ amountMinor, withheldMinor: index === 1 ? 2_400 : 0 }, String(index + 1)),
  );
  const xml = irisXml(transmission({ records }));
  const totals = /<Form1099MISCTotalAmtGrp>(.*)<\/Form1099MISCTotalAmtGrp>/.exec(xml)?.[1];
  expect(totals).toBe(
    "<FederalIncomeTaxWithheldAmt>24.00</FederalIncomeTaxWithheldAmt><OtherIncomeAmt>10000100.33</OtherIncomeAmt>",
  );
  expect(xml.match(/<FederalIncomeTaxWithheldAmt>/g)).toHaveLength(2);
  expect(xml).toContain("<TotalReportedRcpntFormCnt>3</TotalReportedRcpntFormCnt>");
  expect(xml).toContain("<TotalRecipientFormCnt>3</TotalRecipientFormCnt>");
});

test("a 1099-NEC has its own boxes in the order of its form", () => {
  const records = [original({ form: "1099-NEC", withheldMinor: 100 })];
  const xml = irisXml(transmission({ form: "1099-NEC", records }));
  expect(xml).toContain(
    "<SecondTINNoticeInd>0</SecondTINNoticeInd><NonemployeeCompensationAmt>2100.50</NonemployeeCompensationAmt>" +
      "<DirectSaleAboveThresholdInd>0</DirectSaleAboveThresholdInd>" +
      "<FederalIncomeTaxWithheldAmt>1.00</FederalIncomeTaxWithheldAmt></Form1099NECDetail>",
  );
});

test("a business has lines of its name, and an address abroad the IRS's country code", () => {
  const business = {
    ...payee,
    person: null,
    name: "Müller & Söhne #1 -- Spiele GmbH",
    businessName: "Spiele",
    tinType: "ein",
    address: { ...address, city: "München", state: "Bayern", postalCode: "80331", country: "DE" },
  } as Payee;
  const xml = irisXml(transmission({ records: [original({ payee: business })] }));
  expect(xml).toContain(
    "<BusinessNameLine1Txt>Muller &amp; Sohne 1 - Spiele GmbH</BusinessNameLine1Txt>",
  );
  expect(xml).toContain("<TINSubmittedTypeCd>BUSINESS_TIN</TINSubmittedTypeCd><BusinessName>");
  expect(xml).toContain(
    "<CityNm>Munchen</CityNm><ProvinceOrStateNm>Bayern</ProvinceOrStateNm><CountryCd>GM</CountryCd><ForeignPostalCd>80331</ForeignPostalCd></ForeignAddress>",
  );
});

test("no two countries share a code of the IRS", () => {
  expect("BO CI KN LC MO PM SX SZ VG MF PS".split(" ").map(irsCountry).join(" ")).toBe(
    "BL IV SC ST MC SB NN WZ VI RN OC",
  );
  // HQ is Howland Island, and WQ is Wake Island.
  expect("HM WF".split(" ").map(irsCountry).join(" ")).toBe("HM WF");
  const byIrsCode = new Map<string, string[]>();
  for (const code of countryCodes) {
    byIrsCode.set(irsCountry(code), [...(byIrsCode.get(irsCountry(code)) ?? []), code]);
  }
  const shared = [...byIrsCode.values()].filter((codes) => codes.length > 1);
  // Parts of Finland, of the Netherlands and of France.
  expect(shared).toEqual([
    ["AX", "FI"],
    ["BQ", "NL"],
    ["FR", "GF", "GP", "MQ", "RE", "YT"],
  ]);
});

test("an address in Puerto Rico, or another territory with ZIP codes, is a US address", () => {
  const xmlOf = (changes: object) => {
    const there = { ...payee, address: { ...address, ...changes } } as Payee;
    const record = { filed: filed({ payee: there }), recordId: "1", corrects: null };
    return irisXml(transmission({ records: [record] }));
  };
  const sanJuan = { city: "San Juan", state: null, postalCode: "00901", country: "PR" };
  expect(xmlOf(sanJuan)).toContain(
    "<CityNm>San Juan</CityNm><StateAbbreviationCd>PR</StateAbbreviationCd><ZIPCd>00901</ZIPCd></USAddress>",
  );
  expect(xmlOf({ ...sanJuan, state: "Puerto Rico", postalCode: "00901-1234" })).toContain(
    "<StateAbbreviationCd>PR</StateAbbreviationCd><ZIPCd>009011234</ZIPCd>",
  );
  expect(xmlOf({ ...sanJuan, postalCode: "901" })).toContain("<CountryCd>RQ</CountryCd>");
});

test.each([
  ["Đặng", "Dang"],
  ["Đorđević", "Dordevic"],
  ["Yılmaz", "Yilmaz"],
  ["Þórðarson", "THordarson"],
  ["Ǿrsted", "Orsted"],
  ["Əliyev", "Eliyev"],
  ["O`Brien", "OBrien"],
  ["D´Angelo", "DAngelo"],
  ["Kaʻiulani", "Kaiulani"],
])("the name %s is written as %s", (name, written) => {
  expect(irisText("person", name, 20)).toBe(written);
});

test("test files, earlier years and the schema's number are marked", () => {
  const { transmitter } = transmission();
  const xml = irisXml(
    transmission({
      isPriorYear: true,
      transmitter: { ...transmitter, isTest: true, schemaVersion: "2.0" },
    }),
  );
  expect(elementsOf(xml).slice(2, 8)).toEqual([
    "SchemaVersionNum=2.0",
    "UniqueTransmissionId=0c4b3a30-1111-4222-8333-444455556666:IRIS:DA1B2::A",
    "TaxYr=2026",
    "PriorYearDataInd=1",
    "TransmissionTypeCd=O",
    "TestCd=T",
  ]);
});

test("no text can add an element, and none has signs that the IRS refuses", () => {
  const nasty = "</PersonLastNm><TIN>1 & --#\u0000’O’Brien—Ñandú\u202e";
  for (const kind of ["business", "person", "contact", "street", "city"] as const) {
    const text = irisText(kind, nasty, 75);
    expect(text).toMatch(/^[A-Za-z0-9&'() -]*$/);
    expect(text).not.toMatch(/--| {2}|^ | $/);
  }
  expect(irisText("person", "Ñandú—O’Brien", 20)).toBe("Nandu-OBrien");
  expect(irisText("person", "x".repeat(50), 20)).toHaveLength(20);
});

test("a payee without Latin letters cannot be written", () => {
  expect(unwritable(payee)).toBeNull();
  const person = { firstName: "伟", middleName: "", lastName: "王", suffix: "" };
  expect(unwritable({ ...payee, person } as Payee)).toBe("name");
  const problemAt = (changes: object) =>
    unwritable({ ...payee, address: { ...address, ...changes } } as Payee);
  expect(problemAt({ city: "雷诺" })).toBe("address");
  expect(problemAt({ city: null })).toBe("address");
  expect(problemAt({ city: "香港", country: "HK" })).toBe("address");
  expect(problemAt({ city: null, state: "Kowloon", postalCode: null, country: "HK" })).toBeNull();
});
