/** The value below which the share of the values lies; 0.5 is the median. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}

/** The middle value: others' load moves it least. */
export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/**
 * The mean of the middle half. For times as short as the clock's steps, of which many were taken: a median could
 * only be one of the steps.
 */
export function middleMean(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.floor(sorted.length / 4), Math.ceil((sorted.length * 3) / 4));
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
