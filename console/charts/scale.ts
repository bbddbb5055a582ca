/** Round values from 0 to at least `most`, for an axis with about `count` steps. */
export function ticksTo(most: number, count = 4): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const steps = Math.ceil(most / step - 1e-9);
  // Multiplied and not added up, so that 0.1 + 0.2 does not show.
  return Array.from({ length: steps + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** Indexes of `count` labels at most, evenly spread, with the first and the last. */
export function spread(length: number, count: number): number[] {
  if (length <= count) return Array.from({ length }, (_, at) => at);
  const step = (length - 1) / (count - 1);
  return Array.from({ length: count }, (_, at) => Math.round(at * step));
}
