/**
 * Login with a passkey.
 *
 *   correct password → passkey of that account → ready (presence is enough: it is the second factor)
 *   no session       → passkey, user verified  → ready (possession, and the user's PIN or fingerprint)
 *
 * Rules: the challenge was created for this purpose in this browser, and is consumed. The signature was made at our
 * origin for our host. The credential belongs to the account that logs in. The counter, if the authenticator has one,
 * has grown since the last login. Every failure gets 401 `passkey_failed`. No password is involved, so failures lock
 * the network, never the account.
 */
import type { VerifiedAuthenticationResponse } from "@simplewebauthn/server";
import type { PasskeyOptions, PasskeyProof } from "#contract/console/passkeys";
import { inTransaction, type Tx } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { appendAudit } from "../../audit/index.ts";
import { type CompletedLogin, completeLogin } from "../complete-login.ts";
import { lockSecondStep, originOf } from "../log-in.ts";
import { beginTry, recordFailure } from "../login-events.ts";
import type { StaffCaller } from "../sessions.ts";
import type { ClientInfo, StaffDeps } from "../staff-deps.ts";
import { lockStaff } from "../staff-store.ts";
import type { StaffPasskeyRow } from "../tables.ts";
import { type ChallengeUse, challengeMs, consumeChallenge, createChallenge } from "./challenges.ts";
import { passkeysOf, transportsOf } from "./passkey-store.ts";
import { requireRelyingParty } from "./relying-party.ts";
import { webauthn } from "./webauthn.ts";

/** Begins the second step with the caller's own passkeys. Throws 409 `passkeys_unavailable`. */
export async function beginSecondFactorPasskey(
  deps: StaffDeps,
  caller: StaffCaller,
): Promise<PasskeyOptions> {
  const own = await passkeysOf(deps.database.kysely, caller);
  if (own.length === 0) throw new ApiError("passkeys_unavailable");
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: requireRelyingParty(deps.config).id,
    challenge: await createChallenge(deps, { purpose: "second_factor", boundTo: caller.sessionId }),
    timeout: challengeMs,
    userVerification: "preferred",
    allowCredentials: own.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
  });
  return { options: { ...options } };
}

/** Begins a login with any passkey that the browser offers. */
export async function beginPasskeyLogin(deps: StaffDeps, boundTo: string): Promise<PasskeyOptions> {
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: requireRelyingParty(deps.config).id,
    challenge: await createChallenge(deps, { purpose: "login", boundTo }),
    timeout: challengeMs,
    userVerification: "required",
  });
  return { options: { ...options } };
}

/** Passes the second step with a passkey. Throws 401 `passkey_failed`, `session_required`; 429 `login_locked`. */
export function passSecondFactorPasskey(
  deps: StaffDeps,
  { sessionId, staffId }: StaffCaller,
  proof: PasskeyProof,
  client: ClientInfo,
): Promise<CompletedLogin> {
  const use: ChallengeUse = { purpose: "second_factor", boundTo: sessionId };
  return passPasskey(deps, proof, { client, use, staffId, sessionId });
}

/** Logs in with a passkey alone. Throws 401 `passkey_failed`, 429 `login_locked`. */
export function logInWithPasskey(
  deps: StaffDeps,
  boundTo: string,
  proof: PasskeyProof,
  client: ClientInfo,
): Promise<CompletedLogin> {
  const use: ChallengeUse = { purpose: "login", boundTo };
  return passPasskey(deps, proof, { client, use, staffId: null, sessionId: null });
}

interface Attempt {
  client: ClientInfo;
  use: ChallengeUse;
  /** The account that must own the passkey; null if the passkey determines it. */
  staffId: string | null;
  sessionId: string | null;
}

