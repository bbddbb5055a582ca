/** Parses values of settings. Throws {@link ConfigError}. */
import { isIP } from "node:net";

/** A setting that cannot be used. The message names it and lists the accepted values. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** A token bucket: `perSecond` on average, `burst` at once. */
export interface RateLimit {
  perSecond: number;
  burst: number;
}

/** Reads a setting that is a whole number, both limits included. Throws {@link ConfigError}. */
export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most) {
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}`);
  }
  return number;
}

/** Reads a setting with a fixed list of values. Throws {@link ConfigError}. */
export function oneOf<Value extends string>(
  name: string,
  value: string,
  allowed: readonly Value[],
): Value {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(", ")}`);
  return found;
}

/** Reads an http or https address and removes trailing slashes. */
export function address(name: string, value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new ConfigError(`${name} must be an http or https address`);
  }
  return value.replace(/\/+$/, "");
}

/**
 * In production, requires https or an address on this machine. Card numbers, keys and data that decides about money
 * travel this way.
 */
export function requireEncrypted(name: string, url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !isThisMachine(hostname)) {
    throw new ConfigError(`${name} must be an https address in production`);
  }
}

/** Whether a name or address belongs to the loopback interface. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(hostname);
}

export function origin(name: string, value: string): string {
  const url = address(name, value);
  if (new URL(url).origin !== url) {
    throw new ConfigError(`${name} must be an origin: scheme, host and port, without a path`);
  }
  return url;
}

/** Reads a time of day as `HH:MM`, 24 hours. */
export function timeOfDay(name: string, value: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value)) throw new ConfigError(`${name} must be HH:MM`);
  return value;
}

/** Reads an IP address, a CIDR range, or a name for ranges that are never on the Internet. */
export function proxy(value: string): string {
  const [address = "", bits, ...more] = value.split("/");
  const family = isIP(address);
  const isRange =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
  const isNamed = ["loopback", "linklocal", "uniquelocal"].includes(value);
  if (!isNamed && (family === 0 || !isRange || more.length > 0)) {
    throw new ConfigError("TRUSTED_PROXIES accepts IP addresses and CIDR ranges");
  }
  return value;
}

/** Reads a rate limit: `<per second>/<burst>`. */
export function rateLimit(name: string, value: string): RateLimit {
  const match = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(value);
  const perSecond = Number(match?.[1]);
  const burst = Number(match?.[2]);
  if (!(perSecond > 0) || !(burst >= 1)) {
    throw new ConfigError(`${name} must be <per second>/<burst>, such as 100/200`);
  }
  return { perSecond, burst };
}
