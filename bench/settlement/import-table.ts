import type { ImportFigures } from "./measure-import.ts";

export function importTable(figures: readonly ImportFigures[]): string {
  const rows = figures.map((each) => {
    const few = figures.find(({ format }) => format === each.format);
    const isFirst = few === each;
    const ratio = few ? each.peakMb / few.peakMb : Number.NaN;
    return [
      each.format,
      each.rows.toLocaleString("en"),
      each.matched.toLocaleString("en"),
      each.uploadSeconds.toFixed(0),
      each.seconds.toFixed(0),
      (each.rows / each.seconds).toFixed(0),
      each.startMb.toFixed(0),
      each.peakMb.toFixed(0),
      isFirst ? "–" : ratio.toFixed(2),
      isFirst ? "" : "≤ 1.2 ×",
      each.progressSeen.toLocaleString("en"),
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
