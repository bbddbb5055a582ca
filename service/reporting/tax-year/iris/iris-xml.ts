/*
 * The IRIS file as XML for the IRS's A2A channel: one transmission with one submission, whose issuer also transmits it.
 * Only registered users get the schema. Elements and their order follow what two published programs send for TY2025
 * v1.2. docs/payouts/tax-year.md says so, and tells operators to check a file against the schema first.
 */
import { toDecimalText } from "#contract/money";
import type { IrisTransmitter, PayerProfile } from "../../../operators/accounts/index.ts";
import { irsCountry, isPostalState } from "./iris-countries.ts";
import type { FiledForm } from "./iris-rows.ts";
import { irisText } from "./iris-text.ts";

export interface IrisRecord {
  readonly filed: FiledForm;
  /** An id that is unique in the submission. */
  readonly recordId: string;
  /** `receiptId|submissionId|recordId` of the record that this one corrects; null for an original. */
  readonly corrects: string | null;
}

export interface IrisTransmission {
  /** A UUID, never used before. */
  readonly uuid: string;
  readonly taxYear: number;
  /** Whether the filing season is over. */
  readonly isPriorYear: boolean;
  readonly form: "1099-MISC" | "1099-NEC";
  readonly payer: PayerProfile;
  readonly transmitter: IrisTransmitter;
  readonly records: readonly IrisRecord[];
}

/** Each transmission has one submission. */
export const submissionId = "1";

/** The content of an element. Null elements are omitted. */
type Content = string | readonly Element[];
type Element = readonly [name: string, content: Content] | null;

const amountNames = {
  "1099-MISC": "OtherIncomeAmt",
  "1099-NEC": "NonemployeeCompensationAmt",
} as const;

