import { readFileSync } from "node:fs";
import { join } from "node:path";
import { toMajor } from "#contract/money";
import { repositoryRoot } from "../../http/public-files.ts";

interface Rate {
  readonly from: string;
  readonly state: string;
  readonly zip?: string;
  readonly ratePpm: number;
  readonly jurisdiction: string;
}

let rates: readonly Rate[] | undefined;

/** The tax on USD: the state's part, and the rest of a ZIP code's rate as its city's. */
export function calculateTax(
  amount: number,
  { region, postalCode }: { readonly region: string; readonly postalCode: string },
  date: string,
) {
  const file = join(repositoryRoot(), "contract/connectors/sandbox-sales-tax.json");
  rates ??= (JSON.parse(readFileSync(file, "utf8")) as { rates: Rate[] }).rates;
  const valid = rates
    .filter((rate) => rate.state === region && rate.from <= date)
    .toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const state = valid.find(({ zip }) => zip === undefined);
  const city = valid.find(({ zip }) => zip === postalCode.slice(0, 5));
  const cents = Math.round(Math.abs(amount) * 100);
  const sign = amount < 0 ? -1 : 1;
  const parts = [
    ...(state ? [partOf(state.jurisdiction, "State", state.ratePpm)] : []),
    ...(city ? [partOf(city.jurisdiction, "City", city.ratePpm - (state?.ratePpm ?? 0))] : []),
  ].filter(({ ratePpm }) => ratePpm > 0);

  function partOf(jurisName: string, jurisType: string, ratePpm: number) {
    return { jurisName, jurisType, ratePpm, cents: Math.round((cents * ratePpm) / 1_000_000) };
  }
  const major = (minor: number) => toMajor(sign * minor, "USD");
  return {
    totalAmount: amount,
    totalTax: major(parts.reduce((sum, part) => sum + part.cents, 0)),
    summary: parts.map((part) => ({
      country: "US",
      region,
      jurisType: part.jurisType,
      jurisName: part.jurisName,
      taxType: "Sales",
      rate: part.ratePpm / 1_000_000,
      taxable: amount,
      tax: major(part.cents),
    })),
  };
}
