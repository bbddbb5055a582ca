/** The setting `DATABASE_URL`, checked as the PostgreSQL client interprets it. */
import { Client } from "pg";
import { ConfigError, isThisMachine } from "./config-values.ts";

/**
 * Checks a `postgres://` address. In production, a connection to another machine must be encrypted and check the
 * server's certificate. Messages never contain the address, which may hold a password.
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
  // The message has only the name: the value may be a password.
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated === undefined) return;
  const shown = /^[a-z_]{1,40}$/i.test(repeated) ? repeated : "a parameter";
  throw new ConfigError(`DATABASE_URL contains ${shown} more than once`);
}

/**
 * Asks the client where it would connect and how, without connecting. It fills gaps from the environment (PGHOST,
 * PGSSLMODE), and only the client knows which value wins.
 */
function requireEncryptedDatabase(value: string): void {
  const client = openUnconnected(value);
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

/** This client also checks certificates with `prefer`; its next major version won't. */
function modeOf({ searchParams }: URL): string | undefined {
  const fallback = searchParams.has("ssl") ? undefined : process.env["PGSSLMODE"];
  return searchParams.get("sslmode") ?? fallback;
}

/** Whether the client checks certificates. It passes `ssl` to Node's TLS: a boolean, as its type says, or an object. */
function isChecked(ssl: unknown): boolean {
  if (ssl === true) return true;
  if (typeof ssl !== "object" || ssl === null) return false;
  const { rejectUnauthorized = true, checkServerIdentity } = ssl as Record<string, unknown>;
  return rejectUnauthorized === true && checkServerIdentity === undefined;
}
