/** How the values of settings are written; each reader throws {@link ConfigError} naming its setting. */
import { isIP } from "node:net";

/** A setting that cannot be used; the message names it and says what would do. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** A token bucket: `perSecond` on average, `burst` at once. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/** A whole number within bounds, in decimal digits. */
export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}`);
  }
  return number;
}

/** One of a few words. */
export function oneOf<Value extends string>(
  name: string,
  value: string,
  allowed: readonly Value[],
): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(", ")}`);
  return found;
}

/** An http(s) address, without the slashes at its end. */
export function address(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new ConfigError(`${name} must be an http or https address`);
  }
  return value.replace(/\/+$/, "");
}

/** For production: card numbers, keys and what money follows from go over https, or stay on this machine. */
export function requireSealedWay(name: string, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !isOwnMachine(hostname)) {
    throw new ConfigError(`${name} must be an https address in production`);
  }
}

function isOwnMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(hostname);
}

/** Scheme, host and port. */
export function origin(name: string, value: string): string {
  const url = address(name, value);
  if (new URL(url).origin !== url) {
    throw new ConfigError(`${name} must be an origin: scheme, host and port, without a path`);
  }
  return url;
}

/** `HH:MM` of 24 hours. */
export function timeOfDay(name: string, value: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new ConfigError(`${name} must be HH:MM`);
  return value;
}

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
  if (isProduction) requireSealedDatabase(new URL(value));
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

/** As `pg` understands the address. */
function requireSealedDatabase(url: URL): void {
  const { searchParams } = url;
  const host = searchParams.get("host") ?? decodeURIComponent(url.hostname);
  // A socket in the file system, or this machine.
  if (host === "" || host.startsWith("/") || isOwnMachine(host)) return;
  const mode = searchParams.get("sslmode");
  const isLibpq = searchParams.get("uselibpqcompat") === "true";
  const checked = isLibpq ? ["verify-full"] : ["require", "verify-ca", "verify-full"];
  if (mode !== null ? checked.includes(mode) : searchParams.get("ssl") === "true") return;
  throw new ConfigError(
    "DATABASE_URL goes to another machine: production needs an encrypted connection with a checked " +
      `certificate, sslmode=verify-full${mode === null ? "" : ` instead of sslmode=${mode}`} ` +
      "(and sslrootcert=<file> for a certificate authority of your own)",
  );
}

/** An address, a CIDR range, or one of the names for ranges that are never on the Internet. */
export function proxy(value: string): string {
  const [address = "", bits, ...more] = value.split("/");
  const family = isIP(address);
  const isRange =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  const isNamed = ["loopback", "linklocal", "uniquelocal"].includes(value);
  if (!isNamed && (family === 0 || !isRange || more.length > 0)) {
    throw new ConfigError("TRUSTED_PROXIES takes addresses and CIDR ranges");
  }
  return value;
}

/** `<per second>/<at once>`. */
export function rateLimit(name: string, value: string): RateLimit {
  const match = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(value);
  const perSecond = Number(match?.[1]);
  const burst = Number(match?.[2]);
  if (!(perSecond > 0) || !(burst >= 1)) {
    throw new ConfigError(`${name} must be <per second>/<burst>, such as 100/200`);
  }
  return { perSecond, burst };
}
