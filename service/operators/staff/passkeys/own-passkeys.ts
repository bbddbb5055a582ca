import type { VerifiedRegistrationResponse } from "@simplewebauthn/server";
import {
  maxPasskeys,
  type NewPasskey,
  type Passkey,
  type PasskeyOptions,
} from "#contract/console/passkeys";
import { isUniqueViolation } from "../../../platform/database/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { ApiError } from "../../../platform/http/api-error.ts";
import { newId } from "../../../platform/randomness.ts";
import { showText } from "../../../platform/secrets/show-text.ts";
import { appendAudit } from "../../audit/index.ts";
import { countCode } from "../log-in.ts";
import { uncountTry } from "../login-failures.ts";
import { refuseCode, requireSelf } from "../own-account.ts";
import { useSecondFactor } from "../second-factor.ts";
import type { StaffCaller } from "../sessions.ts";
import type { ClientInfo, StaffDeps } from "../staff-deps.ts";
import { type ChallengeUse, challengeMs, consumeChallenge, createChallenge } from "./challenges.ts";
import { passkeyNamePlace, passkeysOf, transportsOf } from "./passkey-store.ts";
import { requireRelyingParty } from "./relying-party.ts";
import { webauthn } from "./webauthn.ts";

/** Lists the account's passkeys, oldest first. */
export async function listPasskeys(
  deps: StaffDeps,
  { staffId, operatorId }: StaffCaller,
): Promise<Passkey[]> {
  const rows = await passkeysOf(deps.database.kysely, { staffId, operatorId });
  return rows.map((row) => ({
    passkeyId: row.passkey_id,
    name: showText(deps.keyring, passkeyNamePlace(row), row.name_sealed),
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/**
 * Starts adding a passkey. Requires an unused code of the authenticator app. Throws 401 `second_factor_failed`, 409
 * `too_many_passkeys`, 409 `passkeys_unavailable`.
 */
export async function beginPasskey(
  deps: StaffDeps,
  caller: StaffCaller,
  code: string,
  client: ClientInfo,
): Promise<PasskeyOptions> {
  const party = requireRelyingParty(deps.config);
  const counted = await countCode(deps, caller, client);
  const isConfirmed = await inTransaction(deps.database, async (tx) => {
    const staff = await requireSelf(tx, caller);
    if (!(await useSecondFactor(deps, tx, staff, { code }))) return false;
    await uncountTry(tx, counted.subjects);
    return true;
  });
  if (!isConfirmed) return refuseCode(deps, counted);
  const existing = await passkeysOf(deps.database.kysely, caller);
  if (existing.length >= maxPasskeys) throw new ApiError("too_many_passkeys");
  const options = await (await webauthn()).generateRegistrationOptions({
    rpName: "Tessera",
    rpID: party.id,
    userName: caller.email,
    userDisplayName: caller.name,
    userID: Uint8Array.from(Buffer.from(caller.staffId)),
    challenge: await createChallenge(deps, registrationOf(caller)),
    timeout: challengeMs,
    attestationType: "none",
    excludeCredentials: existing.map((row) => ({
      id: row.credential_id,
      transports: transportsOf(row),
    })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  return { options: { ...options } };
}

/** Adds a passkey. Throws 401 `passkey_failed`, 409 `too_many_passkeys`, 409 `passkeys_unavailable`. */
export async function addPasskey(
  deps: StaffDeps,
  caller: StaffCaller,
  given: NewPasskey,
): Promise<void> {
  const expectedChallenge = await consumeChallenge(deps, registrationOf(caller), given.clientData);
  if (expectedChallenge === undefined) throw new ApiError("passkey_failed");
  const { credential } = await verifyRegistration(deps, given, expectedChallenge);
  try {
    await inTransaction(deps.database, async (tx) => {
      const staff = await requireSelf(tx, caller);
      if ((await passkeysOf(tx, caller)).length >= maxPasskeys) {
        throw new ApiError("too_many_passkeys");
      }
      const key = {
        operator_id: staff.operator_id,
        passkey_id: newId(deps, "staffPasskey"),
      };
      await tx
        .insertInto("staff_passkeys")
        .values({
          ...key,
          staff_id: staff.staff_id,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey).toString("base64url"),
          counter: credential.counter,
          transports: given.transports.join(","),
          name_sealed: deps.keyring.encryptField(passkeyNamePlace(key), given.name),
          created_at: new Date(deps.machineClock.nowMs()),
          last_used_at: null,
        })
        .execute();
      await appendAudit(deps, tx, staff.operator_id, {
        actor: { kind: "staff", staffId: staff.staff_id },
        action: "staff.passkey_added",
        subject: { type: "staff", id: staff.staff_id },
        details: { passkeyId: key.passkey_id },
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, "staff_passkeys_credential_id_key")) {
      throw new ApiError("passkey_failed");
    }
    throw error;
  }
}

/** Removes a passkey; the authenticator app still works. Throws 404 `resource_not_found`. */
export async function removePasskey(
  deps: StaffDeps,
  caller: StaffCaller,
  passkeyId: string,
): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const { staff_id, operator_id } = await requireSelf(tx, caller);
    const { numDeletedRows } = await tx
      .deleteFrom("staff_passkeys")
      .where("passkey_id", "=", passkeyId)
      .where("staff_id", "=", staff_id)
      .where("operator_id", "=", operator_id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new ApiError("resource_not_found");
    await appendAudit(deps, tx, operator_id, {
      actor: { kind: "staff", staffId: staff_id },
      action: "staff.passkey_removed",
      subject: { type: "staff", id: staff_id },
      details: { passkeyId },
    });
  });
}

function registrationOf({ sessionId }: StaffCaller): ChallengeUse {
  return { purpose: "register", boundTo: sessionId };
}

async function verifyRegistration(
  { config }: StaffDeps,
  { credentialId, clientData, attestation }: NewPasskey,
  expectedChallenge: string,
) {
  const party = requireRelyingParty(config);
  let verified: VerifiedRegistrationResponse;
  try {
    verified = await (await webauthn()).verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: { clientDataJSON: clientData, attestationObject: attestation },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      // Presence is enough as a second factor. A login without a password requires more.
      requireUserVerification: false,
    });
  } catch (cause) {
    throw new ApiError("passkey_failed", { cause });
  }
  if (!verified.verified) throw new ApiError("passkey_failed");
  return verified.registrationInfo;
}
