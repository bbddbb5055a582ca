import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { homeTexts } from "../i18n/home-texts.ts";
import { spread, ticksTo } from "./scale.ts";

/** One value for each label. The mark distinguishes the series without color. */
export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  readonly mark: "solid" | "dashed" | "hatched";
}

export interface TimeChartProps {
  /** Names of the points, such as days. */
  readonly labels: readonly string[];
  readonly shortLabels: readonly string[];
  /** The series from the bottom up, if they are stacked. */
  readonly series: readonly Series[];
  readonly valueText: (value: number) => string;
  readonly axisText: (value: number) => string;
  /** The smallest step of the value axis; 1 for counts. Default: no limit. */
  readonly smallestStep?: number;
  /** What the whole chart says, for screen readers. */
  readonly finding: string;
}

interface PlotProps extends TimeChartProps {
  /** The axis reaches at least this value. */
  readonly most: number;
  /** Draws the series. `y` turns a value into the percentage from the top. */
  readonly children: (y: (value: number) => number) => ComponentChildren;
  /** The percentage from the start to a point's middle. */
  readonly x: (at: number) => number;
}

/**
 * A drawing in percentages with axes and a legend. The value axis starts at 0. Arrow keys or a pointer choose a point,
 * and a line below shows its values. Time runs from left to right, on right-to-left pages too.
 */
export function Plot(props: PlotProps) {
  const { labels, shortLabels, series, most, valueText, axisText, finding, children, x } = props;
  const { smallestStep = 0 } = props;
  // A label, because another period has another point at the same place.
  const [label, setLabel] = useState("");
  const { chart } = homeTexts.value;
  const ticks = ticksTo(most, smallestStep);
  const top = ticks.at(-1) ?? 1;
  const y = (value: number) => 100 - (Math.max(0, value) / top) * 100;
  const found = labels.indexOf(label);
  const chosen = found === -1 ? labels.length - 1 : found;
  const reading = [
    labels[chosen] ?? "",
    ...series.map(({ name, values }) => chart.of(name, valueText(values[chosen] ?? 0))),
  ].join(" · ");
  const step = (by: number) =>
    setLabel(labels[Math.max(0, Math.min(labels.length - 1, chosen + by))] ?? "");
  return (
    <div class="plot">
      <div class="plot-legend">
        {series.map(({ name, mark }) => (
          <span class="plot-name" key={name}>
            <span class="plot-mark" data-mark={mark} aria-hidden="true" />
            {name}
          </span>
        ))}
      </div>
      <div class="plot-frame">
        <div class="plot-axis" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockStart: `${y(tick)}%` }}>
              {axisText(tick)}
            </span>
          ))}
        </div>
        <div
          class="plot-area"
          dir="ltr"
          role="slider"
          tabIndex={0}
          aria-label={`${finding} ${chart.keys}`}
          aria-valuemin={1}
          aria-valuemax={labels.length}
          aria-valuenow={chosen + 1}
          aria-valuetext={reading}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect();
            const share = width === 0 ? 0 : (clientX - left) / width;
            setLabel(labels[nearest(labels.length, share * 100, x)] ?? "");
          }}
          onKeyDown={(event) => {
            const moves: Readonly<Record<string, number>> = {
              ArrowLeft: -1,
              ArrowDown: -1,
              ArrowRight: 1,
              ArrowUp: 1,
              PageDown: -7,
              PageUp: 7,
              Home: -labels.length,
              End: labels.length,
            };
            const move = moves[event.key];
            if (move === undefined) return;
            event.preventDefault();
            step(move);
          }}
        >
          <svg width="100%" height="100%" aria-hidden="true" focusable="false">
            <Hatching />
            {ticks.map((tick) => (
              <line
                class="plot-line"
                key={tick}
                x1="0"
                x2="100%"
                y1={`${y(tick)}%`}
                y2={`${y(tick)}%`}
              />
            ))}
            {children(y)}
            <line class="plot-cursor" x1={`${x(chosen)}%`} x2={`${x(chosen)}%`} y1="0" y2="100%" />
          </svg>
        </div>
        <div class="plot-days" dir="ltr" aria-hidden="true">
          {spread(labels.length, 5).map((index) => (
            <span key={index} style={{ insetInlineStart: `${x(index)}%` }}>
              {shortLabels[index]}
            </span>
          ))}
        </div>
      </div>
      <p class="plot-reading">{reading}</p>
    </div>
  );
}

/** The pattern of hatched shapes. One per document is enough; more do no harm. */
function Hatching() {
  return (
    <defs>
      <pattern
        id="plot-hatching"
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect class="plot-hatch-ground" width="6" height="6" />
        <line class="plot-hatch" x1="0" y1="0" x2="0" y2="6" />
      </pattern>
    </defs>
  );
}

function nearest(length: number, percent: number, x: (at: number) => number): number {
  let best = 0;
  for (let at = 1; at < length; at += 1) {
    if (Math.abs(x(at) - percent) < Math.abs(x(best) - percent)) best = at;
  }
  return best;
}
