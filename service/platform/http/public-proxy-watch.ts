/**
 * Detects a proxy with public addresses, such as a content delivery network: nearly every request comes through it. A
 * client on the Internet can send the same headers, but is one of many.
 *
 * A window ends when it has {@link minRequests} requests and has lasted {@link minMs}. A network counts as a proxy if
 * it sent most requests of two consecutive windows, each with a forwarding header. A window counts {@link maxNetworks}
 * networks, which limits memory.
 */
import ipaddr from "ipaddr.js";
import type { Clock } from "../clock.ts";

/** Requests per window. */
export const minRequests = 200;
const minMs = 60_000;
/** The share of a window that must come through one network. */
const minShare = 0.8;
const maxNetworks = 1_000;

interface Tally {
  requests: number;
  /** The address; undefined if there were several. */
  peer: string | undefined;
  header: string;
}

export interface PublicProxy {
  /** The proxy's address, or its network if it has several. */
  readonly peer: string;
  readonly header: string;
  readonly requests: number;
}

/** Counts a request. Returns a proxy if this request ends a window that reveals one. */
export type PublicProxyWatch = (
  peer: string | undefined,
  header: string | undefined,
) => PublicProxy | undefined;

/** Starts the first window. `peer` is undefined for direct requests and those from a trusted proxy. */
export function createPublicProxyWatch(clock: Pick<Clock, "nowMs">): PublicProxyWatch {
  let tallies = new Map<string, Tally>();
  let requests = 0;
  let sinceMs = clock.nowMs();
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

/** The IPv4 /24 or IPv6 /48, which a provider usually uses for one location. */
function wideNetworkOf(address: string): string {
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? 24 : 48;
  const network =
    parsed.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}
