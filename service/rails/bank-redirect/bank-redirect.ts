/**
 * Redirect of a customer to their bank and back, bound to one browser.
 *
 * It must guarantee that the browser that returns from the bank is the one that left. Otherwise an attacker could have
 * another person approve the attacker's payment or payout, or put the attacker's approval into another person's
 * browser.
 *
 * Steps
 * 1. The widget's frame cannot set a first-party cookie, so it opens a link on our host
 *    ({@link sealRedirectLink}; sealed, works once and for a short time).
 * 2. That page gives the browser a cookie, stores its hash ({@link newBrowserToken}), and redirects to the bank.
 * 3. The return needs the cookie ({@link isSameBrowser}) and the bank's own `state`.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { readTokenCookie, writeTokenCookie } from "../../platform/http/first-party-cookie.ts";
import { type Randomness, randomToken } from "../../platform/randomness.ts";
import { hashSecret, isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";

/** What a link is sealed for. No table has a column `link`. */
export interface LinkPlace {
  readonly operatorId: string;
  readonly table: string;
  readonly column: "link";
  readonly id: string;
}

export interface OpenedLink {
  readonly place: LinkPlace;
  readonly sealed: string;
  /** When a link of this redirect was last opened. Older links no longer work. */
  readonly openedAt: Date | null;
  /** How long a link works. */
  readonly linkMs: number;
}

/** Seals a link for a query parameter. */
export function sealRedirectLink(
  { keyring, clock }: { keyring: Pick<Keyring, "encryptField">; clock: Clock },
  place: LinkPlace,
): string {
  return keyring.encryptField(place, String(clock.nowMs()));
}

/**
 * Whether the link belongs to the place, is not older than `linkMs`, and is newer than the last opening. Never throws.
 */
export function isRedirectLinkUsable(
  { keyring, clock }: { keyring: Pick<Keyring, "decryptField">; clock: Clock },
  { place, sealed, openedAt, linkMs }: OpenedLink,
): boolean {
  let madeAtMs: number;
  try {
    madeAtMs = Number(keyring.decryptField(place, sealed));
  } catch {
    return false;
  }
  const isUsed = openedAt !== null && madeAtMs <= openedAt.getTime();
  return !isUsed && clock.nowMs() - madeAtMs <= linkMs;
}

/** Creates a token for one redirect: `token` for the cookie, `hash` to store. */
export function newBrowserToken(random: Randomness): { token: string; hash: string } {
  const token = randomToken(random, 32);
  return { token, hash: hashSecret(token) };
}

/** Whether the browser is the one that left for the bank; false if none has left. */
export function isSameBrowser(token: string | undefined, hash: string | null): boolean {
  return hash !== null && isSameSecret(hashSecret(token ?? ""), hash);
}

/**
 * Whether a browser opens the address as a page. False for HEAD, previews and prefetches: they must neither use up a
 * link nor count as a return.
 *
 * True for a client without `Sec-Fetch-Mode` (Safari before 16.4, simple link scanners), for a scanner that runs a
 * browser, and for a frame: a return in another person's browser must count, even if a page framed the bank.
 */
export function isPageVisit({ method, headers }: FastifyRequest): boolean {
  const mode = headers["sec-fetch-mode"] ?? "navigate";
  const purposes = `${headers["sec-purpose"]} ${headers["purpose"]}`;
  return method === "GET" && mode === "navigate" && !/prefetch|preview/i.test(purposes);
}

/** Writes a cookie for each redirect, so that two tabs do not overwrite each other's. */
export function writeRedirectCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  redirect: { readonly id: string; readonly token: string; readonly maxAgeSeconds: number },
): void {
  const { id, token, maxAgeSeconds } = redirect;
  writeTokenCookie(config, request, reply, {
    name: cookieOf(id),
    token,
    maxAgeSeconds,
    // Lax: the return is a navigation from the bank's site.
    sameSite: "Lax",
  });
}

/** The token of the browser that started the redirect; undefined in another browser. */
export function readRedirectCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  id: string,
): string | undefined {
  return readTokenCookie(config, request, cookieOf(id));
}

function cookieOf(id: string): string {
  return `tessera-bank-${id}`;
}
