import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  createVerify,
  generateKeyPairSync,
  randomBytes,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type KeyServiceFault =
  | { readonly status: number; readonly body?: string; readonly location?: string }
  | "drop"
  | "hang";

interface StandInResponse {
  readonly status: number;
  readonly body: unknown;
}
interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** One vendor's key service, on the loopback address. It checks credentials for real. */
export interface StandInKeyService {
  readonly url: string;
  /** While set, every request gets this fault instead of a response. */
  fault: KeyServiceFault | undefined;
  /** Version of the key that encrypts. */
  version: number;
  /** The only accepted text of the credentials file. */
  readonly credentials: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export const awsKeyArn =
  "arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab";
export const googleKey = "projects/shop/locations/us/keyRings/tessera/cryptoKeys/data-keys";
export const vaultKey = "tessera";

/** Plays AWS KMS. Computes each request's signature independently and refuses a request with a different one. */
export function standInForAws(): Promise<StandInKeyService> {
  const secretAccessKey = "aws-secret-access-key-of-the-test";
  const credentials = JSON.stringify({ AccessKeyId: "AKIATEST", SecretAccessKey: secretAccessKey });
  const refuse = (type: string): StandInResponse => ({
    status: 400,
    body: { __type: type, message: "m" },
  });
  return start(credentials, (request, vault) => {
    if (!isSignedForAws(request, secretAccessKey)) return refuse("InvalidSignatureException");
    const parsed = JSON.parse(request.body) as Record<string, string>;
    if (parsed["KeyId"] !== awsKeyArn) return refuse("com.amazonaws.kms#NotFoundException");
    const context = JSON.stringify(parsed["EncryptionContext"]);
    if (request.headers["x-amz-target"] === "TrentService.Encrypt") {
      const blob = vault.encrypt(parsed["Plaintext"] ?? "", context);
      return { status: 200, body: { CiphertextBlob: btoa(blob), KeyId: awsKeyArn } };
    }
    const plain = vault.decrypt(atob(parsed["CiphertextBlob"] ?? ""), context);
    if (plain === null) return refuse("InvalidCiphertextException");
    return { status: 200, body: { Plaintext: plain, KeyId: awsKeyArn } };
  });
}

/** Plays Google Cloud KMS and its token endpoint. Verifies the service account's assertion. */
export function standInForGoogle(nowMs: () => number): Promise<StandInKeyService> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const tokenUri = "https://oauth2.googleapis.com/token";
  const account = {
    type: "service_account",
    client_email: "tessera@shop.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    private_key_id: "key-1",
    token_uri: tokenUri,
  };
  const tokens = new Set<string>();
  const refuse = (status: number, name: string): StandInResponse => ({
    status,
    body: { error: { code: status, status: name, message: "m" } },
  });
  const isGenuine = (assertion: string) => {
    const [header = "", claims = "", signature = ""] = assertion.split(".");
    const key = createPublicKey(publicKey.export({ type: "spki", format: "pem" }));
    const isSigned = createVerify("RSA-SHA256")
      .update(`${header}.${claims}`)
      .verify(key, Buffer.from(signature, "base64url"));
    const read = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString());
    const { iss, aud, scope, iat, exp } = read(claims);
    const nowS = nowMs() / 1_000;
    return (
      isSigned &&
      read(header).alg === "RS256" &&
      iss === account.client_email &&
      aud === tokenUri &&
      scope === "https://www.googleapis.com/auth/cloudkms" &&
      iat <= nowS + 1 &&
      exp > nowS &&
      exp - iat <= 3_600
    );
  };
  return start(JSON.stringify(account), (request, vault) => {
    if (request.path === "/token") {
      const isMetadata =
        request.method === "GET" && request.headers["metadata-flavor"] === "Google";
      const form = new URLSearchParams(request.body);
      const isBearer = form.get("grant_type") === "urn:ietf:params:oauth:grant-type:jwt-bearer";
      if (!isMetadata && !(isBearer && isGenuine(form.get("assertion") ?? ""))) {
        return { status: 400, body: { error: "invalid_grant" } };
      }
      const token = `ya29.${randomBytes(12).toString("hex")}`;
      tokens.add(token);
      return {
        status: 200,
        body: { access_token: token, expires_in: 3_599, token_type: "Bearer" },
      };
    }
    if (!tokens.has(request.headers.authorization?.slice("Bearer ".length) ?? "")) {
      return refuse(401, "UNAUTHENTICATED");
    }
    const parsed = JSON.parse(request.body) as Record<string, string>;
    const context = parsed["additionalAuthenticatedData"] ?? "";
    if (request.path === `/v1/${googleKey}:encrypt`) {
      const ciphertext = btoa(vault.encrypt(parsed["plaintext"] ?? "", context));
      const name = `${googleKey}/cryptoKeyVersions/${vault.version()}`;
      return { status: 200, body: { name, ciphertext } };
    }
    if (request.path !== `/v1/${googleKey}:decrypt`) return refuse(404, "NOT_FOUND");
    const plaintext = vault.decrypt(atob(parsed["ciphertext"] ?? ""), context);
    return plaintext === null
      ? refuse(400, "INVALID_ARGUMENT")
      : { status: 200, body: { plaintext, usedPrimary: true } };
  });
}

