import type { FrameComparison } from "./compare-frames.ts";

/** The targets. */
const limits = { ratio: 1.5, pageTaskMs: 15, longTaskMs: 50 };

/** Formats the comparison as the table of bench/README.md. */
export function frameTable(comparisons: FrameComparison[]): string {
  const rows = comparisons.flatMap(({ conditions, empty, floor, widget, inHtml }) => {
    const pageTask = widget.pageTask - empty.pageTask;
    return [
      row(conditions, "usable, from mount()", floor.usableFromMount, widget.usableFromMount),
      row(conditions, "usable, from the script tag", floor.usable, widget.usable),
      row(conditions, "on screen, from the script tag", floor.painted, widget.painted),
      row(conditions, "usable, frame in the page's HTML", floor.usable, inHtml.usable),
      row(conditions, "page notified", floor.ready, widget.ready),
      ...(Number.isNaN(widget.key)
        ? []
        : [
            row(conditions, "key to handlers done, while the rest loads", floor.key, widget.key),
            row(conditions, "key to handlers done", floor.keyAtRest, widget.keyAtRest),
          ]),
      `| ${conditions} | page's main thread compared with an empty page | ${ms(floor.pageTask - empty.pageTask)} | ${ms(pageTask)} | – | ${pageLimit(conditions)} |`,
      `| ${conditions} | page's longest task | ${long(floor.pageLongestTask)} | ${long(widget.pageLongestTask)} | – | ≤ ${limits.longTaskMs} ms |`,
    ];
  });
  return [
    "| conditions | measure | bare frame, ms | widget, ms | ratio | target |",
    "|---|---|--:|--:|--:|---|",
    ...rows,
  ].join("\n");
}

function row(conditions: string, measure: string, floor: number, widget: number): string {
  return `| ${conditions} | ${measure} | ${ms(floor)} | ${ms(widget)} | ${(widget / floor).toFixed(2)} | ≤ ${limits.ratio} × |`;
}

function pageLimit(conditions: string): string {
  return conditions === "full speed" ? `≤ ${limits.pageTaskMs} ms` : "–";
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 2 : 1);
}

function long(value: number): string {
  return value === 0 ? "< 50" : ms(value);
}
