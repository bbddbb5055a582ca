/**
 * Detects a proxy that TRUSTED_PROXIES does not name. Every customer then seems to have the proxy's address, for limits
 * per address, location rules and the audit log.
 *
 * Anyone can send a forwarding header, so it counts only from a peer on a private network or on this machine: direct
 * clients on the Internet have public addresses. A public peer counts only in production without TRUSTED_PROXIES, and
 * only if nearly all requests come through it (public-proxy-watch.ts). There is at most one notice; it ends an hour
 * after the last such request.
 */
import { BlockList, isIP } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PlatformDeps } from "../platform-deps.ts";
import { createPublicProxyWatch, type PublicProxy } from "./public-proxy-watch.ts";

export interface ForwardingNotice {
  /** To add to TRUSTED_PROXIES, if it is your proxy's: an address or range. */
  readonly peer: string;
  readonly header: string;
  /** Requests since the first one. */
  readonly requests: number;
  readonly lastSeenAtMs: number;
}

export interface Forwarding {
  /** Returns the notice; undefined without such a request in the last hour. */
  notice(): ForwardingNotice | undefined;
}

const headers = [
  "x-forwarded-for",
  "forwarded",
  "x-real-ip",
  "x-forwarded-proto",
  "x-forwarded-host",
  "cf-connecting-ip",
  "true-client-ip",
] as const;
const forgottenMs = 60 * 60_000;

/** Ranges by the names that TRUSTED_PROXIES accepts. */
const namedRanges: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};
/** Shared by carriers and clouds (RFC 6598). */
const sharedRange = "100.64.0.0/10";
const ownNetworks = rangesOf([...Object.keys(namedRanges), sharedRange]);

/** Checks every request's headers before its body is read. */
export function addForwardingNotice(
  app: FastifyInstance,
  { config, machineClock, log }: Pick<PlatformDeps, "config" | "machineClock" | "log">,
): Forwarding {
  const trusted = rangesOf(config.trustedProxies);
  let last: ForwardingNotice | undefined;
  const current = () =>
    last && machineClock.nowMs() - last.lastSeenAtMs < forgottenMs ? last : undefined;
  let isReported = false;
  const isWatched = config.environment === "production" && config.trustedProxies.length === 0;
  const watch = isWatched ? createPublicProxyWatch(machineClock) : undefined;
  app.addHook("onRequest", (request, _reply, done) => {
    const header = headers.find((name) => request.headers[name] !== undefined);
    const peer = header === undefined ? undefined : unnamedPeer(request);
    if (peer !== undefined && header !== undefined && holds(ownNetworks, peer)) {
      note({ peer, header, requests: 1 });
    } else {
      const found = watch?.(peer, header);
      if (found) note(found);
    }
    done();
  });
  const unnamedPeer = (request: FastifyRequest) => {
    const peer = plainAddress(request.socket.remoteAddress);
    return peer === undefined || holds(trusted, peer) ? undefined : peer;
  };
  const note = ({ peer, header, requests }: PublicProxy) => {
    const before = current()?.requests ?? 0;
    last = { peer, header, requests: before + requests, lastSeenAtMs: machineClock.nowMs() };
    if (isReported) return;
    isReported = true;
    // Safe to log: an address or range, and one of the header names above.
    log.warn(`${header} came from ${peer}, which is not in TRUSTED_PROXIES`);
  };
  return { notice: current };
}

/** Converts IPv4-mapped IPv6 to IPv4. Undefined if it is not an address. */
function plainAddress(address: string | undefined): string | undefined {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, "");
  return plain !== undefined && isIP(plain) !== 0 ? plain : undefined;
}

function familyOf(address: string) {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}

function holds(ranges: BlockList, address: string): boolean {
  return ranges.check(address, familyOf(address));
}

function rangesOf(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts.flatMap((text) => namedRanges[text] ?? [text])) {
    const [address = "", bits] = text.split("/");
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