async function passPasskey(
  deps: StaffDeps,
  proof: PasskeyProof,
  { client, use, staffId, sessionId }: Attempt,
): Promise<CompletedLogin> {
  const found = await deps.database.kysely
    .selectFrom("staff_passkeys as k")
    .innerJoin("staff as p", "p.staff_id", "k.staff_id")
    .selectAll("k")
    .select("p.email_index")
    .where("k.credential_id", "=", proof.credentialId)
    .executeTakeFirst();
  const origin = await originOf(deps, found?.email_index ?? "", client);
  const tried = await beginTry(deps, origin, "passkey");
  if (found) await deps.keyring.load(found.operator_id);
  const expectedChallenge = await consumeChallenge(deps, use, proof.clientData);
  const isOwner = found && (staffId === null || found.staff_id === staffId);
  const counter =
    expectedChallenge !== undefined && isOwner && isHandleOf(found, proof)
      ? await verifiedCounter(deps, found, proof, expectedChallenge, use)
      : undefined;
  const outcome =
    found && counter !== undefined
      ? await inTransaction(deps.database, async (tx) => {
          const staff = await lockStaff(tx, found.staff_id);
          if (staff?.status !== "active") return "refused";
          if (sessionId !== null && !(await lockSecondStep(tx, sessionId))) return "ended";
          if (!(await useCounter(deps, tx, found, counter))) return "refused";
          // This also uncounts the try.
          return completeLogin(deps, tx, staff, { client, origin, sessionId, used: "passkey" });
        })
      : "refused";
  if (outcome === "ended") throw new ApiError("session_required");
  if (outcome === "refused") {
    await recordFailure(deps, tried, "passkey");
    throw new ApiError("passkey_failed");
  }
  return outcome;
}

/** Whether the handle is the account's: it is a staff id. Some keys store and return no handle. */
function isHandleOf({ staff_id }: StaffPasskeyRow, { userHandle }: PasskeyProof): boolean {
  return userHandle === null || Buffer.from(userHandle, "base64url").toString() === staff_id;
}

/** Returns the counter of a valid signature; undefined if anything about it is wrong. */
async function verifiedCounter(
  { config }: StaffDeps,
  row: StaffPasskeyRow,
  proof: PasskeyProof,
  expectedChallenge: string,
  { purpose }: ChallengeUse,
): Promise<number | undefined> {
  const party = requireRelyingParty(config);
  let verified: VerifiedAuthenticationResponse;
  try {
    verified = await (await webauthn()).verifyAuthenticationResponse({
      response: {
        id: proof.credentialId,
        rawId: proof.credentialId,
        type: "public-key",
        response: {
          clientDataJSON: proof.clientData,
          authenticatorData: proof.authenticatorData,
          signature: proof.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: row.credential_id,
        publicKey: Uint8Array.from(Buffer.from(row.public_key, "base64url")),
        // The counter is compared later, under the row's lock: concurrent logins must not both pass.
        counter: 0,
      },
      requireUserVerification: purpose === "login",
    });
  } catch {
    return undefined;
  }
  return verified.verified ? verified.authenticationInfo.newCounter : undefined;
}

/**
 * Stores the counter; false if it has not grown: someone copied the key or replayed an old response. The audit log
 * records that.
 */
async function useCounter(
  deps: StaffDeps,
  tx: Tx,
  { passkey_id, staff_id, operator_id }: StaffPasskeyRow,
  counter: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom("staff_passkeys")
    .select("counter")
    .where("passkey_id", "=", passkey_id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const last = Number(row.counter);
  if ((counter !== 0 || last !== 0) && counter <= last) {
    await appendAudit(deps, tx, operator_id, {
      actor: { kind: "service" },
      action: "staff.passkey_cloned",
      subject: { type: "staff", id: staff_id },
      details: { passkeyId: passkey_id },
    });
    return false;
  }
  await tx
    .updateTable("staff_passkeys")
    .set({ counter, last_used_at: new Date(deps.machineClock.nowMs()) })
    .where("passkey_id", "=", passkey_id)
    .execute();
  return true;
}
