import { createHash } from "node:crypto";
import { sandboxCredentials, sandboxDwolla } from "#contract/connectors/sandbox-credentials";
import type { Environment } from "../../platform/settings-source.ts";
import { isVendorTestAddress, secretsOfEntry, type Vendors } from "./vendor-entry.ts";

/**
 * The settings that identify the operator's account at a vendor. Never a secret: after a rotation the account is the
 * same. `"url"`: a server that speaks our own protocol is identified by its address.
 */
export type AccountSettings = "url" | readonly string[];

/** Vendors that move money, each with what identifies an account. */
export type AccountVendors = Vendors &
  Readonly<Record<string, { readonly account: AccountSettings }>>;

export interface VendorAccount {
  readonly type: string;
  /** SHA-256 of what identifies the account. */
  readonly fingerprint: string;
}

/** The account of an entry. A vendor's test environment and its real one are two accounts. */
export function accountOf(
  vendors: AccountVendors,
  settings: { readonly type: string; readonly url: string },
  environment: Environment,
): VendorAccount {
  const { type, url } = settings;
  const account = vendors[type]?.account ?? "url";
  const facts =
    account === "url"
      ? [addressOf(url, environment)]
      : [
          environmentAt(vendors, type, url),
          ...account.map((name): unknown => Reflect.get(settings, name) ?? null),
        ];
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([type, facts]))
    .digest("hex");
  return { type, fingerprint };
}

/** The vendor's environment at this address. The words are part of stored fingerprints: never change them. */
function environmentAt(vendors: Vendors, type: string, url: string): "here" | "test" | "live" {
  if (isLoopback(url)) return "here";
  return isVendorTestAddress(vendors, type, url) ? "test" : "live";
}

/** Omits the port of a sandbox on this machine, which changes with each start. */
function addressOf(url: string, environment: Environment): string {
  const { hostname, host, pathname } = new URL(url);
  const isSandbox = environment === "sandbox" && isLoopback(url);
  return `${isSandbox ? hostname : host}${pathname}`;
}

export function isLoopback(url: string): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(new URL(url).hostname);
}

const sandboxSecrets: ReadonlySet<string> = new Set([
  ...Object.values(sandboxCredentials),
  ...Object.values(sandboxDwolla),
]);

/**
 * Whether an entry leads to the sandbox on this machine: its keys are public, so no money can move. With other keys, a
 * local address can be a proxy to the vendor.
 */
export function isSandboxParty(
  url: string,
  secrets: readonly (readonly [name: string, value: string])[],
): boolean {
  return isLoopback(url) && secrets.every(([, value]) => sandboxSecrets.has(value));
}

/** Whether an entry leads to the vendor's test environment or the sandbox. Always false in production. */
export function isTestParty(
  vendors: Vendors,
  settings: { readonly type: string; readonly url: string },
  environment: Environment,
): boolean {
  const { type, url } = settings;
  return (
    environment !== "production" &&
    (isSandboxParty(url, secretsOfEntry(vendors, settings)) ||
      isVendorTestAddress(vendors, type, url))
  );
}
