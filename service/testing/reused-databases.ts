/** Databases that a process's tests use one after the other. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { emptyStore, type StoreSession, shapeOf } from "./empty-store.ts";

/** A database with its tables' shape before the first test. */
interface ReusableDatabase {
  readonly url: string;
  readonly name: string;
  readonly session: Client;
  readonly shape: string;
  uses: number;
}

export interface TakenDatabase {
  readonly url: string;
  /** Close the test's connections first. */
  release(options: { isReusable: boolean }): Promise<void>;
}

/** Maximum uses of one database: deleted rows take up space. */
const maxUses = 50;
const prefix = "tessera_test_";
const idle: ReusableDatabase[] = [];
let isSwept = false;

/**
 * Takes an empty, migrated database: a used one, or a new copy of a template. It is not used again if a test changed
 * its tables, or if it cannot be emptied.
 *
 * @param makeTemplate makes the template if it is missing, and returns its name
 */
export async function takeDatabase(
  adminUrl: string,
  makeTemplate: (admin: Client) => Promise<string>,
): Promise<TakenDatabase> {
  const taken = idle.pop() ?? (await copyTemplate(adminUrl, makeTemplate));
  taken.uses += 1;
  let handover: Promise<void> | undefined;
  return {
    url: taken.url,
    release({ isReusable }) {
      handover ??= (async () => {
        if (isReusable && taken.uses < maxUses && (await isEmptied(taken))) idle.push(taken);
        else await drop(adminUrl, taken);
      })();
      return handover;
    },
  };
}

async function copyTemplate(
  adminUrl: string,
  makeTemplate: (admin: Client) => Promise<string>,
): Promise<ReusableDatabase> {
  const name = `${prefix}${randomBytes(8).toString("hex")}`;
  const url = urlOf(adminUrl, name);
  return withAdmin(adminUrl, async (admin) => {
    // The lock covers the copy: a template must have no open connection.
    await admin.query("select pg_advisory_lock(7304552)");
    if (!isSwept) await sweep(admin);
    isSwept = true;
    const template = await makeTemplate(admin);
    // The default strategy needs six times the CPU: it writes every page to the write-ahead log.
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    const session = new Client({ connectionString: url });
    // Ignored: the next query fails.
    session.on("error", () => {});
    await session.connect();
    // The session must not keep the process running.
    (session as Client & { unref(): void }).unref();
    return { url, name, session, shape: await shapeOf(asStore(session)), uses: 0 };
  });
}

/** Drops the databases of dead processes: a live process keeps a connection to each of its own. */
async function sweep(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database d where starts_with(datname, '${prefix}')
      and not exists (select 1 from pg_stat_activity where datid = d.oid)`,
  );
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname}`);
}

async function isEmptied({ session, shape }: ReusableDatabase): Promise<boolean> {
  const store = asStore(session);
  try {
    // Work that outlives its test must not reach the next test's rows.
    await store.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if ((await shapeOf(store)) !== shape) return false;
    await emptyStore(store);
    return true;
  } catch {
    return false;
  }
}

async function drop(adminUrl: string, { name, session }: ReusableDatabase): Promise<void> {
  await session.end().catch(() => {});
  await withAdmin(adminUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`));
}

/** Names the statements, so that sent-statements.ts omits them. */
function asStore(session: Client): StoreSession {
  return { query: (text) => session.query({ name: `test.${text.trim().slice(0, 40)}`, text }) };
}

export function urlOf(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function withAdmin<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
