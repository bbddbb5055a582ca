/**
 * The cookie that holds a session's token: out of reach of scripts, for this host and never sent with a
 * call that another site's page makes. `Secure` and the `__Host-` name, which no subdomain can set,
 * except where the service's own address is plain http and a browser asks for a name of its own machine:
 * the sandbox has no certificate.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../platform/config.ts";
import { sessionTimes } from "../staff/index.ts";

const secureName = "__Host-tessera-console";
const plainName = "tessera-console";

/** The token, where there is one of the right form. */
export function readSessionCookie(
  { publicUrl }: Pick<Config, "publicUrl">,
  request: FastifyRequest,
): string | undefined {
  const name = isPlain(publicUrl, request) ? plainName : secureName;
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [key, value] = pair.split("=", 2);
    if (key?.trim() === name && value && /^[\w-]{43}$/.test(value.trim())) return value.trim();
  }
  return undefined;
}

/** Gives the browser a token, or takes it away. */
export function writeSessionCookie(
  { publicUrl }: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): void {
  const plain = isPlain(publicUrl, request);
  const lifetimeSeconds = token === null ? 0 : sessionTimes.readyMs / 1000;
  const attributes = [
    `${plain ? plainName : secureName}=${token ?? ""}`,
    "Path=/",
    `Max-Age=${lifetimeSeconds}`,
    "HttpOnly",
    "SameSite=Strict",
    ...(plain ? [] : ["Secure"]),
  ];
  void reply.header("set-cookie", attributes.join("; "));
}

function isPlain(publicUrl: string, request: FastifyRequest): boolean {
  if (publicUrl.startsWith("https:") || request.protocol === "https") return false;
  return /^(localhost|[^/]*\.localhost|127(\.\d+){3}|\[::1\])$/i.test(request.hostname);
}
