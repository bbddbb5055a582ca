import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { repositoryRoot } from "../../platform/repository-root.ts";

/** The customer's location for the tax, from their address. */
export interface TaxLocation {
  /** USPS code. */
  readonly state: string;
  /** ZIP or ZIP+4. */
  readonly postalCode: string;
}

export interface SalesTaxRate {
  /** Parts per million: 82,500 is 8.25 %. */
  readonly ratePpm: number;
  readonly jurisdiction: string;
}

/** Finds sales tax rates in the US. */
export interface SalesTaxProvider {
  /** The combined rate on a day (`YYYY-MM-DD`); null if there is no tax. */
  rateAt(location: TaxLocation, onDate: string): Promise<SalesTaxRate | null>;
}

const ppm = z.int().check(z.gte(0), z.lte(250_000));
const file = z.strictObject({
  rates: z.array(
    z.strictObject({
      /** First day of the rate. */
      from: z.iso.date(),
      state: z.string().check(z.regex(/^[A-Z]{2}$/)),
      /** Five digits for a ZIP's own rate; missing for the state's. */
      zip: z.optional(z.string().check(z.regex(/^\d{5}$/))),
      ratePpm: ppm,
      jurisdiction: z.string(),
    }),
  ),
});

/** The sandbox's own table. */
export const sandboxRatesPath: string = join(
  repositoryRoot(),
  "contract/connectors/sandbox-sales-tax.json",
);

/** Reads a table of dated rates. A ZIP's own rate replaces its state's. Throws if the file is not such a table. */
export async function openSalesTaxRates(path: string): Promise<SalesTaxProvider> {
  const { rates } = file.parse(JSON.parse(await readFile(path, "utf8")));
  const newestFirst = rates.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return {
    async rateAt({ state, postalCode }, onDate) {
      const zip = postalCode.slice(0, 5);
      const holding = newestFirst.filter((rate) => rate.state === state && rate.from <= onDate);
      const found =
        holding.find((rate) => rate.zip === zip) ?? holding.find((rate) => rate.zip === undefined);
      if (!found || found.ratePpm === 0) return null;
      return { ratePpm: found.ratePpm, jurisdiction: found.jurisdiction };
    },
  };
}
