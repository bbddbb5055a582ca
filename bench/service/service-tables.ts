import type { ServiceFigures } from "./compare-service.ts";

/** The figures of all stores as the tables of bench/README.md. */
export function serviceTables(figures: ServiceFigures[]): string {
  const rates = figures.flatMap(({ store, rates }) =>
    rates.map(
      ({ what, api, bare }) =>
        `| ${store} | ${what} | ${bare.toFixed(0)} | ${api.toFixed(0)} | ${((100 * api) / bare).toFixed(0)} % | ≥ 70 % |`,
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
    "| store | per second | rows written bare | through the API | ratio | aim |",
    "|---|---|--:|--:|--:|---|",
    ...rates,
    "",
    "| store | 95th percentile, ms | few payments | many payments | ratio | aim |",
    "|---|---|--:|--:|--:|---|",
    ...tails,
    "",
    "| store | memory at first, MB | afterwards, MB | payments |",
    "|---|--:|--:|--:|",
    ...memory,
  ].join("\n");
}
