/**
 * Round values from 0 to at least `most`, in about `count` steps. No step is smaller than `smallest`: counts have no
 * quarters.
 */
export function ticksTo(most: number, smallest = 0, count = 4): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = Math.max(smallest, most / count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    ([1, 2, 2.5, 5, 10].find(
      (each) => each * power >= rough && (smallest === 0 || (each * power) % smallest === 0),
    ) ?? 10) * power;
  const steps = Math.ceil(most / step - 1e-9);
  // Multiplying avoids the rounding of 0.1 + 0.2.
  return Array.from({ length: steps + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/** Indexes of at most `count` labels, evenly spaced, including the last. */
export function spread(length: number, count: number): number[] {
  if (length === 0) return [];
  const step = Math.max(1, Math.ceil((length - 1) / (count - 1)));
  const shown = Math.floor((length - 1) / step) + 1;
  return Array.from({ length: shown }, (_, at) => length - 1 - (shown - 1 - at) * step);
}
