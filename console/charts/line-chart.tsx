import { Plot, type Series, type TimeChartProps } from "./plot.tsx";

/** A line chart with a value axis that starts at 0. */
export function LineChart(props: TimeChartProps) {
  const { labels, series } = props;
  const x = (at: number) => (labels.length < 2 ? 50 : (at / (labels.length - 1)) * 100);
  const most = Math.max(0, ...series.flatMap(({ values }) => values));
  return (
    <Plot {...props} most={most} x={x}>
      {(y) => series.map((series) => <Line key={series.name} series={series} x={x} y={y} />)}
    </Plot>
  );
}

/** Draws separate segments, because only those accept percentages. */
function Line({
  series: { values, mark },
  x,
  y,
}: {
  series: Series;
  x: (at: number) => number;
  y: (value: number) => number;
}) {
  return (
    <g class="plot-series" data-mark={mark}>
      {values.slice(1).map((value, at) => (
        <line
          key={at}
          x1={`${x(at)}%`}
          y1={`${y(values[at] ?? 0)}%`}
          x2={`${x(at + 1)}%`}
          y2={`${y(value)}%`}
        />
      ))}
      {values.length === 1 && <circle cx="50%" cy={`${y(values[0] ?? 0)}%`} r="3" />}
    </g>
  );
}

/** A small line without axes, beside a number that it illustrates. Hidden from screen readers. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(0, ...values) || 1;
  const x = (at: number) => (values.length < 2 ? 50 : (at / (values.length - 1)) * 100);
  const y = (value: number) => 95 - (Math.max(0, value) / most) * 90;
  return (
    <svg class="sparkline" width="100%" height="28" aria-hidden="true" focusable="false">
      <Line series={{ name: "", values, mark: "solid" }} x={x} y={y} />
    </svg>
  );
}