export function standInForVault(): Promise<StandInKeyService> {
  const token = "hvs.test-token-of-the-service";
  const refuse = (status: number, ...errors: string[]): StandInResponse => ({
    status,
    body: { errors },
  });
  return start(token, (request, vault) => {
    if (request.headers["x-vault-token"] !== token) return refuse(403, "permission denied");
    if (request.path === "/v1/auth/token/renew-self") return { status: 200, body: { auth: {} } };
    const parsed = JSON.parse(request.body) as Record<string, string>;
    const context = parsed["associated_data"] ?? "";
    if (request.path === `/v1/transit/encrypt/${vaultKey}`) {
      const sealed = vault.encrypt(parsed["plaintext"] ?? "", context);
      const ciphertext = `vault:v${vault.version()}:${sealed}`;
      return { status: 200, body: { data: { ciphertext, key_version: vault.version() } } };
    }
    if (request.path !== `/v1/transit/decrypt/${vaultKey}`) return refuse(404);
    const plaintext = vault.decrypt((parsed["ciphertext"] ?? "").split(":")[2] ?? "", context);
    return plaintext === null
      ? refuse(400, "cipher: message authentication failed")
      : { status: 200, body: { data: { plaintext } } };
  });
}

/** A vault that authenticates the context as the vendors do. */
interface Vault {
  version(): number;
  /** Encrypts base64 to base64url. */
  encrypt(plain: string, context: string): string;
  decrypt(sealed: string, context: string): string | null;
}

function createVault(version: () => number): Vault {
  const key = randomBytes(32);
  return {
    version,
    encrypt(plain, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(plain, "base64"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
    },
    decrypt(sealed, context) {
      const bytes = Buffer.from(sealed, "base64url");
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
          .setAAD(Buffer.from(context))
          .setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
          "base64",
        );
      } catch {
        return null;
      }
    },
  };
}

async function start(
  credentials: string,
  handle: (request: Received, vault: Vault) => StandInResponse,
): Promise<StandInKeyService> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const body = Buffer.concat(chunks).toString();
    const one = { method, path: url, headers, body };
    received.push(one);
    const { fault } = standIn;
    if (fault === "drop") return void request.socket.destroy();
    if (fault === "hang") return;
    if (fault !== undefined) {
      const location = fault.location === undefined ? {} : { location: fault.location };
      return void response.writeHead(fault.status, location).end(fault.body ?? "");
    }
    const result = handle(one, vault);
    response.writeHead(result.status, { "content-type": "application/json" });
    response.end(JSON.stringify(result.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const standIn: StandInKeyService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    version: 1,
    credentials,
    received,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const vault = createVault(() => standIn.version);
  return standIn;
}

/** Computes the signature as AWS documents it, without our own code. */
function isSignedForAws(
  { method, path, headers, body }: Received,
  secretAccessKey: string,
): boolean {
  const [, day = "", region = "", service = "", names = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIATEST\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const date = String(headers["x-amz-date"]);
  const required = ["content-type", "host", "x-amz-date", "x-amz-target"];
  const signed = names.split(";");
  if (!required.every((name) => signed.includes(name)) || !date.startsWith(day)) return false;
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const canonical = `${method}\n${path}\n\n${lines}\n${names}\n${digest(body)}`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${digest(canonical)}`;
  const key = [day, region, service, "aws4_request"].reduce<Buffer>(
    (from, part) => createHmac("sha256", from).update(part).digest(),
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}
