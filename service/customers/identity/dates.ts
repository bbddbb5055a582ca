/** The latest date (YYYY-MM-DD) that has ended everywhere on earth, last at UTC−12. */
export function lastEndedDate(timeMs: number): string {
  const halfDayMs = 12 * 60 * 60 * 1000;
  return new Date(timeMs - halfDayMs - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}
