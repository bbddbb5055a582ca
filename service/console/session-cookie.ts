/** The cookie that holds a session's token: never sent with a call that another site's page makes. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../platform/config.ts";
import { readTokenCookie, writeTokenCookie } from "../platform/http/first-party-cookie.ts";
import { sessionTimes } from "../staff/index.ts";

const name = "tessera-console";

/** The token, where there is one of the right form. */
export function readSessionCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
): string | undefined {
  return readTokenCookie(config, request, name);
}

/** Gives the browser a token, or takes it away. */
export function writeSessionCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): void {
  const maxAgeSeconds = sessionTimes.readyMs / 1000;
  writeTokenCookie(config, request, reply, { name, token, maxAgeSeconds, sameSite: "Strict" });
}
