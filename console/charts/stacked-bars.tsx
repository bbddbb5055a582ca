import { Plot, type TimeChartProps } from "./plot.tsx";

/** Bars that start at 0, with a part for each series. */
export function StackedBars(props: TimeChartProps) {
  const { labels, series } = props;
  const width = 100 / Math.max(1, labels.length);
  const x = (at: number) => (at + 0.5) * width;
  const below = (at: number, index: number) =>
    series.slice(0, index).reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
  const most = Math.max(0, ...labels.map((_, at) => below(at, series.length)));
  return (
    <Plot {...props} most={most} x={x}>
      {(y) =>
        series.map(({ name, values, mark }, index) => (
          <g class="plot-bars" data-mark={mark} key={name}>
            {values.map((value, at) => {
              const bottom = y(below(at, index));
              const top = y(below(at, index) + value);
              return (
                <rect
                  key={labels[at]}
                  x={`${at * width + width * 0.15}%`}
                  width={`${width * 0.7}%`}
                  y={`${top}%`}
                  height={`${Math.max(0, bottom - top)}%`}
                />
              );
            })}
          </g>
        ))
      }
    </Plot>
  );
}
