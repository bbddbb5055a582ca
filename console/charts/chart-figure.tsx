import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { homeTexts } from "../i18n/home-texts.ts";
import { Link } from "../router/link.tsx";
import { type ChartTable, downloadCsv } from "./csv-file.ts";

/** A list with its filters. */
export interface ChartLink {
  readonly to: string;
  readonly query: Readonly<Record<string, string>>;
}

interface ChartFigureProps {
  readonly title: string;
  /** One sentence that says what the chart shows. */
  readonly finding: string;
  readonly table: ChartTable;
  /** The list behind a number of the table; undefined for the first column. */
  readonly linkOf?: (row: number, column: number) => ChartLink | undefined;
  /** The file name without its extension. */
  readonly file: string;
  readonly testId: string;
  /** Whether the chart is as tall as two others beside it. */
  readonly isTall?: boolean;
  readonly children: ComponentChildren;
}

/** A chart with its finding, and the same data as a table or file. The key `t` or a button switches the two. */
export function ChartFigure(props: ChartFigureProps) {
  const { title, finding, table, linkOf, file, testId, isTall, children } = props;
  const [isTable, setIsTable] = useState(false);
  const { chart } = homeTexts.value;
  const id = useId();
  return (
    <figure
      class="chart"
      data-tall={isTall ? "" : undefined}
      aria-labelledby={id}
      data-testid={testId}
      // Takes the focus of what the switch replaces, so that the key works again.
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        setIsTable(!isTable);
      }}
    >
      <figcaption class="chart-head">
        <h2 class="panel-title" id={id}>
          {title}
        </h2>
        <p class="chart-finding" data-testid={`${testId}-finding`}>
          {finding}
        </p>
      </figcaption>
      {isTable ? <ChartData caption={title} {...table} linkOf={linkOf} /> : children}
      <div class="chart-actions">
        <button
          type="button"
          class="text-button"
          aria-keyshortcuts="t"
          onClick={() => setIsTable(!isTable)}
          data-testid={`${testId}-table`}
        >
          {isTable ? chart.drawing : chart.table}
        </button>
        <button
          type="button"
          class="text-button"
          onClick={() => downloadCsv(file, table)}
          data-testid={`${testId}-csv`}
        >
          {chart.csv}
        </button>
      </div>
    </figure>
  );
}

interface ChartDataProps extends ChartTable {
  readonly caption: string;
  readonly linkOf: ChartFigureProps["linkOf"];
}

function ChartData({ caption, columns, rows, linkOf }: ChartDataProps) {
  const [first, ...others] = columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section class="chart-data" tabIndex={0} aria-label={caption}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map((name) => (
              <th scope="col" data-number="" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, at) => {
                // The list behind a zero is empty.
                const link = value === 0 ? undefined : linkOf?.(row, at + 1);
                return (
                  <td data-number="" key={others[at]}>
                    {link ? <Link {...link}>{value}</Link> : value}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
