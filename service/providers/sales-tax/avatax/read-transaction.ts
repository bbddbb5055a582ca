/** Reads AvaTax's responses (REST v2, TransactionModel). */
import * as z from "zod/mini";
import { OutgoingCallFailed } from "../../../platform/outgoing-http.ts";
import { parseJson } from "../../connector-responses.ts";
import type { VendorResponse } from "../../kit/exchange.ts";
import { minorOfDecimal } from "../../processor/kit/decimal-amount.ts";
import type { ReportOutcome, TaxDocument, TaxPart, TaxQuote } from "../tax-vendor.ts";
import { documentTypes } from "./avatax-bodies.ts";

const summary = z.object({
  jurisName: z.string(),
  jurisType: z.string(),
  rate: z.number(),
  tax: z.number(),
  taxable: z.optional(z.number()),
});

const transaction = z.object({
  code: z.optional(z.nullable(z.string())),
  type: z.optional(z.string()),
  status: z.optional(z.string()),
  currencyCode: z.optional(z.string()),
  totalAmount: z.number(),
  totalTax: z.number(),
  summary: z.optional(z.nullable(z.array(summary))),
});
export type AvaTaxTransaction = z.infer<typeof transaction>;

const errorResult = z.object({
  error: z.object({
    code: z.optional(z.string()),
    details: z.optional(z.nullable(z.array(z.object({ code: z.optional(z.string()) })))),
  }),
});

/** The transaction of a good response; otherwise the problem. */
export function readTransaction(
  response: VendorResponse,
): AvaTaxTransaction | { readonly problem: string } {
  if (response instanceof OutgoingCallFailed) return { problem: response.code };
  if (response.statusCode !== 200 && response.statusCode !== 201) {
    return { problem: errorCodeOf(response.text) ?? `status_${response.statusCode}` };
  }
  const parsed = transaction.safeParse(parseJson(response.text));
  return parsed.success ? parsed.data : { problem: "malformed" };
}

/** An error's most exact code, such as `DocumentCodeConflict`; null if none can be a code. */
function errorCodeOf(body: string): string | null {
  const parsed = errorResult.safeParse(parseJson(body));
  if (!parsed.success) return null;
  const { code, details } = parsed.data.error;
  const found = details?.[0]?.code ?? code;
  return found && /^[A-Za-z0-9_]{1,60}$/.test(found) ? found : null;
}

/** A quote's tax. The response must be for our amount, and no tax is negative. */
export function readQuote(
  response: VendorResponse,
  { baseMinor, currency }: { readonly baseMinor: number; readonly currency: string },
): TaxQuote | { readonly problem: string } {
  const read = readTransaction(response);
  if ("problem" in read) return read;
  if (!isIn(currency, read) || minorOfDecimal(read.totalAmount, currency) !== baseMinor) {
    return { problem: "other_amount" };
  }
  const taxMinor = minorOfDecimal(read.totalTax, currency);
  if (taxMinor === null || taxMinor < 0 || taxMinor > baseMinor) return { problem: "other_tax" };
  const taxed = (read.summary ?? []).filter(({ tax }) => tax !== 0);
  const parts = partsOf(taxed, taxMinor, currency);
  const isWhole = taxed.every(
    ({ taxable }) => taxable !== undefined && minorOfDecimal(taxable, currency) === baseMinor,
  );
  const ratePpm = parts.reduce((sum, part) => sum + part.ratePpm, 0);
  return { taxMinor, ratePpm: isWhole && parts.length > 0 ? ratePpm : null, parts };
}

/**
 * The tax by jurisdiction. AvaTax rounds some parts beyond the cent, so the largest part takes the difference. Empty if
 * a part is not readable: then only the total is used.
 */
function partsOf(
  taxed: readonly z.infer<typeof summary>[],
  taxMinor: number,
  currency: string,
): TaxPart[] {
  const parts: TaxPart[] = [];
  for (const { jurisName, jurisType, rate, tax } of taxed) {
    const minor = minorOfDecimal(Number(tax.toFixed(2)), currency);
    if (minor === null || minor < 0 || !(rate >= 0 && rate <= 1)) return [];
    parts.push({
      jurisdiction: jurisName.slice(0, 200),
      level: jurisType.toLowerCase().slice(0, 40),
      ratePpm: Math.round(rate * 1_000_000),
      taxMinor: minor,
    });
  }
  const largest = parts.toSorted((a, b) => b.taxMinor - a.taxMinor)[0];
  if (!largest) return [];
  const rest = taxMinor - parts.reduce((sum, part) => sum + part.taxMinor, 0);
  if (largest.taxMinor + rest < 0) return [];
  return parts.map((part) =>
    part === largest ? { ...part, taxMinor: part.taxMinor + rest } : part,
  );
}

function isIn(currency: string, { currencyCode = currency }: AvaTaxTransaction): boolean {
  return currencyCode === currency;
}

/** What a transaction says about a document. `saved`: it exists with the right amounts, but is not committed. */
export function outcomeOf(
  found: AvaTaxTransaction,
  { code, kind, currency, baseMinor, taxMinor }: TaxDocument,
): ReportOutcome | { readonly type: "saved" } {
  if (found.code !== code || found.type !== documentTypes[kind]) {
    return { type: "unknown", problem: "other_document" };
  }
  if (found.status === "Cancelled") return { type: "unknown", problem: "voided_at_avatax" };
  const sign = kind === "return" ? -1 : 1;
  const isEqual = (amount: number, minor: number) =>
    minorOfDecimal(amount, currency) === (minor === 0 ? 0 : sign * minor);
  const areEqual = isEqual(found.totalAmount, baseMinor) && isEqual(found.totalTax, taxMinor);
  if (!isIn(currency, found) || !areEqual) return { type: "unknown", problem: "other_amounts" };
  switch (found.status) {
    case "Committed":
      return { type: "committed" };
    case "Saved":
    case "Posted":
    case "Uncommitted":
      return { type: "saved" };
    default:
      return { type: "unknown", problem: "other_status" };
  }
}
