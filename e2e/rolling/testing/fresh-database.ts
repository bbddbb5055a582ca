import pg from "pg";

/** Creates a database on the server at `serverUrl`. Returns its URL and a function that drops it. */
export async function createDatabase(
  serverUrl: string | undefined,
): Promise<{ url: string; drop(): Promise<void> }> {
  if (!serverUrl)
    throw new Error("Set TESSERA_TEST_DATABASE_URL, or run `npm test -- --only rolling`.");
  const name = `tessera_rolling_${process.pid}_${Date.now()}`;
  const run = async (sql: string) => {
    const admin = new pg.Client(serverUrl);
    await admin.connect();
    try {
      await admin.query(sql);
    } finally {
      await admin.end();
    }
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}
