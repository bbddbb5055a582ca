import * as z from "zod/mini";

/** AvaTax's maximum lengths of codes and address lines. */
export const maxCharacters = { companyCode: 25, code: 50, addressLine: 50 };

const companyCode = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,24}$/));
const line = z.string().check(z.minLength(1), z.maxLength(maxCharacters.addressLine));

export const avataxSettings = z.strictObject({
  accountId: z.string().check(z.maxLength(100), z.regex(/^[^:\s]+$/)),
  licenseKey: z.string().check(z.maxLength(200), z.regex(/^[!-~]+$/)),
  companyCode,
  /** Company codes of individual operators, by operator id. Others use `companyCode`. */
  companyCodes: z.optional(z.record(z.string().check(z.startsWith("op_")), companyCode)),
  /** AvaTax's tax code of the goods or services. The default is tangible goods. */
  taxCode: z.optional(z.string().check(z.minLength(1), z.maxLength(25))),
  /** The seller's address, for states that tax by it. */
  shipFrom: z.optional(
    z.strictObject({
      line1: z.optional(line),
      city: z.optional(line),
      region: z.string().check(z.regex(/^[A-Z]{2}$/)),
      postalCode: z.string().check(z.regex(/^\d{5}(-\d{4})?$/)),
      country: z._default(z.literal("US"), "US"),
    }),
  ),
  /** While AvaTax is down, `refuse` refuses payments, and `table` uses SALES_TAX_RATES. */
  whenUnavailable: z._default(z.enum(["refuse", "table"]), "refuse"),
  quoteTimeoutMs: z._default(z.int().check(z.gte(500), z.lte(10_000)), 3_000),
});
export type AvaTaxSettings = z.infer<typeof avataxSettings>;
