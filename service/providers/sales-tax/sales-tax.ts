import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { repositoryRoot } from "../../platform/repository-root.ts";

/** Where the customer is, for the tax: one location, from their address. */
export interface TaxLocation {
  /** USPS code. */
  readonly state: string;
  /** ZIP or ZIP+4. */
  readonly postalCode: string;
}

/** A combined rate. */
export interface SalesTaxRate {
  /** Parts of a million: 82,500 is 8.25 %. */
  readonly ratePpm: number;
  readonly jurisdiction: string;
}

/** Tells the sales tax of a place in the US. */
export interface SalesTaxProvider {
  /** The rate on a day (`YYYY-MM-DD`); null where nothing is taxed. */
  rateAt(location: TaxLocation, onDate: string): Promise<SalesTaxRate | null>;
}

const ppm = z.int().check(z.gte(0), z.lte(250_000));
const file = z.strictObject({
  rates: z.array(
    z.strictObject({
      /** From this day on. */
      from: z.iso.date(),
      state: z.string().check(z.regex(/^[A-Z]{2}$/)),
      /** Five digits for a place of its own rate; left out for the state's. */
      zip: z.optional(z.string().check(z.regex(/^\d{5}$/))),
      ratePpm: ppm,
      jurisdiction: z.string(),
    }),
  ),
});

/** Where the sandbox's own table is. */
export const sandboxRatesPath: string = join(
  repositoryRoot(),
  "contract/connectors/sandbox-sales-tax.json",
);

/** Reads a dated table: a ZIP's own rate before its state's. Throws when the file is none. */
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
