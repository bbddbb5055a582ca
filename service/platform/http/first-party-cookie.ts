/**
 * Cookies of our own pages: hidden from scripts, for this host only, `Secure`, and with a `__Host-` name, which no
 * subdomain can set. In the sandbox, without a certificate, cookies on the browser's own machine over plain http have
 * neither `Secure` nor prefix.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

type Own = Pick<Config, "publicUrl">;

/** Returns the value if it looks like a 32-byte token. */
export function readTokenCookie(
  { publicUrl }: Own,
  request: FastifyRequest,
  name: string,
): string | undefined {
  const wanted = isPlain(publicUrl, request) ? name : `__Host-${name}`;
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === wanted && value && /^[\w-]{43}$/.test(value.trim())) return value.trim();
  }
  return undefined;
}

/**
 * Sets the cookie to a token, or deletes it (null). `Strict`: never sent on a navigation from another site. `Lax`:
 * sent, for example when a bank's page sends the customer back.
 */
export function writeTokenCookie(
  { publicUrl }: Own,
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: {
    readonly name: string;
    readonly token: string | null;
    readonly maxAgeSeconds: number;
    readonly sameSite: "Strict" | "Lax";
  },
): void {
  const plain = isPlain(publicUrl, request);
  const attributes = [
    `${plain ? "" : "__Host-"}${cookie.name}=${cookie.token ?? ""}`,
    "Path=/",
    `Max-Age=${cookie.token === null ? 0 : cookie.maxAgeSeconds}`,
    "HttpOnly",
    `SameSite=${cookie.sameSite}`,
    ...(plain ? [] : ["Secure"]),
  ];
  void reply.header("set-cookie", attributes.join("; "));
}

function isPlain(publicUrl: string, request: FastifyRequest): boolean {
  if (publicUrl.startsWith("https:") || request.protocol === "https") return false;
  return /^(localhost|[^/]*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(request.hostname);
}
