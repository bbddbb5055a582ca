/** The latest date (YYYY-MM-DD) whose day has ended everywhere on earth; UTC−12 is last. */
export function lastEndedDate(timeMs: number): string {
  const halfDayMs = 12 * 60 * 60 * 1000;
  return new Date(timeMs - halfDayMs - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
