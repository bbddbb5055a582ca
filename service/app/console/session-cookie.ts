/**
 * The console's cookies: a session's token, and what a known device is recognised by. Neither is sent with
 * a call that another site's page makes.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { deviceMs, sessionTimes } from "../../operators/staff/index.ts";
import type { Config } from "../../platform/config.ts";
import { readTokenCookie, writeTokenCookie } from "../../platform/http/first-party-cookie.ts";

const name = "tessera-console";
const passkeyName = "tessera-console-passkey";
const deviceName = "tessera-console-device";

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

/**
 * Gives a browser that has no session yet a token, which its passkey challenge is bound to, or takes it
 * away.
 */
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

/** That token; null where there is none of the right form. */
export function readPasskeyCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
): string | null {
  return readTokenCookie(config, request, passkeyName) ?? null;
}

/** The device's token; null where there is none of the right form. */
export function readDeviceCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
): string | null {
  return readTokenCookie(config, request, deviceName) ?? null;
}

/** Makes the browser a known device. It stays one after signing out. */
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
