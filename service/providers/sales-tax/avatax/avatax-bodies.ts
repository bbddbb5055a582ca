/** Bodies of requests to AvaTax (REST v2, CreateTransactionModel). */
import { toMajor } from "#contract/money";
import { shortReference } from "../../processor/kit/short-reference.ts";
import type { TaxDocument, TaxedSale, TaxPlace } from "../tax-vendor.ts";
import { type AvaTaxSettings, maxCharacters } from "./avatax-settings.ts";

/** AvaTax only calculates a `SalesOrder` and does not store it. */
export const documentTypes = { sale: "SalesInvoice", return: "ReturnInvoice" } as const;

export function companyOf(
  { companyCode, companyCodes }: AvaTaxSettings,
  operatorId: string,
): string {
  return companyCodes && Object.hasOwn(companyCodes, operatorId)
    ? (companyCodes[operatorId] ?? companyCode)
    : companyCode;
}

export function quoteBody(settings: AvaTaxSettings, sale: TaxedSale): object {
  return {
    type: "SalesOrder",
    ...common(settings, sale),
    lines: [line(settings, { amount: toMajor(sale.baseMinor, sale.currency) })],
  };
}

/**
 * The body that records a document. It has the tax that the customer actually paid or got back, so AvaTax's reports and
 * our ledger agree; AvaTax divides it among the jurisdictions. A return has negative amounts, and the sale's day for
 * the rates.
 */
export function documentBody(settings: AvaTaxSettings, document: TaxDocument): object {
  const { kind, currency, baseMinor, taxMinor, taxDate } = document;
  const isReturn = kind === "return";
  const major = (minor: number) => toMajor(isReturn ? 0 - minor : minor, currency);
  return {
    type: documentTypes[kind],
    code: document.code,
    ...common(settings, document),
    referenceCode: document.reference,
    commit: true,
    lines: [
      line(settings, {
        amount: major(baseMinor),
        taxOverride: {
          type: "TaxAmount",
          taxAmount: major(taxMinor),
          taxDate,
          reason: isReturn ? "Tax refunded to the customer" : "Tax collected with the payment",
        },
      }),
    ],
  };
}

function common(
  settings: AvaTaxSettings,
  sale: Pick<TaxedSale, "operatorId" | "externalCustomerId" | "currency" | "place" | "onDate">,
) {
  return {
    companyCode: companyOf(settings, sale.operatorId),
    date: sale.onDate,
    customerCode: customerCode(sale.externalCustomerId),
    currencyCode: sale.currency,
    addresses: addresses(settings, sale.place),
  };
}

function line({ taxCode }: AvaTaxSettings, given: object): object {
  return { number: "1", quantity: 1, ...(taxCode !== undefined && { taxCode }), ...given };
}

/** The customer's id; a long one is always shortened to the same code, because exemptions are found by it. */
function customerCode(externalCustomerId: string): string {
  return externalCustomerId.length <= maxCharacters.code
    ? externalCustomerId
    : shortReference(externalCustomerId, 40);
}

function addresses({ shipFrom }: AvaTaxSettings, place: TaxPlace): object {
  const customer = {
    ...text("line1", place.line1),
    ...text("line2", place.line2),
    ...text("city", place.city),
    region: place.state,
    postalCode: place.postalCode,
    country: "US",
  };
  return shipFrom ? { shipFrom, shipTo: customer } : { singleLocation: customer };
}

function text(name: string, value: string | undefined): Record<string, string> {
  return value ? { [name]: [...value].slice(0, maxCharacters.addressLine).join("") } : {};
}
