/**
 * Notices a proxy with public addresses, such as a content delivery network's, by its share: nearly every
 * request comes through it. A client on the Internet can send the same headers, but it is one of many.
 *
 * Requests are counted in windows. A window ends once it has {@link leastRequests} and has lasted
 * {@link leastMs}. A network that sent most of a window's requests, each with a forwarding header, in two
 * windows in a row is taken for a proxy. Memory is bounded: a window counts {@link mostNetworks} networks.
 */
import ipaddr from "ipaddr.js";
import type { Clock } from "../clock.ts";

/** A window's least length. */
export const leastRequests = 200;
const leastMs = 60_000;
/** The part of a window's requests that has to come through one network. */
const leastShare = 0.8;
const mostNetworks = 1_000;

/** What came from one network in a window. */
interface Tally {
  requests: number;
  /** Undefined: several addresses. */
  peer: string | undefined;
  header: string;
}

/** A proxy that was noticed. */
export interface PublicProxy {
  /** Its address, or its network where it has several. */
  readonly peer: string;
  readonly header: string;
  /** Requests through it in the window. */
  readonly requests: number;
}

/** Counts a request; gives a proxy when a window ends that shows one. */
export type PublicProxyWatch = (
  peer: string | undefined,
  header: string | undefined,
) => PublicProxy | undefined;

/** Starts the first window. `peer` undefined: a request that came directly, or from another network. */
export function createPublicProxyWatch(clock: Pick<Clock, "nowMs">): PublicProxyWatch {
  let tallies = new Map<string, Tally>();
  let requests = 0;
  let sinceMs = clock.nowMs();
  /** The network that the window before showed. */
  let suspected: string | undefined;

  const count = (peer: string, header: string) => {
    const network = wideNetworkOf(peer);
    const tally = tallies.get(network);
    if (tally) {
      tally.requests += 1;
      tally.header = header;
      if (tally.peer !== peer) tally.peer = undefined;
    } else if (tallies.size < mostNetworks) {
      tallies.set(network, { requests: 1, peer, header });
    }
  };
  const endWindow = (): PublicProxy | undefined => {
    const found = [...tallies].find(([, tally]) => tally.requests >= requests * leastShare);
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
    return requests >= leastRequests && ageMs >= leastMs ? endWindow() : undefined;
  };
}

/** IPv4 /24, IPv6 /48: what one provider uses for one place. */
function wideNetworkOf(address: string): string {
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === "ipv4" ? 24 : 48;
  const network =
    parsed.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed.toString()}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`);
  return `${network.toString()}/${bits}`;
}
