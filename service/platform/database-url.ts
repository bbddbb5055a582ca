/** The setting `DATABASE_URL`, checked by how the PostgreSQL client interprets it. */
import { Client } from "pg";
import { ConfigError, isThisMachine } from "./config-values.ts";

/**
 * Checks a `postgres://` address; undefined if none is set. In production, a connection to another
 * machine must be encrypted and must check the server's certificate. Error messages never contain
 * the address, because it may hold a password.
 */
export function databaseUrl(
  value: string | undefined,
  { isProduction }: { isProduction: boolean },
): string | undefined {
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value)) {
    throw new ConfigError("DATABASE_URL must be a postgres:// address");
  }
  if (!URL.canParse(value) || !isDecodable(value)) {
    throw new ConfigError(
      "DATABASE_URL can't be read: in user name and password write @ : / ? # and % as %40 %3A %2F %3F %23 and %25",
    );
  }
  refuseRepeated(new URL(value));
  if (isProduction) requireEncryptedDatabase(value);
  return value;
}

function isDecodable(value: string): boolean {
  const { username, password, pathname } = new URL(value);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Refuses repeated parameters, because clients differ in which one counts. */
function refuseRepeated({ searchParams }: URL): void {
  const names = [...searchParams.keys()];
  // Only the name: the value may be a password.
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated === undefined) return;
  const shown = /^[a-z_]{1,40}$/i.test(repeated) ? repeated : "a parameter";
  throw new ConfigError(`DATABASE_URL contains ${shown} more than once`);
}

/**
 * Reads from the client where it would connect and how. The client fills gaps from the process's
 * environment (PGHOST, PGSSLMODE), and only the client knows which value wins. It does not connect
 * here.
 */
function requireEncryptedDatabase(value: string): void {
  const client = openUnconnected(value);
  // A Unix socket, or this machine.
  if (client.host.startsWith("/") || isThisMachine(client.host)) return;
  if (isChecked(client.ssl) && modeOf(new URL(value)) !== "prefer") return;
  throw new ConfigError(
    "DATABASE_URL (with PGHOST and PGSSLMODE, which fill what it leaves open) goes to another machine: " +
      "production needs an encrypted connection with a checked certificate, sslmode=verify-full " +
      "(and sslrootcert=<file> for a certificate authority of your own)",
  );
}

function openUnconnected(value: string): Client {
  try {
    return new Client({ connectionString: value });
  } catch (error) {
    const isFile = error instanceof Error && "syscall" in error;
    throw new ConfigError(
      isFile
        ? "DATABASE_URL names a certificate file that can't be read"
        : "DATABASE_URL can't be used: its ssl settings contradict each other",
    );
  }
}

/** This client also checks certificates with `prefer`; its next major version will not. */
function modeOf({ searchParams }: URL): string | undefined {
  const usual = searchParams.has("ssl") ? undefined : process.env["PGSSLMODE"];
  return searchParams.get("sslmode") ?? usual;
}

/**
 * Whether the client checks certificates. `ssl` is what it passes to Node's TLS: a boolean, as its
 * type says, or an object.
 */
function isChecked(ssl: unknown): boolean {
  if (ssl === true) return true;
  if (typeof ssl !== "object" || ssl === null) return false;
  const { rejectUnauthorized = true, checkServerIdentity } = ssl as Record<string, unknown>;
  return rejectUnauthorized === true && checkServerIdentity === undefined;
}
