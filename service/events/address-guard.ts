/**
 * Decides where webhooks may go. Operators choose the URL, so without this guard they could make the service call its
 * own network (SSRF).
 *
 * Production allows only public unicast addresses. Registration resolves the name and checks its addresses. Each
 * delivery connects through {@link createGuardedLookup} to a checked address, so a name that changes in between (DNS
 * rebinding) gains nothing. The sandbox calls any address, because endpoints there use loopback.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import {
  type ResolvedAddress,
  type ResolveHost,
  resolveByOwnNameServers,
  resolveBySystem,
} from "./resolve-host.ts";

/** The address is not allowed. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
  readonly code = "ADDRESS_REFUSED";
  constructor(hostname: string) {
    super(`${hostname} resolves to an address that webhooks cannot be sent to`);
  }
}

/** The internet routes these IPv6 addresses. All others are special-purpose (IANA). */
const globalUnicast6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/** Azure's address for a machine's own platform services; it is in no special-purpose range. */
const azurePlatform = "168.63.129.16";

/**
 * Whether an IP address is public unicast: not private, loopback, link-local (including cloud metadata), carrier-grade
 * NAT, multicast, documentation or reserved, and no IPv6 form that contains an IPv4 address. IPv4-mapped addresses are
 * checked as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast" || address.toString() === azurePlatform) return false;
  return address.kind() === "ipv4" || (address as ipaddr.IPv6).match(globalUnicast6);
}

/** The resolver of host names. Production queries the name servers directly. */
export function resolverOf(publicOnly: boolean): ResolveHost {
  return publicOnly ? resolveByOwnNameServers : resolveBySystem;
}

/**
 * Resolves a host. An IP literal is its own address. If `publicOnly`, throws {@link AddressRefused} unless all are
 * public.
 */
export async function resolveGuarded(
  hostname: string,
  publicOnly: boolean,
  resolve: ResolveHost = resolverOf(publicOnly),
): Promise<readonly ResolvedAddress[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(literal);
  const addresses = family === 0 ? await resolve(hostname) : [{ address: literal, family }];
  if (publicOnly && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new AddressRefused(hostname);
  return addresses;
}

/**
 * Requires a public host. Throws {@link AddressRefused} unless every address is public. Passes on errors of `resolve`.
 */
export async function requirePublicHost(hostname: string, resolve?: ResolveHost): Promise<void> {
  await resolveGuarded(hostname, true, resolve);
}

type LookupCallback = (
  error: Error | null,
  address: string | ResolvedAddress[],
  family?: number,
) => void;

/** A lookup for `net.connect` that returns only checked addresses. */
export function createGuardedLookup(
  publicOnly: boolean,
  resolve: ResolveHost = resolverOf(publicOnly),
) {
  return (hostname: string, options: { all?: boolean }, callback: LookupCallback): void => {
    resolveGuarded(hostname, publicOnly, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new Error(`${hostname} has no address`), "");
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ""),
    );
  };
}
