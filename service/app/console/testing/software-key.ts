import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { NewPasskey, PasskeyProof } from "#contract/console/passkeys";

/** Values to use instead of the right ones, for tests of refusals. */
export interface KeyUse {
  origin?: string;
  rpId?: string;
  /** The signature counter; by default it increases with each use. */
  counter?: number;
  isUserVerified?: boolean;
  challenge?: string;
  userHandle?: string | null;
}

/**
 * Creates a software authenticator with one ES256 key. With `keepsCounter: false` the signature counter is always 0, as
 * with synchronized passkeys.
 */
export function createSoftwareKey({ keepsCounter = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const credentialId = randomBytes(32);
  let counter = 0;
  let userHandle: string | null = null;
  const clientData = (type: string, options: Options, use: KeyUse) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: use.challenge ?? options.challenge,
        origin: use.origin ?? "http://pay.localhost:4000",
        crossOrigin: false,
      }),
    );
  const authenticatorData = (use: KeyUse, attested?: Buffer) => {
    counter += keepsCounter ? 1 : 0;
    // User present, user verified, attested data included.
    const flags = 0x01 | (use.isUserVerified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(use.counter ?? counter);
    return Buffer.concat([
      createHash("sha256")
        .update(use.rpId ?? "pay.localhost")
        .digest(),
      Buffer.from([flags]),
      count,
      attested ?? Buffer.alloc(0),
    ]);
  };
  return {
    credentialId: credentialId.toString("base64url"),
    make({ options }: { options: Options }, name = "Blue key", use: KeyUse = {}): NewPasskey {
      userHandle = options.user?.id ?? null;
      // AAGUID, credential id with its length, and the COSE key: EC2, ES256, P-256, x, y (WebAuthn section 6.5.1).
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const data = authenticatorData(use, attested);
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        name,
        credentialId: credentialId.toString("base64url"),
        clientData: clientData("webauthn.create", options, use).toString("base64url"),
        attestation: attestation.toString("base64url"),
        transports: ["usb"],
      };
    },
    sign({ options }: { options: Options }, use: KeyUse = {}): PasskeyProof {
      const client = clientData("webauthn.get", options, use);
      const data = authenticatorData(use);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return {
        credentialId: credentialId.toString("base64url"),
        clientData: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
        userHandle: use.userHandle === undefined ? userHandle : use.userHandle,
      };
    },
  };
}

interface Options {
  challenge: string;
  user?: { id: string };
}
