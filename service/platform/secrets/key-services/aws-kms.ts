import * as z from "zod/mini";
import type { OutgoingResponse } from "../../outgoing-http.ts";
import type { Secret } from "../../secret-source.ts";
import { callKeyService, type KeyService, type KeyServiceDeps, member } from "./key-service.ts";
import { byStatus, KeyServiceError, type KeyServiceErrorCode } from "./key-service-error.ts";
import { type AwsCredentials, signAwsRequest } from "./sign-aws.ts";

export interface AwsKmsSettings {
  readonly type: "aws-kms";
  /** The key's ARN, not an alias, which could name another key tomorrow. */
  readonly keyArn: string;
  readonly region: string;
  readonly url: string;
  /** JSON with `AccessKeyId`, `SecretAccessKey` and, for temporary credentials, `SessionToken`. */
  readonly credentials: Secret;
}

const part = z.string().check(z.minLength(1), z.maxLength(4096), z.regex(/^[\x21-\x7e]+$/));
const credentialsFile = z.object({
  AccessKeyId: part,
  SecretAccessKey: part,
  SessionToken: z.optional(part),
});

/** Reads credentials as `aws sts` and credential processes print them. Null if they are something else. */
export function readAwsCredentials(text: string): AwsCredentials | null {
  try {
    const found = credentialsFile.parse(JSON.parse(text));
    return {
      accessKeyId: found.AccessKeyId,
      secretAccessKey: found.SecretAccessKey,
      sessionToken: found.SessionToken,
    };
  } catch {
    return null;
  }
}

/** Codes of the AWS KMS API reference, "Encrypt", "Decrypt" and "Common errors". */
const errorCodes: Readonly<Record<string, KeyServiceErrorCode>> = {
  AccessDeniedException: "key_service_denied",
  ExpiredTokenException: "key_service_denied",
  IncompleteSignature: "key_service_denied",
  InvalidClientTokenId: "key_service_denied",
  InvalidSignatureException: "key_service_denied",
  MissingAuthenticationTokenException: "key_service_denied",
  SignatureDoesNotMatch: "key_service_denied",
  UnrecognizedClientException: "key_service_denied",
  LimitExceededException: "key_service_throttled",
  RequestLimitExceeded: "key_service_throttled",
  ThrottlingException: "key_service_throttled",
  DisabledException: "key_service_key_unavailable",
  InvalidArnException: "key_service_key_unavailable",
  InvalidKeyUsageException: "key_service_key_unavailable",
  KMSInvalidStateException: "key_service_key_unavailable",
  KeyUnavailableException: "key_service_key_unavailable",
  NotFoundException: "key_service_key_unavailable",
  IncorrectKeyException: "key_service_wrong_key",
  InvalidCiphertextException: "key_service_wrong_key",
};

/** AWS KMS over plain HTTPS: `Encrypt` and `Decrypt` with an encryption context. */
export function createAwsKms(settings: AwsKmsSettings, deps: KeyServiceDeps): KeyService {
  const { keyArn, region, url, credentials } = settings;
  const id = `aws-kms:${keyArn}`;

  async function call(operation: "Encrypt" | "Decrypt", input: object, result: string) {
    const found = readAwsCredentials(credentials.current());
    if (!found) throw new KeyServiceError("key_service_denied", id, "unreadable credentials");
    const request = {
      method: "POST",
      url: `${url}/`,
      headers: {
        "content-type": "application/x-amz-json-1.1",
        "x-amz-target": `TrentService.${operation}`,
      },
      body: JSON.stringify({ KeyId: keyArn, ...input }),
    } as const;
    const nowMs = deps.machineClock.nowMs();
    const headers = signAwsRequest(request, { region, service: "kms" }, found, nowMs);
    const response = await callKeyService(deps, id, { ...request, headers });
    if (response.statusCode !== 200) throw refusal(response);
    const text = member(response.text, result);
    // If something between us and AWS changed the request, another key may have answered.
    if (text === undefined || member(response.text, "KeyId") !== keyArn) {
      throw new KeyServiceError("key_service_malformed", id);
    }
    return text;
  }
  function refusal({ statusCode, text }: OutgoingResponse): KeyServiceError {
    const type = member(text, "__type")?.replace(/^.*#/, "") ?? "";
    const known = Object.hasOwn(errorCodes, type) ? errorCodes[type] : undefined;
    const code = known ?? byStatus(statusCode);
    return new KeyServiceError(code, id, type || `status ${statusCode}`);
  }
  const EncryptionContextOf = (context: string) => ({ "tessera:place": context });

  return {
    id,
    // AWS keeps every version of the key's material and hides it.
    versionMark: "#",
    async encrypt(key, context) {
      const input = {
        Plaintext: Buffer.from(key).toString("base64"),
        EncryptionContext: EncryptionContextOf(context),
      };
      return { kekId: id, blob: await call("Encrypt", input, "CiphertextBlob") };
    },
    async decrypt(blob, context) {
      const input = { CiphertextBlob: blob, EncryptionContext: EncryptionContextOf(context) };
      return new Uint8Array(Buffer.from(await call("Decrypt", input, "Plaintext"), "base64"));
    },
  };
}
