import { quantile } from "../statistics.ts";
import type { DocumentFigures } from "./measure-documents.ts";

/** Formats the figures as a Markdown table. */
export function documentTable(figures: DocumentFigures[]): string {
  return [
    "| document | documents | readable | number, birth, expiry correct | verified | under review | wrongly accepted | median | 95th percentile |",
    "|---|---|---|---|---|---|---|---|---|",
    ...figures.map(row),
  ].join("\n");
}

function row(figures: DocumentFigures): string {
  const share = (count: number) => `${((count / figures.documents) * 100).toFixed(1)} %`;
  const seconds = (at: number) => `${(quantile(figures.timesMs, at) / 1000).toFixed(2)} s`;
  const cells = [
    figures.type === "passport" ? "passport" : "driver’s license",
    figures.documents,
    share(figures.readable),
    share(figures.keyFieldsRight),
    share(figures.verified),
    share(figures.underReview),
    figures.wronglyAccepted,
    seconds(0.5),
    seconds(0.95),
  ];
  return `| ${cells.join(" | ")} |`;
}
