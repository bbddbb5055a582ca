import { createPrivateKey, createSign } from "node:crypto";
import * as z from "zod/mini";
import type { OutgoingResponse } from "../../outgoing-http.ts";
import type { Secret } from "../../secret-source.ts";
import { callKeyService, type KeyService, type KeyServiceDeps, member } from "./key-service.ts";
import { byStatus, KeyServiceError } from "./key-service-error.ts";

export interface GoogleKmsSettings {
  readonly type: "google-kms";
  /** The key's name: `projects/…/locations/…/keyRings/…/cryptoKeys/…`. */
  readonly key: string;
  readonly url: string;
  /** A service account's key file (JSON), or the machine's own account. */
  readonly credentials: Secret | "metadata";
  /** The metadata server's address, or a replacement of the file's `token_uri`. */
  readonly tokenUrl: string | undefined;
}

const scope = "https://www.googleapis.com/auth/cloudkms";
const metadataUrl =
  "http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token";
const assertionLifeS = 600;
/** Tokens are replaced this long before they expire. */
const marginS = 60;

const accountFile = z.object({
  client_email: z.string().check(z.minLength(3), z.maxLength(320)),
  private_key: z.string().check(z.maxLength(16_384)),
  private_key_id: z.optional(z.string()),
  token_uri: z.string().check(z.regex(/^https:\/\/[a-z0-9.-]+\.googleapis\.com\//)),
});

/** Reads a service account's key file. Null if the text is not one. */
export function readServiceAccount(text: string): z.infer<typeof accountFile> | null {
  try {
    const account = accountFile.parse(JSON.parse(text));
    return createPrivateKey(account.private_key).asymmetricKeyType === "rsa" ? account : null;
  } catch {
    return null;
  }
}

/** Google Cloud KMS over plain HTTPS (v1): `encrypt` and `decrypt` with additional authenticated data. */
export function createGoogleKms(settings: GoogleKmsSettings, deps: KeyServiceDeps): KeyService {
  const { key, url, credentials } = settings;
  const id = `google-kms:${key}`;
  let token: { of: string; text: string; untilMs: number } | undefined;

  async function accessToken(): Promise<string> {
    const of = credentials === "metadata" ? "" : credentials.current();
    if (token?.of === of && deps.machineClock.nowMs() < token.untilMs) return token.text;
    const response = await callKeyService(deps, id, tokenRequest(of));
    if (response.statusCode !== 200) {
      const code =
        response.statusCode === 400 ? "key_service_denied" : byStatus(response.statusCode);
      throw new KeyServiceError(code, id, `token ${response.statusCode}`);
    }
    const text = member(response.text, "access_token");
    const lifeS = Number(member(response.text, "expires_in"));
    if (!text || !/^[\x21-\x7e]{1,8192}$/.test(text) || !(lifeS > 0)) {
      throw new KeyServiceError("key_service_malformed", id, "token");
    }
    const untilMs = deps.machineClock.nowMs() + Math.max(0, lifeS - marginS) * 1_000;
    token = { of, text, untilMs };
    return text;
  }
  function tokenRequest(accountText: string) {
    if (credentials === "metadata") {
      const headers = { "metadata-flavor": "Google" };
      return { method: "GET", url: settings.tokenUrl ?? metadataUrl, headers } as const;
    }
    const account = readServiceAccount(accountText);
    if (!account) throw new KeyServiceError("key_service_denied", id, "unreadable credentials");
    const iat = Math.floor(deps.machineClock.nowMs() / 1_000);
    const { client_email: iss, token_uri: aud } = account;
    const claims = { iss, scope, aud, iat, exp: iat + assertionLifeS };
    return {
      method: "POST",
      url: settings.tokenUrl ?? aud,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: signJwt(claims, account.private_key, account.private_key_id),
      }).toString(),
    } as const;
  }
  async function call(operation: "encrypt" | "decrypt", body: object): Promise<OutgoingResponse> {
    const authorization = `Bearer ${await accessToken()}`;
    const response = await callKeyService(deps, id, {
      method: "POST",
      url: `${url}/v1/${key}:${operation}`,
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.statusCode === 200) return response;
    if (response.statusCode === 401) token = undefined;
    throw refusal(operation, response);
  }
  function refusal(operation: string, { statusCode, text }: OutgoingResponse): KeyServiceError {
    const status = member(text, "error", "status") ?? `status ${statusCode}`;
    if (status === "FAILED_PRECONDITION") {
      return new KeyServiceError("key_service_key_unavailable", id, status);
    }
    const isUnopened = operation === "decrypt" && status === "INVALID_ARGUMENT";
    return new KeyServiceError(
      isUnopened ? "key_service_wrong_key" : byStatus(statusCode),
      id,
      status,
    );
  }

  return {
    id,
    versionMark: "/cryptoKeyVersions/",
    async encrypt(plain, context) {
      const { text } = await call("encrypt", {
        plaintext: Buffer.from(plain).toString("base64"),
        additionalAuthenticatedData: Buffer.from(context).toString("base64"),
      });
      const blob = member(text, "ciphertext");
      const version = member(text, "name");
      const isOurs = version?.startsWith(`${key}/cryptoKeyVersions/`);
      if (!blob || !isOurs) throw new KeyServiceError("key_service_malformed", id);
      return { kekId: `google-kms:${version}`, blob };
    },
    async decrypt(blob, context) {
      const { text } = await call("decrypt", {
        ciphertext: blob,
        additionalAuthenticatedData: Buffer.from(context).toString("base64"),
      });
      const plain = member(text, "plaintext");
      if (!plain) throw new KeyServiceError("key_service_malformed", id);
      return new Uint8Array(Buffer.from(plain, "base64"));
    },
  };
}

/** A JWT with RS256 (RFC 7519, RFC 7518 §3.3). */
function signJwt(claims: object, privateKey: string, keyId: string | undefined): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = { alg: "RS256", typ: "JWT", ...(keyId === undefined ? {} : { kid: keyId }) };
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`;
}
