/** The address for a call between servers. Unlike browsers, Node.js does not resolve `*.localhost`. */
export function loopbackUrl(address: string): string {
  const url = new URL(address);
  if (url.hostname.endsWith(".localhost")) url.hostname = "127.0.0.1";
  return url.href;
}
