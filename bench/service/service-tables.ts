import type { ServiceFigures } from "./compare-service.ts";

/** Formats the results of all stores as the tables of bench/README.md. */
export function serviceTables(figures: ServiceFigures[]): string {
  const rates = figures.flatMap(({ store, rates }) =>
    rates.map(
      ({ what, inFlight, api, bare, served }) =>
        `| ${store} | ${what} | ${inFlight} | ${bare.toFixed(0)} | ${served.toFixed(0)} | ${api.toFixed(0)} | ${percent(served, bare)} | ${percent(api, bare)} | ≥ 70 % | ${percent(api, served)} |`,
    ),
  );
  const tails = figures.flatMap(({ store, tails }) =>
    tails.map(
      ({ what, few, many }) =>
        `| ${store} | ${what} | ${few.toFixed(1)} | ${many.toFixed(1)} | ${(many / few).toFixed(2)} | ≤ 1.2 × |`,
    ),
  );
  const memory = figures.map(
    ({ store, memoryMb: { before, after, payments } }) =>
      `| ${store} | ${before.toFixed(0)} | ${after.toFixed(0)} | ${payments} |`,
  );
  return [
    "| store | per second | in flight | rows written bare | behind bare HTTP | through the API | bare HTTP to bare rows | API to bare rows | target | API to bare HTTP |",
    "|---|---|--:|--:|--:|--:|--:|--:|---|--:|",
    ...rates,
    "",
    "| store | 95th percentile, ms | few payments | many payments | ratio | target |",
    "|---|---|--:|--:|--:|---|",
    ...tails,
    "",
    "| store | memory before, MB | after, MB | payments |",
    "|---|--:|--:|--:|",
    ...memory,
  ].join("\n");
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} %`;
}
