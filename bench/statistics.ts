/** Returns the smallest value that at least the given share of the values does not exceed; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}

/** Returns the middle value, which other load on the machine affects least. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/**
 * Returns the mean of the middle half. Use it for times near the clock's resolution, where a median can only be a
 * multiple of that resolution.
 */
export function middleMean(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.floor(sorted.length / 4), Math.ceil((sorted.length * 3) / 4));
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