export function irisXml(transmission: IrisTransmission): string {
  const root: Element = [
    `IRTransmission xmlns="urn:us:gov:treasury:irs:ir"`,
    [
      ["IRTransmissionManifest", manifestOf(transmission)],
      [
        "IRSubmission1Grp",
        [
          ["IRSubmission1Header", headerOf(transmission)],
          [
            "IRSubmission1Detail",
            transmission.records.map((record) => [
              `Form${codeOf(transmission.form)}Detail`,
              detailOf(transmission, record),
            ]),
          ],
        ],
      ],
    ],
  ];
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${write(root)}\n`;
}

function manifestOf(transmission: IrisTransmission): Element[] {
  const { uuid, taxYear, isPriorYear, payer, transmitter, records } = transmission;
  const { transmitterControlCode, softwareId, schemaVersion = "" } = transmitter;
  const isCorrection = records.some(({ corrects }) => corrects !== null);
  return [
    optional("SchemaVersionNum", schemaVersion),
    ["UniqueTransmissionId", `${uuid}:IRIS:${transmitterControlCode}::A`],
    ["TaxYr", String(taxYear)],
    ["PriorYearDataInd", flag(isPriorYear)],
    ["TransmissionTypeCd", isCorrection ? "C" : "O"],
    ["TestCd", transmitter.isTest ? "T" : "P"],
    [
      "TransmitterGrp",
      [
        ...tinOf(payer.tin, payer.tinType),
        ["TransmitterControlCd", transmitterControlCode],
        ["ForeignEntityInd", flag(false)],
        businessName(payer.name),
        ["CompanyGrp", [businessName(payer.name), addressOf(payer.address)]],
        ["ContactNameGrp", [["PersonNm", irisText("contact", transmitter.contactName, 35)]]],
        ["ContactEmailAddressTxt", transmitter.contactEmail],
        ["ContactPhoneNum", payer.phone],
      ],
    ],
    // The payer's own files, not a software vendor's.
    ["VendorCd", "I"],
    ["SoftwareId", softwareId],
    ["TotalIssuerFormCnt", "1"],
    ["TotalRecipientFormCnt", String(records.length)],
    ["PaperSubmissionInd", flag(false)],
    ["MediaSourceCd", "M"],
    ["SubmissionChannelCd", "A2A"],
  ];
}

function headerOf({ taxYear, form, payer, transmitter, records }: IrisTransmission): Element[] {
  const sum = (of: (filed: FiledForm) => number) =>
    records.reduce((total, { filed }) => total + of(filed), 0);
  return [
    ["SubmissionId", submissionId],
    ["TaxYr", String(taxYear)],
    [
      "IssuerDetail",
      [
        ["ForeignEntityInd", flag(false)],
        ...tinOf(payer.tin, payer.tinType),
        ["BusinessNameControlTxt", transmitter.nameControl],
        businessName(payer.name),
        addressOf(payer.address),
        ["PhoneNum", payer.phone],
      ],
    ],
    [
      "ContactPersonInformationGrp",
      [
        ["ContactPersonNm", irisText("contact", transmitter.contactName, 35)],
        ["ContactPhoneNum", payer.phone],
        ["ContactEmailAddressTxt", transmitter.contactEmail],
      ],
    ],
    ["FormTypeCd", codeOf(form)],
    ["ParentFormTypeCd", "1096"],
    ["CFSFElectionInd", flag(false)],
    ["TotalReportedRcpntFormCnt", String(records.length)],
    [
      "IRSubmission1FormTotals",
      [
        [
          `Form${codeOf(form)}TotalAmtGrp`,
          [
            amount(
              "FederalIncomeTaxWithheldAmt",
              sum(({ withheldMinor }) => withheldMinor),
            ),
            [
              amountNames[form],
              toDecimalText(
                sum(({ amountMinor }) => amountMinor),
                "USD",
              ),
            ],
          ],
        ],
      ],
    ],
  ];
}

function detailOf(
  { taxYear, form }: IrisTransmission,
  { filed, recordId, corrects }: IrisRecord,
): Element[] {
  const { payee, tin, amountMinor, withheldMinor } = filed;
  const isMisc = form === "1099-MISC";
  const reported: Element = [amountNames[form], toDecimalText(amountMinor, "USD")];
  const noDirectSales: Element = ["DirectSaleAboveThresholdInd", flag(false)];
  const withheld = amount("FederalIncomeTaxWithheldAmt", withheldMinor);
  return [
    ["TaxYr", String(taxYear)],
    ["RecordId", recordId],
    ["VoidInd", flag(false)],
    ["CorrectedInd", flag(corrects !== null)],
    corrects === null ? null : ["PrevSubmittedRecRecipientGrp", [["UniqueRecordId", corrects]]],
    [
      "RecipientDetail",
      [
        ...tinOf(tin, payee.tinType === "ein" ? "EIN" : "SSN"),
        nameOf(payee),
        addressOf(payee.address),
      ],
    ],
    // Twenty characters fit. The ends of ids differ more than their beginnings.
    optional(
      "RecipientAccountNum",
      irisText("business", filed.externalCustomerId, 500).slice(-20).trim(),
    ),
    ["SecondTINNoticeInd", flag(false)],
    ...(isMisc
      ? [["FATCAFilingRequirementInd", flag(false)] as const, reported, withheld, noDirectSales]
      : [reported, noDirectSales, withheld]),
  ];
}

/** The part without Latin letters; null if there is none. */
export function unwritable({
  person,
  name,
  address,
}: FiledForm["payee"]): "name" | "address" | null {
  const hasName = person ? irisText("person", person.lastName, 20) : irisText("business", name, 75);
  if (hasName === "") return "name";
  const hasStreet = irisText("street", address.line1 ?? "", 35) !== "";
  const hasCity = irisText("city", address.city ?? "", 40) !== "";
  // The W-9 asks for no city where there are none.
  const needsCity = Boolean(address.city) || stateOf(address) !== null;
  return hasStreet && (hasCity || !needsCity) ? null : "address";
}

function nameOf({ person, name, businessName: second }: FiledForm["payee"]): Element {
  if (!person) return businessName(name, second ?? "");
  return [
    "PersonName",
    [
      optional("PersonFirstNm", irisText("person", person.firstName, 20)),
      optional("PersonMiddleNm", irisText("person", person.middleName ?? "", 20)),
      ["PersonLastNm", irisText("person", person.lastName, 20)],
      optional("SuffixNm", irisText("person", person.suffix ?? "", 10)),
    ],
  ];
}

function businessName(first: string, second = ""): Element {
  return [
    "BusinessName",
    [
      ["BusinessNameLine1Txt", irisText("business", first, 75)],
      optional("BusinessNameLine2Txt", irisText("business", second, 75)),
    ],
  ];
}

/** An address without a country is in the United States. */
type Address = Readonly<
  Partial<Record<keyof FiledForm["payee"]["address"], string | null | undefined>>
>;

function addressOf(address: Address): Element {
  const { line1, line2, city, postalCode } = address;
  const state = stateOf(address);
  const lines: Element[] = [
    ["AddressLine1Txt", irisText("street", line1 ?? "", 35)],
    optional("AddressLine2Txt", irisText("street", line2 ?? "", 35)),
  ];
  if (state !== null) {
    const place: Element[] = [
      ...lines,
      ["CityNm", irisText("city", city ?? "", 40)],
      ["StateAbbreviationCd", state],
      ["ZIPCd", (postalCode ?? "").replace("-", "")],
    ];
    return ["MailingAddressGrp", [["USAddress", place]]];
  }
  const abroad: Element[] = [
    ...lines,
    optional("CityNm", irisText("city", city ?? "", 50)),
    optional("ProvinceOrStateNm", irisText("city", address.state ?? "", 17)),
    ["CountryCd", irsCountry(address.country ?? "US")],
    optional("ForeignPostalCd", irisText("street", postalCode ?? "", 16)),
  ];
  return ["MailingAddressGrp", [["ForeignAddress", abroad]]];
}

/** The address's state; null abroad, except in territories with ZIP codes. */
function stateOf({ state, postalCode, ...address }: Address): string | null {
  const country = address.country ?? "US";
  if (country === "US") return state ?? "";
  return isPostalState(country) && /^\d{5}(-\d{4})?$/.test(postalCode ?? "") ? country : null;
}

function tinOf(tin: string, type: "EIN" | "SSN"): Element[] {
  return [
    ["TIN", tin],
    ["TINSubmittedTypeCd", type === "EIN" ? "BUSINESS_TIN" : "INDIVIDUAL_TIN"],
  ];
}

function optional(name: string, text: string): Element {
  return text === "" ? null : [name, text];
}

/** An amount's element, omitted if zero. */
function amount(name: string, minor: number): Element {
  return minor === 0 ? null : [name, toDecimalText(minor, "USD")];
}

const codeOf = (form: IrisTransmission["form"]) => form.replace("-", "");
const flag = (value: boolean) => (value ? "1" : "0");

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function write(element: Element): string {
  if (element === null) return "";
  const [name, content] = element;
  const inside =
    typeof content === "string"
      ? content.replace(/[&<>]/g, (sign) => escapes[sign] ?? "")
      : content.map(write).join("");
  return `<${name}>${inside}</${name.split(" ")[0]}>`;
}
