import type { OutgoingResponse } from "../../outgoing-http.ts";
import type { Secret } from "../../secret-source.ts";
import { callKeyService, type KeyService, type KeyServiceDeps, member } from "./key-service.ts";
import { byStatus, KeyServiceError } from "./key-service-error.ts";

/** A key of Vault's transit engine. Its type must authenticate `associated_data`, as `aes256-gcm96` does. */
export interface VaultTransitSettings {
  readonly type: "vault-transit";
  readonly url: string;
  /** The engine's path, `transit` by default. */
  readonly mount: string;
  readonly key: string;
  /** The namespace, only for Vault Enterprise. */
  readonly namespace: string | undefined;
  readonly token: Secret;
}

/** Vault's transit engine over plain HTTPS: `encrypt` and `decrypt` with associated data. */
export function createVaultTransit(
  settings: VaultTransitSettings,
  deps: KeyServiceDeps,
): KeyService {
  const { url, mount, key, namespace, token } = settings;
  const id = `vault-transit:${mount}/${key}`;
  const versionMark = ":v";

  const post = (path: string, body: object) =>
    callKeyService(deps, id, {
      method: "POST",
      url: `${url}/v1/${path}`,
      headers: {
        "content-type": "application/json",
        "x-vault-request": "true",
        "x-vault-token": token.current(),
        ...(namespace === undefined ? {} : { "x-vault-namespace": namespace }),
      },
      body: JSON.stringify(body),
    });
  const refusal = (operation: string, { statusCode, text }: OutgoingResponse) => {
    const isWrong = operation === "decrypt" && !isAboutKey(text);
    const badRequest = isWrong ? "key_service_wrong_key" : undefined;
    const code = statusCode === 400 ? badRequest : byStatus(statusCode);
    return new KeyServiceError(
      code ?? "key_service_key_unavailable",
      id,
      statusCode === 503 ? "sealed or standby" : `status ${statusCode}`,
    );
  };
  async function call(operation: "encrypt" | "decrypt", body: object, result: string) {
    const response = await post(`${mount}/${operation}/${key}`, body);
    if (response.statusCode !== 200) throw refusal(operation, response);
    const text = member(response.text, "data", result);
    if (!text) throw new KeyServiceError("key_service_malformed", id);
    return text;
  }
  const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

  return {
    id,
    versionMark,
    async encrypt(plain, context) {
      const input = { plaintext: base64(plain), associated_data: base64(context) };
      const blob = await call("encrypt", input, "ciphertext");
      const version = /^vault:v(\d+):/.exec(blob)?.[1];
      if (version === undefined) throw new KeyServiceError("key_service_malformed", id);
      return { kekId: `${id}${versionMark}${version}`, blob };
    },
    async decrypt(blob, context) {
      const input = { ciphertext: blob, associated_data: base64(context) };
      return new Uint8Array(Buffer.from(await call("decrypt", input, "plaintext"), "base64"));
    },
    async renew() {
      // A token that cannot be renewed gets 400. An expired one fails the check itself.
      await post("auth/token/renew-self", {}).catch(() => undefined);
    },
  };
}

/**
 * Whether a refusal to decrypt is about the key, and not about the ciphertext: the key was deleted, the version is below
 * its `min_decryption_version`, or a replica does not have the version yet. All can be undone, so the ciphertext is not
 * damaged. Vault has only its text to say so.
 */
function isAboutKey(text: string): boolean {
  return /key not found|too old|too new/.test(text);
}
