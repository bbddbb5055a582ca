import { lookup, promises } from "node:dns";

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Resolves a name. Rejects if there is no address. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The deadline for one name. */
const deadlineMs = 5_000;
const firstTryMs = 1_500;

/** Whether a name is loopback everywhere (RFC 6761 §6.3). */
function isLoopback(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname);
}

/**
 * Resolves names with the system's resolver, for the sandbox: endpoints may have names that only this machine knows. It
 * resolves two names at a time in the whole process and cannot be canceled.
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
 * Asks the name servers directly, for production, where operators choose the host: name servers that never answer would
 * occupy one of the system resolver's two threads for ten seconds or more, and delay calls to processors and other
 * endpoints. Rejects after five seconds.
 *
 * @param servers replaces the machine's name servers
 */
export async function resolveByNameServers(
  hostname: string,
  servers?: readonly string[],
): Promise<readonly ResolvedAddress[]> {
  if (isLoopback(hostname)) return [{ address: "127.0.0.1", family: 4 }];
  // The resolver is new each time, for the machine's current name servers.
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

export const resolveByOwnNameServers: ResolveHost = (hostname) => resolveByNameServers(hostname);
