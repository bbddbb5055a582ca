/**
 * Cookies of our own pages: out of reach of scripts, for this host only. `Secure` and the `__Host-` name,
 * which no subdomain can set, except where the service's own address is plain http and a browser asks for
 * a name of its own machine: the sandbox has no certificate.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";

type Own = Pick<Config, "publicUrl">;

/** The value, where there is one of the form of a 32-byte token. */
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
 * Gives the browser a token, or takes it away (null). `Strict`: never with what another site leads to;
 * `Lax`: with a page that another site sends the customer to.
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
