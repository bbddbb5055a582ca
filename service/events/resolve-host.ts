import { lookup, promises } from "node:dns";

/** One address a name resolved to. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Resolves a host name to all its addresses; rejects when there is none. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** A name has to be answered within this. */
const deadlineMs = 5_000;
const firstTryMs = 1_500;

/** Names under `localhost` are loopback everywhere (RFC 6761 §6.3). */
function isLoopback(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/**
 * The system's resolver, with its hosts file: for the sandbox, whose receivers may have names on this
 * machine only. It looks up two names at a time in the whole process and can't be called off.
 */
export const resolveBySystem: ResolveHost = async (hostname) => {
  if (isLoopback(hostname)) return [{ address: "127.0.0.1", family: 4 }];
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });
};

/**
 * Asks the name servers itself: for production. An operator names the host, and a host whose name servers
 * never answer would hold one of the system resolver's two places for ten seconds or more, so that calls to
 * processors and other operators' receivers waited for their addresses. Rejects after five seconds.
 *
 * @param servers in place of the machine's own
 */
export async function resolveByNameServers(
  hostname: string,
  servers?: readonly string[],
): Promise<readonly ResolvedAddress[]> {
  if (isLoopback(hostname)) return [{ address: "127.0.0.1", family: 4 }];
  // A new one each time knows the machine's present name servers.
  const resolver = new promises.Resolver({ timeout: firstTryMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), deadlineMs);
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    const found = answers.flatMap((answer, at) =>
      answer.status === "fulfilled"
        ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
        : [],
    );
    const [refused] = answers.filter((answer) => answer.status === "rejected");
    if (found.length === 0 && refused) throw refused.reason;
    return found;
  } finally {
    clearTimeout(timer);
  }
}

/** {@link resolveByNameServers} with the name servers of this machine. */
export const resolveByOwnNameServers: ResolveHost = (hostname) => resolveByNameServers(hostname);
