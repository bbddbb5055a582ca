/** The setting `DATABASE_URL`, judged by what the PostgreSQL client makes of it. */
import { Client } from "pg";
import { ConfigError, isOwnMachine } from "./config-values.ts";

/**
 * A `postgres://` address; undefined for none. In production the way to a database on another machine is
 * encrypted, and the server's certificate is checked. Never part of a message: it may hold a password.
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
  if (isProduction) requireSealedDatabase(value);
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

/** Readers differ in which of them counts. */
function refuseRepeated({ searchParams }: URL): void {
  const names = [...searchParams.keys()];
  // Names only: what follows them may be a password.
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated === undefined) return;
  const shown = /^[a-z_]{1,40}$/i.test(repeated) ? repeated : "a parameter";
  throw new ConfigError(`DATABASE_URL gives ${shown} more than once`);
}

/**
 * Asks the client itself where it would connect to and how. It fills what the address leaves open from the
 * process's own environment (PGHOST, PGSSLMODE), and only it knows what wins. It does not connect here.
 */
function requireSealedDatabase(value: string): void {
  const client = openUnconnected(value);
  // A socket in the file system, or this machine.
  if (client.host.startsWith("/") || isOwnMachine(client.host)) return;
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

/** This client checks certificates with `prefer` too; its next major version will not. */
function modeOf({ searchParams }: URL): string | undefined {
  const usual = searchParams.has("ssl") ? undefined : process.env["PGSSLMODE"];
  return searchParams.get("sslmode") ?? usual;
}

/** `ssl` as the client hands it to Node's TLS; its type says boolean, which is only one of its shapes. */
function isChecked(ssl: unknown): boolean {
  if (ssl === true) return true;
  if (typeof ssl !== "object" || ssl === null) return false;
  const { rejectUnauthorized = true, checkServerIdentity } = ssl as Record<string, unknown>;
  return rejectUnauthorized === true && checkServerIdentity === undefined;
}
