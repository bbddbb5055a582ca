/** Signs in with passkeys and creates them. The library loads on first use. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import {
  type NewPasskey,
  type PasskeyOptions,
  type PasskeyProof,
  passkeyOptions,
} from "#contract/console/passkeys";
import { type ConsoleSession, consoleSession } from "#contract/console/session";
import { type ApiResult, refusedHere } from "../client/api.ts";
import { api, reentry, session } from "./session.ts";

/** Whether passkeys work in this browser at this address. */
export function passkeysWork(): boolean {
  const { passkeyOrigin = null } = reentry.value ?? session.value ?? {};
  return passkeyOrigin === window.location.origin && "PublicKeyCredential" in window;
}

/** Signs in by passkey: as the whole sign-in, or as the second step after the password. */
export async function signInByPasskey(
  path: "/login/passkey" | "/login/second-factor/passkey",
): Promise<ApiResult<ConsoleSession>> {
  const result = await api.send("POST", `${path}/begin`, passkeyOptions);
  if (!result.ok) return result;
  const proof = await prove(result.value);
  return proof.ok ? api.send("POST", path, consoleSession, proof.value) : proof;
}

/** Creates a passkey. Refusals: `passkey_stopped`, `passkey_known`, `page_outdated`. */
export async function makePasskey(
  { options }: PasskeyOptions,
  name: string,
): Promise<ApiResult<NewPasskey>> {
  const library = await loadLibrary();
  if (!library) return refusedHere("page_outdated");
  try {
    const registration = await library.startRegistration({
      // The service's library writes the options for the browser's library; no other code reads them.
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    });
    return {
      ok: true,
      value: {
        name,
        credentialId: registration.id,
        clientData: registration.response.clientDataJSON,
        attestation: registration.response.attestationObject,
        transports: registration.response.transports ?? [],
      },
    };
  } catch (error) {
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    return refusedHere(isKnown ? "passkey_known" : "passkey_stopped");
  }
}

async function prove({ options }: PasskeyOptions): Promise<ApiResult<PasskeyProof>> {
  const library = await loadLibrary();
  if (!library) return refusedHere("page_outdated");
  try {
    const { id, response } = await library.startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    });
    return {
      ok: true,
      value: {
        credentialId: id,
        clientData: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
        userHandle: response.userHandle ?? null,
      },
    };
  } catch {
    return refusedHere("passkey_stopped");
  }
}

/** Null without a connection, or after an update of the console removed this page's scripts. */
async function loadLibrary() {
  try {
    return await import("@simplewebauthn/browser");
  } catch {
    return null;
  }
}
