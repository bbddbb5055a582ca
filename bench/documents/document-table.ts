import { quantile } from "../statistics.ts";
import type { DocumentFigures } from "./measure-documents.ts";

/** Formats the figures as Markdown tables: results, processor time by stage, and results by photo condition. */
export function documentTable(figures: DocumentFigures[]): string {
  return [
    "| document | documents | readable | number, birth, expiry correct | verified | under review | wrongly accepted | median | 95th percentile | processor, median | processor, 95th percentile | peak memory |",
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...figures.map(row),
    "",
    "| document | share of the processor time by stage |",
    "|---|---|",
    ...figures.map(stages),
    "",
    `| verified, by photo condition | ${figures.map(nameOf).join(" | ")} |`,
    `|---|${figures.map(() => "--:|").join("")}`,
    ...byCondition(figures),
  ].join("\n");
}

function row(figures: DocumentFigures): string {
  const share = (count: number) => `${((count / figures.documents) * 100).toFixed(1)} %`;
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
  const cells = [
    nameOf(figures),
    figures.documents,
    share(figures.readable),
    share(figures.keyFieldsCorrect),
    share(figures.verified),
    share(figures.underReview),
    figures.wronglyAccepted,
    seconds(quantile(figures.timesMs, 0.5)),
    seconds(quantile(figures.timesMs, 0.95)),
    seconds(quantile(figures.cpuMs, 0.5)),
    seconds(quantile(figures.cpuMs, 0.95)),
    `${Math.round(figures.peakMemoryBytes / 1e6)} MB`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function stages(figures: DocumentFigures): string {
  const entries = Object.entries(figures.stagesMs).sort(([, a], [, b]) => b - a);
  const total = entries.reduce((sum, [, ms]) => sum + ms, 0);
  const shares = entries.map(([stage, ms]) => `${stage} ${Math.round((ms / total) * 100)} %`);
  return `| ${nameOf(figures)} | ${shares.join(", ")} |`;
}

function byCondition(figures: DocumentFigures[]): string[] {
  const names = [...new Set(figures.flatMap(({ byCondition: by }) => [...by.keys()]))];
  return names.map((name) => {
    const cells = figures.map(({ byCondition: by }) => {
      const { documents, verified } = by.get(name) ?? { documents: 0, verified: 0 };
      return `${verified} of ${documents}`;
    });
    return `| ${name.replaceAll("_", " ")} | ${cells.join(" | ")} |`;
  });
}

function nameOf({ type }: DocumentFigures): string {
  return type === "passport" ? "passport" : "driver’s license";
}
