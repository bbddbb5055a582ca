/**
 * Passkeys (WebAuthn) of staff: a second factor after the password, or a replacement for both factors if the
 * authenticator verifies its user. They work only at the service's own address (`passkeyOrigin` of the session).
 *
 *   GET    /console/api/me/passkeys                      → passkeyList
 *   POST   /console/api/me/passkeys/begin                freshCode → passkeyOptions
 *   POST   /console/api/me/passkeys                      newPasskey → passkeyList (201)
 *   DELETE /console/api/me/passkeys/{passkeyId}          → passkeyList
 *   POST   /console/api/login/second-factor/passkey/begin  {} → passkeyOptions (stage second_factor)
 *   POST   /console/api/login/second-factor/passkey        passkeyProof → consoleSession
 *   POST   /console/api/login/passkey/begin                {} → passkeyOptions (no session needed)
 *   POST   /console/api/login/passkey                      passkeyProof → consoleSession
 *
 * A challenge is valid for one purpose, one session or browser, two minutes and one use.
 */
import * as z from "zod/mini";

/** Maximum number of passkeys of one staff member. */
export const maxPasskeys = 20;

const bytes = (maxCharacters: number) =>
  z.string().check(z.minLength(1), z.maxLength(maxCharacters), z.regex(/^[A-Za-z0-9_-]+$/));
const credentialId = bytes(1400);

/** Options for `navigator.credentials`, in WebAuthn's JSON format. */
export const passkeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }) });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

/** A passkey from the browser, with bytes as base64url. 401 `passkey_failed`, 409 `too_many_passkeys`. */
export const newPasskey = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  credentialId,
  clientData: bytes(4000),
  attestation: bytes(16_000),
  transports: z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(8)),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** Every failure returns 401 `passkey_failed`. */
export const passkeyProof = z.strictObject({
  credentialId,
  clientData: bytes(4000),
  authenticatorData: bytes(4000),
  signature: bytes(2000),
  userHandle: z.nullable(bytes(100)),
});
export type PasskeyProof = z.infer<typeof passkeyProof>;

export const passkey = z.object({
  passkeyId: z.string(),
  /** Null if it cannot be decrypted. */
  name: z.nullable(z.string()),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type Passkey = z.infer<typeof passkey>;

/** A staff member's passkeys, oldest first. */
export const passkeyList = z.object({ data: z.array(passkey) });
