import { randomUUID } from "node:crypto";
import pg from "pg";

/** The server where tests create databases; undefined when `npm test` did not provide one. */
export const testServer = process.env["TESSERA_TEST_DATABASE_URL"];

/**
 * Creates a database on a server, by default the test server. Returns its URL and a function that drops it.
 *
 * @throws without a server
 */
export async function createDatabase(
  server = testServer,
): Promise<{ url: string; drop(): Promise<void> }> {
  if (!server) throw new Error("Set TESSERA_TEST_DATABASE_URL, or run the test with `npm test`.");
  const name = `tessera_stack_${randomUUID().replaceAll("-", "")}`;
  await runOnServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => runOnServer(server, `drop database if exists ${name} with (force)`);
  return { url: url.href, drop };
}

/** Runs `work` with the URL of a new database, and drops the database afterwards. */
export async function withFreshDatabase(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createDatabase();
  try {
    await work(url);
  } finally {
    await drop();
  }
}

async function runOnServer(server: string, statement: string): Promise<void> {
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
