/** Browsers do not send these cookies with calls from other sites' pages. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { deviceMs, sessionTimes } from "../../operators/staff/index.ts";
import type { Config } from "../../platform/config.ts";
import { readTokenCookie, writeTokenCookie } from "../../platform/http/first-party-cookie.ts";

const name = "tessera-console";
const passkeyName = "tessera-console-passkey";
const deviceName = "tessera-console-device";

/** Reads the session's token; undefined if it is missing or malformed. */
export function readSessionCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
): string | undefined {
  return readTokenCookie(config, request, name);
}

/** Writes the cookie; null clears it. */
export function writeSessionCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): void {
  const maxAgeSeconds = sessionTimes.readyMs / 1000;
  writeTokenCookie(config, request, reply, { name, token, maxAgeSeconds, sameSite: "Strict" });
}

/** Binds a passkey challenge to a browser without a session. Null clears it. */
export function writePasskeyCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string | null,
): void {
  const maxAgeSeconds = 5 * 60;
  writeTokenCookie(config, request, reply, {
    name: passkeyName,
    token,
    maxAgeSeconds,
    sameSite: "Strict",
  });
}

/** Reads the cookie; null if it is missing or malformed. */
export function readPasskeyCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
): string | null {
  return readTokenCookie(config, request, passkeyName) ?? null;
}

/** Reads the cookie; null if it is missing or malformed. */
export function readDeviceCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
): string | null {
  return readTokenCookie(config, request, deviceName) ?? null;
}

/** Makes the browser a known device, which it remains after logout. */
export function writeDeviceCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): void {
  const maxAgeSeconds = deviceMs / 1000;
  writeTokenCookie(config, request, reply, {
    name: deviceName,
    token,
    maxAgeSeconds,
    sameSite: "Strict",
  });
}
