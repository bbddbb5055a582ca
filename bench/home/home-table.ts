import { median } from "../statistics.ts";
import type { HomeBenchResult } from "./measure-home.ts";

export function homeTable(result: HomeBenchResult): string {
  const rows = result.reads.map(
    ({ what, medianMs, p95Ms }) =>
      `| \`${what}\` | ${medianMs.toFixed(0)} | ${p95Ms.toFixed(0)} | ≤ 300 ms |`,
  );
  const ratio = median(result.paymentsWith) / median(result.paymentsWithout);
  const rate = (rounds: readonly number[]) =>
    `${median(rounds).toFixed(0)} (${Math.min(...rounds).toFixed(0)} to ${Math.max(...rounds).toFixed(0)})`;
  return [
    `| read with ${result.payments.toLocaleString("en")} payments in ${result.days} days | median, ms | 95th percentile, ms | target |`,
    "|---|--:|--:|---|",
    ...rows,
    "",
    "| payments per second, median (lowest to highest round) | without Home | with Home | ratio | target |",
    "|---|--:|--:|--:|---|",
    `| taken by card | ${rate(result.paymentsWithout)} | ${rate(result.paymentsWith)} | ${(ratio * 100).toFixed(0)} % | ≥ 95 % |`,
    "",
    `All ${result.days} days were summed in ${(result.buildMs / 1000).toFixed(0)} s, pauses included.`,
  ].join("\n");
}
