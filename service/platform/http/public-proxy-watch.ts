/**
 * Detects a proxy with public addresses, such as a content delivery network, by its share: nearly
 * every request comes through it. A client on the Internet can send the same headers, but it is one
 * of many.
 *
 * Requests are counted in windows. A window ends when it has {@link minRequests} requests and has
 * lasted {@link minMs}. A network that sent most of a window's requests, each with a forwarding
 * header, in two consecutive windows counts as a proxy. Memory is limited: a window counts {@link
 * maxNetworks} networks.
 */
import ipaddr from "ipaddr.js";
import type { Clock } from "../clock.ts";

/** Minimum number of requests in a window. */
export const minRequests = 200;
const minMs = 60_000;
/** The share of a window's requests that must come through one network. */
const minShare = 0.8;
const maxNetworks = 1_000;

/** Requests from one network in a window. */
interface Tally {
  requests: number;
  /** Undefined if there are several addresses. */
  peer: string | undefined;
  header: string;
}

/** A detected proxy. */
export interface PublicProxy {
  /** Its address, or its network if it has several addresses. */
  readonly peer: string;
  readonly header: string;
  /** Requests through it in the window. */
  readonly requests: number;
}

/** Counts a request. Returns a proxy if this request ends a window that reveals one. */
export type PublicProxyWatch = (
  peer: string | undefined,
  header: string | undefined,
) => PublicProxy | undefined;

/**
 * Starts the first window. `peer` is undefined for requests that came directly or from a trusted
 * proxy.
 */
export function createPublicProxyWatch(clock: Pick<Clock, "nowMs">): PublicProxyWatch {
  let tallies = new Map<string, Tally>();
  let requests = 0;
  let sinceMs = clock.nowMs();
  /** The network found in the previous window. */
  let suspected: string | undefined;

  const count = (peer: string, header: string) => {
    const network = wideNetworkOf(peer);
    const tally = tallies.get(network);
    if (tally) {
      tally.requests += 1;
      tally.header = header;
      if (tally.peer !== peer) tally.peer = undefined;
    } else if (tallies.size < maxNetworks) {
      tallies.set(network, { requests: 1, peer, header });
    }
  };
  const endWindow = (): PublicProxy | undefined => {
    const found = [...tallies].find(([, tally]) => tally.requests >= requests * minShare);
    const isSecond = found !== undefined && found[0] === suspected;
    suspected = found?.[0];
    tallies = new Map();
    requests = 0;
    sinceMs = clock.nowMs();
    if (!found || !isSecond) return undefined;
    const [network, { peer = network, header, requests: through }] = found;
    return { peer, header, requests: through };
  };
  return (peer, header) => {
    requests += 1;
    if (peer !== undefined && header !== undefined) count(peer, header);
    const ageMs = clock.nowMs() - sinceMs;
    return requests >= minRequests && ageMs >= minMs ? endWindow() : undefined;
  };
}

/** Returns the IPv4 /24 or IPv6 /48, which a provider usually uses for one location. */
function wideNetworkOf(address: string): string {
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? 24 : 48;
  const network =
    parsed.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}
