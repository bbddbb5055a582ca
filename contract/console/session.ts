/**
 * Console session. All calls go to `/console/api`, with the browser's cookie. Every POST, PUT and DELETE
 * needs the service's `Origin` and, once there is a session, the session's `csrfToken` in the header
 * `x-csrf-token`. After the session has ended, calls get 401 `session_required`.
 *
 *   GET    /console/api/session                      → consoleSession (also without a session)
 *   POST   /console/api/login                        login → consoleSession, stage second_factor
 *   POST   /console/api/login/second-factor          secondFactor → consoleSession, stage ready
 *   POST   /console/api/session/activity         {} → consoleSession; reports that the user is active
 *   POST   /console/api/logout                       {} → consoleSession, stage anonymous
 *   POST   /console/api/invitation                   invitationToken → invitation
 *   POST   /console/api/invitation/accept            acceptInvitation → consoleSession, stage enrolment
 *   POST   /console/api/enrolment                    {} → enrolment
 *   POST   /console/api/enrolment/confirm            confirmEnrolment → enrolled
 *   PUT    /console/api/me                           changeMe → consoleSession
 *   PUT    /console/api/me/password                  changePassword → consoleSession (other sessions end)
 *   POST   /console/api/me/recovery-codes            freshCode → recoveryCodes (replaces earlier ones)
 *   GET    /console/api/me/sessions                  → sessionList
 *   DELETE /console/api/me/sessions/{sessionId}      → sessionList
 *   POST   /console/api/me/sessions/end-others       {} → sessionList
 *
 * An invitation link is `/console/invitation#<token>`: the token leaves the browser only in a request body.
 */
import * as z from "zod/mini";
import { staffRole } from "./roles.ts";

/** The header of state-changing calls. */
export const csrfHeader = "x-csrf-token";

/** `none`: the page makes the call on its own, which does not count as activity. */
export const activityHeader = "x-tessera-activity";
/** Header of every response within a session: seconds until the session ends without activity. */
export const idleSecondsHeader = "x-tessera-idle-seconds";

/** Length in characters. There are no other rules. */
export const passwordLength = { least: 12, most: 256 } as const;

const email = z
  .string()
  .check(z.trim(), z.minLength(3), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/));
/** Typed passwords are compared unchanged. */
const anyPassword = z.string().check(z.minLength(1), z.maxLength(passwordLength.most));
const newPassword = z
  .string()
  .check(z.minLength(passwordLength.least), z.maxLength(passwordLength.most));
const personName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
/** Six digits; spaces are removed. */
const totpCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(20)),
    z.transform((text: string) => text.replace(/\s/g, "")),
  ),
  z.string().check(z.regex(/^\d{6}$/)),
);

/** Every failure returns 401 `login_failed`; 429 `login_locked` has `Retry-After`. */
export const login = z.strictObject({ email, password: anyPassword });
export type Login = z.infer<typeof login>;

/** A TOTP code or a recovery code. 401 `second_factor_failed`; after five failures the login starts over. */
export const secondFactor = z.union([
  z.strictObject({ code: totpCode }),
  z.strictObject({ recoveryCode: z.string().check(z.minLength(8), z.maxLength(40)) }),
]);
export type SecondFactor = z.infer<typeof secondFactor>;

export const me = z.object({
  staffId: z.string(),
  email: z.string(),
  name: z.string(),
  role: staffRole,
  /** {@link StaffPermission}s; an open list. */
  permissions: z.array(z.string()),
  recoveryCodesLeft: z.number(),
});
export type Me = z.infer<typeof me>;

/** The state of this browser. */
export const consoleSession = z.object({
  /**
   * `anonymous`: show the login. `second_factor`: the password was correct, ask for the code. `enrolment`: the
   * invitation was accepted, set up the second factor. `ready`: `me` is present.
   */
  stage: z.enum(["anonymous", "second_factor", "enrolment", "ready"]),
  csrfToken: z.nullable(z.string()),
  me: z.nullable(me),
  operator: z.nullable(z.object({ operatorId: z.string(), name: z.string() })),
  /** Whether the staff member can use a passkey instead of a code in the second step. */
  hasPasskey: z.boolean(),
  /** The only origin where passkeys work; null if they work nowhere. */
  passkeyOrigin: z.nullable(z.string()),
  /** `sandbox` or `production`. */
  environment: z.string(),
  serverTime: z.string(),
  /** When the session ends without activity, and in any case; null unless `ready`. */
  idleExpiresAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
});
export type ConsoleSession = z.infer<typeof consoleSession>;

/** The part after the `#` of an invitation link. */
export const invitationToken = z.strictObject({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

/** 410 `invitation_invalid` for used, replaced, expired and unknown tokens. */
export const invitation = z.object({
  email: z.string(),
  role: staffRole,
  operatorName: z.string(),
  /** The name of an existing staff member, who sets a new password; null for a new one. */
  name: z.nullable(z.string()),
  expiresAt: z.string(),
});
export type Invitation = z.infer<typeof invitation>;

/** Accepts an invitation. The second factor follows. 400 `password_too_common`. */
export const acceptInvitation = z.strictObject({
  token: invitationToken.shape.token,
  name: personName,
  password: newPassword,
});
export type AcceptInvitation = z.infer<typeof acceptInvitation>;

/** A new secret for an authenticator app; it stays the same until confirmed. */
export const enrolment = z.object({
  otpauthUri: z.string(),
  secret: z.string(),
  /** The QR code of `otpauthUri`: rows of `0` (light) and `1` (dark), without the quiet zone. */
  qr: z.array(z.string()),
});
export type Enrolment = z.infer<typeof enrolment>;

/** Proves that the app has the secret. 401 `second_factor_failed`. */
export const confirmEnrolment = z.strictObject({ code: totpCode });

/** Recovery codes, shown only once. Each can be used once instead of the app's code. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

/** The second factor is set up and the session is ready. */
export const enrolled = z.extend(recoveryCodes, { session: consoleSession });
export type Enrolled = z.infer<typeof enrolled>;

export const changeMe = z.strictObject({ name: personName });

/** A new password. 401 `second_factor_failed` for a wrong code or current password. */
export const changePassword = z.strictObject({
  currentPassword: anyPassword,
  newPassword,
  code: totpCode,
});
export type ChangePassword = z.infer<typeof changePassword>;

/** An unused code of the app. Sensitive actions require one: the session may have been left unattended. */
export const freshCode = z.strictObject({ code: totpCode });

export const staffSession = z.object({
  sessionId: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
});
export type StaffSession = z.infer<typeof staffSession>;

/** Sessions, newest first. */
export const sessionList = z.object({ data: z.array(staffSession) });
