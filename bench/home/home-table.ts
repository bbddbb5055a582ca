import type { HomeBenchResult } from "./measure-home.ts";

/** The results as Markdown. */
export function homeTable(result: HomeBenchResult): string {
  const rows = result.reads.map(
    ({ what, medianMs, p95Ms }) =>
      `| \`${what}\` | ${medianMs.toFixed(0)} | ${p95Ms.toFixed(0)} | ≤ 300 ms |`,
  );
  const ratio = result.paymentsWith / result.paymentsWithout;
  return [
    `| read with ${result.payments.toLocaleString("en")} payments in ${result.days} days | median, ms | 95th percentile, ms | target |`,
    "|---|--:|--:|---|",
    ...rows,
    "",
    "| payments per second | without Home | with Home | ratio | target |",
    "|---|--:|--:|--:|---|",
    `| taken by card | ${result.paymentsWithout.toFixed(0)} | ${result.paymentsWith.toFixed(0)} | ${(ratio * 100).toFixed(0)} % | ≥ 95 % |`,
    "",
    `All ${result.days} days were summed in ${(result.buildMs / 1000).toFixed(0)} s, pauses included.`,
  ].join("\n");
}
