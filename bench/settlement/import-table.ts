import type { ImportFigures } from "./measure-import.ts";

export function importTable(figures: readonly ImportFigures[]): string {
  const rows = figures.map((figure) => {
    const few = figures.find(({ format }) => format === figure.format);
    const isFirst = few === figure;
    const ratio = few ? figure.peakMb / few.peakMb : Number.NaN;
    return [
      figure.format,
      figure.rows.toLocaleString("en"),
      figure.matched.toLocaleString("en"),
      figure.uploadSeconds.toFixed(0),
      figure.seconds.toFixed(0),
      (figure.rows / figure.seconds).toFixed(0),
      figure.startMb.toFixed(0),
      figure.peakMb.toFixed(0),
      isFirst ? "–" : ratio.toFixed(2),
      isFirst ? "" : "≤ 1.2 ×",
      figure.progressSeen.toLocaleString("en"),
    ];
  });
  const head =
    "report|rows|matched|upload, s|upload and import, s|rows per second|memory at the start, MB|peak, MB|ratio of the peaks|target|steps of progress seen";
  return [
    `| ${head.replaceAll("|", " | ")} |`,
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}
