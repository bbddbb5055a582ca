import pg from "pg";

export async function withFreshDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const server = process.env["TESSERA_TEST_DATABASE_URL"];
  if (!server) throw new Error("Set TESSERA_TEST_DATABASE_URL, or run `npm test -- --only crash`.");
  const name = `tessera_crash_${process.pid}_${Date.now()}`;
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    await admin.query(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    await work(url.href);
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
  }
}
