/**
 * A customer's visit to their bank and back, bound to one browser.
 *
 * What it must guarantee
 * - Who comes back from the bank is who left for it. Otherwise somebody could send another person the
 *   bank's address and have them agree to a stranger's payment or payout, or bring their own agreement into
 *   another person's browser.
 *
 * Steps: the widget's frame, which can set no first-party cookie, opens a link on our own host
 * ({@link sealVisitLink}: sealed, good once and for a short time). That page gives the browser a cookie,
 * stores its hash ({@link newBrowserToken}), and redirects to the bank. The way back needs the cookie
 * ({@link isSameBrowser}) beside the bank's own `state`.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { readTokenCookie, writeTokenCookie } from "../../platform/http/first-party-cookie.ts";
import { type Randomness, randomToken } from "../../platform/randomness.ts";
import { hashSecret, isSameSecret } from "../../platform/secrets/hash-secret.ts";
import type { Keyring } from "../../platform/secrets/keyring.ts";

/** Where a link is sealed for; `column` is `link`, which no table has. */
export interface LinkPlace {
  readonly operatorId: string;
  readonly table: string;
  readonly column: "link";
  readonly id: string;
}

/** A link as its visit knows it. */
export interface OpenedLink {
  readonly place: LinkPlace;
  readonly sealed: string;
  /** When a link of this visit was opened last; links made before then are used up. */
  readonly openedAt: Date | null;
  /** How long a link can be opened. */
  readonly linkMs: number;
}

/** The sealed part of a link, for a query parameter. */
export function sealVisitLink(
  { keyring, clock }: { keyring: Pick<Keyring, "encryptField">; clock: Clock },
  place: LinkPlace,
): string {
  return keyring.encryptField(place, String(clock.nowMs()));
}

/** Whether the link belongs to this visit and can still be opened. */
export function isVisitLinkGood(
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

/** A browser's token for one visit: `token` for the cookie, `hash` to store. */
export function newBrowserToken(random: Randomness): { token: string; hash: string } {
  const token = randomToken(random, 32);
  return { token, hash: hashSecret(token) };
}

/** Whether the browser is the one that left; false where none has left. */
export function isSameBrowser(token: string | undefined, hash: string | null): boolean {
  return hash !== null && isSameSecret(hashSecret(token ?? ""), hash);
}

/** Gives the browser its token. One cookie for each visit, so that two tabs don't take each other's. */
export function writeVisitCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  reply: FastifyReply,
  visit: { readonly id: string; readonly token: string; readonly maxAgeSeconds: number },
): void {
  const { id, token, maxAgeSeconds } = visit;
  writeTokenCookie(config, request, reply, {
    name: cookieOf(id),
    token,
    maxAgeSeconds,
    // Lax: the bank's page leads back from another site.
    sameSite: "Lax",
  });
}

/** The browser's token for the visit of that id. */
export function readVisitCookie(
  config: Pick<Config, "publicUrl">,
  request: FastifyRequest,
  id: string,
): string | undefined {
  return readTokenCookie(config, request, cookieOf(id));
}

function cookieOf(id: string): string {
  return `tessera-bank-${id}`;
}
