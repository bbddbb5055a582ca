/**
 * Where webhooks may be sent. An operator names the URL, so without a guard the service could be
 * made to call its own network (SSRF). In production only public unicast addresses are called: at
 * registration the name is resolved and judged; at each delivery the connection itself is made by
 * {@link createGuardedLookup}, so the address that was judged is the address that is connected to and
 * a name that changes in between (DNS rebinding) gains nothing. The sandbox calls anything: its
 * receivers live on loopback.
 */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import {
  type ResolvedAddress,
  type ResolveHost,
  resolveByOwnNameServers,
  resolveBySystem,
} from "./resolve-host.ts";

/** A delivery was not made because of where it would have gone. */
export class AddressRefused extends Error {
  override name = "AddressRefused";
  readonly code = "ADDRESS_REFUSED";
  constructor(hostname: string) {
    super(`${hostname} resolves to an address that webhooks are not sent to`);
  }
}

/** IPv6 addresses that the internet routes; everything outside it is special-purpose (IANA). */
const globalUnicast6 = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/**
 * Whether an IP address is public unicast. Private, loopback, link-local (cloud metadata too),
 * carrier-grade NAT, multicast, documentation and reserved ranges are not, nor are IPv6 forms that
 * carry an IPv4 address inside (mapped ones are judged as that IPv4 address).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || (address as ipaddr.IPv6).match(globalUnicast6);
}

/** How names are looked up by default: production asks the name servers itself, the sandbox asks the system. */
export function resolverOf(publicOnly: boolean): ResolveHost {
  return publicOnly ? resolveByOwnNameServers : resolveBySystem;
}

/**
 * All addresses of `hostname` (an IP literal is its own, in brackets or not). Throws
 * {@link AddressRefused} if `publicOnly` and any of them is not public.
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

/** Throws {@link AddressRefused} unless every address of `hostname` is public, and what `resolve` throws. */
export async function requirePublicHost(hostname: string, resolve?: ResolveHost): Promise<void> {
  await resolveGuarded(hostname, true, resolve);
}

type LookupCallback = (
  error: Error | null,
  address: string | ResolvedAddress[],
  family?: number,
) => void;

/** A `lookup` for `net.connect` that hands on only judged addresses. */
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
