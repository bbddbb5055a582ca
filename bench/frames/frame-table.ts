import type { FrameComparison, FrameFigures } from "./compare-frames.ts";

/** The targets of bench/README.md. */
const targets = {
  ratio: 1.5,
  pageTaskMs: 15,
  longTaskMs: 50,
  pageTaskRatio: 1.3,
  requests: 10,
  kilobytes: 45,
};

/** Formats the table of bench/README.md: times in ms, with the ratio to the bare frame in parentheses. */
export function frameTable(comparisons: FrameComparison[]): string {
  const rows = comparisons.flatMap((comparison) => {
    const { conditions, empty, floor, payment, inHtml, disbursement, kyc } = comparison;
    const all = [payment, disbursement, kyc];
    const ratio = `≤ ${targets.ratio} ×`;
    /** `read` returns a frame's time, or NaN. */
    const times = (
      measure: string,
      read: (figures: FrameFigures) => number,
      target = ratio,
      variants = all,
    ) => {
      const bare = read(floor);
      const cells = variants.map((figures) => withRatio(read(figures), bare));
      return row(conditions, measure, [ms(bare), ...cells], target);
    };
    const fromEmpty = ({ pageTask }: FrameFigures) => pageTask - empty.pageTask;
    return [
      times("page notified", ({ ready }) => ready),
      times("session loaded", ({ session }) => session, "–"),
      times("usable, from mount()", ({ usableFromMount }) => usableFromMount),
      times("usable, from the script tag", ({ usable }) => usable),
      times("on screen, from the script tag", ({ painted }) => painted),
      times("usable, frame in the page's HTML", ({ usable }) => usable, ratio, [inHtml]),
      ...(Number.isNaN(payment.key)
        ? []
        : [
            times("key to handlers done, while the rest loads", ({ key }) => key),
            times("key to handlers done", ({ keyAtRest }) => keyAtRest),
          ]),
      row(
        conditions,
        "page's main thread compared with an empty page, until notified",
        [floor, ...all].map((figures) => ms(fromEmpty(figures))),
        conditions === "full speed" ? `≤ ${targets.pageTaskMs} ms` : "–",
      ),
      times(
        "page's main thread until nothing loads",
        ({ pageTaskAtRest }) => pageTaskAtRest,
        `≤ ${targets.pageTaskRatio} ×`,
      ),
      row(
        conditions,
        "page's longest task",
        [floor, ...all].map(({ pageLongestTask }) => longestTask(pageLongestTask)),
        `≤ ${targets.longTaskMs} ms`,
      ),
      row(
        conditions,
        "requests before the first key",
        ["–", ...all.map(({ requests }) => String(requests))],
        `≤ ${targets.requests}`,
      ),
      row(
        conditions,
        "kB before the first key",
        ["–", ...all.map(({ bytes }) => (bytes / 1000).toFixed(1))],
        `≤ ${targets.kilobytes}`,
      ),
    ];
  });
  return [
    "| conditions | measure | bare frame | payment | payout | identity | target |",
    "|---|---|--:|--:|--:|--:|---|",
    ...rows,
  ].join("\n");
}

/** One line of the table. Columns without a cell get a dash. */
function row(conditions: string, measure: string, cells: string[], target: string): string {
  const all = [...cells, "–", "–", "–"].slice(0, 4);
  return `| ${conditions} | ${measure} | ${all.join(" | ")} | ${target} |`;
}

function withRatio(value: number, bare: number): string {
  return Number.isNaN(value) ? "–" : `${ms(value)} (${(value / bare).toFixed(2)})`;
}

function ms(value: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(value < 10 ? 2 : 1);
}

/** Browsers report only tasks of at least 50 ms; 0 means that there was none. */
function longestTask(taskMs: number): string {
  return taskMs === 0 ? "< 50" : ms(taskMs);
}
