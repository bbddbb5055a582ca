import { lookup, promises } from "node:dns";

/** One resolved address. */
export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Resolves a host name to all its addresses. Rejects if there is none. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Deadline for resolving one name. */
const deadlineMs = 5_000;
const firstTryMs = 1_500;

/** Names under `localhost` are loopback everywhere (RFC 6761 §6.3). */
function isLoopback(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/**
 * The system's resolver with its hosts file, for the sandbox: its receivers may have names that
 * only this machine knows. It resolves two names at a time in the whole process and cannot be
 * cancelled.
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
 * Queries the name servers directly; for production. An operator chooses the host. If its name
 * servers never answered, the host would occupy one of the system resolver's two threads for ten
 * seconds or more, and calls to processors and other operators' receivers would wait for their
 * addresses. Rejects after five seconds.
 *
 * @param servers replaces the machine's name servers
 */
export async function resolveByNameServers(
  hostname: string,
  servers?: readonly string[],
): Promise<readonly ResolvedAddress[]> {
  if (isLoopback(hostname)) return [{ address: "127.0.0.1", family: 4 }];
  // A new resolver each time, so that it uses the machine's current name servers.
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
