import { join } from "node:path";
import * as z from "zod/mini";
import { ConfigError } from "../../platform/config-values.ts";
import { repositoryRoot } from "../../platform/repository-root.ts";
import { readTableFile } from "../../platform/table-file.ts";

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

/**
 * Reads a table of dated rates. A ZIP's own rate replaces its state's.
 *
 * @throws ConfigError if the file is not such a table, or has two rates for a place with the same first day
 */
export async function openSalesTaxRates(path: string): Promise<SalesTaxProvider> {
  const { rates } = await readTableFile("SALES_TAX_RATES", path, file);
  const newestFirst = rates.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const byPlace = new Map<string, typeof rates>();
  for (const rate of newestFirst) {
    const place = placeOf(rate.state, rate.zip);
    const known = byPlace.get(place);
    if (known?.at(-1)?.from === rate.from)
      throw new ConfigError(`SALES_TAX_RATES: two rates for ${place} from ${rate.from}`);
    if (known) known.push(rate);
    else byPlace.set(place, [rate]);
  }
  return {
    async rateAt({ state, postalCode }, onDate) {
      const places = [placeOf(state, postalCode.slice(0, 5)), placeOf(state, undefined)];
      const found = places
        .map((place) => byPlace.get(place)?.find((rate) => rate.from <= onDate))
        .find((rate) => rate !== undefined);
      if (!found || found.ratePpm === 0) return null;
      return { ratePpm: found.ratePpm, jurisdiction: found.jurisdiction };
    },
  };
}

function placeOf(state: string, zip: string | undefined): string {
  return zip === undefined ? state : `${state} ${zip}`;
}
