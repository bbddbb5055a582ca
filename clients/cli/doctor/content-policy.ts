/** The parts of Content-Security-Policy (CSP Level 3) that matter to a page with our script. */

/** Directives of one policy by name. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Parses a header or `<meta>`. A header can have several policies, separated by commas; all apply. */
export function parsePolicies(text: string): Policy[] {
  return text
    .split(",")
    .map((policy) => {
      const directives = new Map<string, readonly string[]>();
      for (const part of policy.split(";")) {
        const [name = "", ...sources] = part.trim().split(/\s+/);
        const key = name.toLowerCase();
        if (key !== "" && !directives.has(key)) directives.set(key, sources);
      }
      return directives;
    })
    .filter((directives) => directives.size > 0);
}

const fallbacks: Readonly<Record<string, readonly string[]>> = {
  "script-src": ["script-src-elem", "script-src", "default-src"],
  "frame-src": ["frame-src", "child-src", "default-src"],
  "connect-src": ["connect-src", "default-src"],
};

/** Whether a page at `pageUrl` may load `url` under the directive. */
export function allows(
  policy: Policy,
  directive: "script-src" | "frame-src" | "connect-src",
  { url, pageUrl, nonce }: { url: string; pageUrl: string; nonce?: string | undefined },
): boolean {
  const name = fallbacks[directive]?.find((each) => policy.has(each));
  if (name === undefined) return true;
  const sources = policy.get(name) ?? [];
  if (directive === "script-src") {
    if (nonce && sources.includes(`'nonce-${nonce}'`)) return true;
    // `'strict-dynamic'` makes browsers ignore hosts in the list.
    if (sources.includes("'strict-dynamic'")) return false;
  }
  return sources.some((source) => matches(source, new URL(url), new URL(pageUrl)));
}

const defaultPorts: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

function matches(source: string, url: URL, page: URL): boolean {
  if (source === "'self'") return url.origin === page.origin;
  if (source === "*") return /^https?:$/.test(url.protocol);
  const scheme = /^([a-z][a-z0-9+.-]*):$/i.exec(source)?.[1];
  if (scheme !== undefined) return isScheme(`${scheme.toLowerCase()}:`, url.protocol);
  const [, named, host = "", port, path] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[\w.-]+)(?::(\d+|\*))?(\/\S*)?$/i.exec(source) ??
    [];
  if (host === "" || source.startsWith("'")) return false;
  if (!isScheme(named === undefined ? page.protocol : `${named.toLowerCase()}:`, url.protocol)) {
    return false;
  }
  if (!isHost(host.toLowerCase(), url.hostname)) return false;
  const usedPort = url.port || defaultPorts[url.protocol];
  const isPort =
    port === "*" ||
    usedPort === (port ?? defaultPorts[url.protocol]) ||
    (port === "80" && usedPort === "443");
  if (!isPort) return false;
  if (path === undefined || path === "/") return true;
  return path.endsWith("/") ? url.pathname.startsWith(path) : url.pathname === path;
}

/** A policy that allows http also allows https. */
function isScheme(allowed: string, used: string): boolean {
  return allowed === used || (allowed === "http:" && used === "https:");
}

function isHost(pattern: string, host: string): boolean {
  if (pattern === "*") return true;
  if (pattern.startsWith("*.")) return host.endsWith(pattern.slice(1));
  return pattern === host;
}
