import { toDecimalText } from "#contract/money";
import type { PayerProfile } from "../../../operators/accounts/index.ts";
import { type CsvCell, toCsv } from "../../../platform/csv.ts";
import type { Payee } from "../../../tax/w9/index.ts";
import type { LedgerLine } from "../forms-1099.ts";
import type { ColumnMap, IrisColumn } from "./iris-columns.ts";

/** The portal's limit for one submission. */
export const formsPerFile = 100;

export interface FiledForm extends Pick<LedgerLine, "form" | "amountMinor" | "withheldMinor"> {
  readonly externalCustomerId: string;
  readonly payee: Payee;
  /** Nine digits. */
  readonly tin: string;
}

/** Writes the files, each with the header and up to one hundred forms. */
export function irisFiles(
  columns: ColumnMap,
  context: { taxYear: number; payer: PayerProfile },
  forms: readonly FiledForm[],
): string[] {
  const header = columns.map(({ name }) => name);
  const rows = forms.map((form) => {
    const values = valuesOf(context, form);
    return columns.map(({ fills }): CsvCell => (fills === null ? "" : values[fills]));
  });
  const files: string[] = [];
  for (let first = 0; first < rows.length; first += formsPerFile) {
    const part = rows.slice(first, first + formsPerFile);
    files.push(toCsv([header, ...part], { forSpreadsheets: false }));
  }
  return files;
}

function valuesOf(
  { taxYear, payer }: { taxYear: number; payer: PayerProfile },
  { form, payee, tin, amountMinor, withheldMinor, externalCustomerId }: FiledForm,
): Record<IrisColumn, string> {
  const { person, address } = payee;
  return {
    "Form Type": form,
    "Tax Year": String(taxYear),
    "Payer TIN Type": payer.tinType,
    "Payer Taxpayer ID Number": payer.tin,
    "Payer Name Type": "B",
    "Payer Business or Entity Name Line 1": payer.name,
    "Payer Business or Entity Name Line 2": "",
    "Payer Country": "US",
    "Payer Address Line 1": payer.address.line1,
    "Payer Address Line 2": payer.address.line2 ?? "",
    "Payer City/Town": payer.address.city,
    "Payer State/Province/Territory": payer.address.state,
    "Payer ZIP/Postal Code": payer.address.postalCode,
    "Payer Phone Type": "D",
    "Payer Phone": payer.phone,
    // The portal has two types: ITINs and ATINs count as SSNs.
    "Recipient TIN Type": payee.tinType === "ein" ? "EIN" : "SSN",
    "Recipient Taxpayer ID Number": tin,
    "Recipient Name Type": person ? "I" : "B",
    "Recipient Business or Entity Name Line 1": person ? "" : payee.name,
    "Recipient Business or Entity Name Line 2": payee.businessName ?? "",
    "Recipient First Name": person?.firstName ?? "",
    "Recipient Middle Name": person?.middleName ?? "",
    "Recipient Last Name (Surname)": person?.lastName ?? "",
    "Recipient Suffix": person?.suffix ?? "",
    "Recipient Country": address.country ?? "US",
    "Recipient Address Line 1": address.line1 ?? "",
    "Recipient Address Line 2": address.line2 ?? "",
    "Recipient City/Town": address.city ?? "",
    "Recipient State/Province/Territory": address.state ?? "",
    "Recipient ZIP/Postal Code": address.postalCode ?? "",
    // Twenty characters fit. The ends of ids differ more than their beginnings.
    "Form Account Number": externalCustomerId.slice(-20),
    "FATCA Filing Requirements": "N",
    "2nd TIN Notice": "N",
    "Reported amount": toDecimalText(amountMinor, "USD"),
    "Federal income tax withheld": withheldMinor === 0 ? "" : toDecimalText(withheldMinor, "USD"),
    "Combined Federal/State Filing": "",
  };
}
