/**
 * The same address for a call from server to server: Node's resolver does not know `*.localhost`,
 * browsers do.
 */
export function loopbackUrl(address: string): string {
  const url = new URL(address);
  if (url.hostname.endsWith(".localhost")) url.hostname = "127.0.0.1";
  return url.href;
}
