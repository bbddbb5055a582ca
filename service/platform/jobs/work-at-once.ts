/**
 * Works on rows at the same time. Waits for all of them, also after a failure: a shutdown closes the store once the
 * round has ended. Then throws the first row's failure.
 */
export async function workAtOnce<Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const started = rows.map(work);
  await Promise.allSettled(started);
  return Promise.all(started);
}
