/**
 * `tessera/webhooks`: what an operator's server needs to trust a delivery. Runs wherever WebCrypto
 * does (Node 20, Deno, Bun, edge workers) and brings no dependency with it.
 *
 *   app.post("/webhooks", raw(), async (request, response) => {
 *     const event = await verifyWebhook({
 *       body: request.body,            // the raw bytes, before any JSON parser
 *       headers: request.headers,
 *       secret: process.env.TESSERA_WEBHOOK_SECRET,
 *     });
 *     …                                // the same event can come twice: keep event.eventId
 *   });
 */
import {
  parseSignatureHeader,
  secretPrefix,
  signatureHeaders,
  toleranceSeconds,
} from "./signature.ts";
import type { VerifiedWebhookEvent } from "./verified-event.ts";

export type {
  DisbursementWebhookEvent,
  KycVerificationWebhookEvent,
  PaymentWebhookEvent,
  VerifiedWebhookEvent,
  W9CompletedWebhookEvent,
  W9RequiredWebhookEvent,
  WebhookData,
} from "./verified-event.ts";

/**
 * Why a delivery was not accepted. `secret_malformed` and `body_not_raw` are mistakes of the server that asks; the
 * others call for a 400 answer.
 */
export type WebhookVerificationCode =
  | "secret_malformed"
  | "body_not_raw"
  | "header_missing"
  | "header_malformed"
  | "timestamp_out_of_tolerance"
  | "signature_mismatch"
  | "body_malformed";

/** Thrown by {@link verifyWebhook}; its message holds neither secret nor body. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Headers as Fetch's `Headers` or as Node's `request.headers` (any case). */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** The raw request body, as it came: text or bytes. A parsed and re-serialised one won't verify. */
  body: string | Uint8Array | ArrayBuffer;
  headers: WebhookHeaders;
  /** The `whsec_…` of the registration; several while you change from one to another. */
  secret: string | readonly string[];
  /** The receiver's clock in milliseconds; `Date.now` when left out. */
  now?: () => number;
}

/**
 * Checks a delivery's `tessera-signature` and stamp (five minutes either way) and returns its event.
 * The comparison is WebCrypto's own and takes constant time.
 * @throws WebhookVerificationError with a `code` when anything is off.
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<VerifiedWebhookEvent> {
  const { secret } = options;
  // Without types an environment variable that isn't set, or a parsed body, comes this far.
  const secrets = typeof secret === "string" ? [secret] : (secret ?? []);
  if (secrets.length === 0) throw fail("secret_malformed", "No secret was given.");
  const keys = await Promise.all(secrets.map(importSecret));

  const eventId = requireHeader(options.headers, signatureHeaders.id);
  const signature = parseSignatureHeader(requireHeader(options.headers, signatureHeaders.tessera));
  if (!signature)
    throw fail("header_malformed", `${signatureHeaders.tessera} is not t=<seconds>,v1=<hex>.`);

  const nowSeconds = (options.now ?? Date.now)() / 1000;
  if (Math.abs(nowSeconds - signature.timestampSeconds) > toleranceSeconds)
    throw fail("timestamp_out_of_tolerance", "The delivery's stamp is over five minutes off.");

  const body = bytesOf(options.body);
  const signed = concatenate(encode(`${eventId}.${signature.timestampSeconds}.`), body);
  let valid = false;
  for (const key of keys)
    for (const candidate of signature.signatures)
      if (await web.crypto.subtle.verify("HMAC", key, candidate, signed)) valid = true;
  if (!valid) throw fail("signature_mismatch", "No signature matches the body under this secret.");

  return parseEvent(new web.TextDecoder().decode(body), eventId);
}

function bytesOf(body: VerifyWebhookOptions["body"]): Uint8Array {
  if (typeof body === "string") return encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw fail(
    "body_not_raw",
    'The body is no longer what was sent: verify it before a JSON parser has it, in Express with express.raw({ type: "application/json" }).',
  );
}

/** The parts of the web platform used here; `contract` is typed without DOM and Node. */
interface WebPlatform {
  atob(text: string): string;
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new () => { decode(bytes: Uint8Array): string };
  crypto: {
    subtle: {
      importKey(
        format: "raw",
        key: Uint8Array,
        algorithm: { name: "HMAC"; hash: "SHA-512" },
        extractable: false,
        usages: readonly ["verify"],
      ): Promise<object>;
      verify(
        algorithm: "HMAC",
        key: object,
        signature: Uint8Array,
        data: Uint8Array,
      ): Promise<boolean>;
    };
  };
}
const web = globalThis as unknown as WebPlatform;

async function importSecret(secret: string): Promise<object> {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : "";
  if (!/^[A-Za-z0-9+/]{16,}={0,2}$/.test(encoded))
    throw fail("secret_malformed", `A webhook secret is ${secretPrefix} and base64.`);
  const key = Uint8Array.from(web.atob(encoded), (character) => character.charCodeAt(0));
  const algorithm = { name: "HMAC", hash: "SHA-512" } as const;
  return web.crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  let value: string | readonly string[] | null | undefined;
  if (typeof headers.get === "function") value = headers.get(name);
  else
    for (const [key, found] of Object.entries(headers))
      if (key.toLowerCase() === name) value = found;
  if (typeof value !== "string" || value === "")
    throw fail("header_missing", `The delivery has no single ${name} header.`);
  return value;
}

function parseEvent(text: string, eventId: string): VerifiedWebhookEvent {
  let event: Partial<VerifiedWebhookEvent> | null = null;
  try {
    event = JSON.parse(text);
  } catch {
    // told below, with everything else that is no event
  }
  if (
    event === null ||
    typeof event !== "object" ||
    event.eventId !== eventId ||
    typeof event.type !== "string" ||
    typeof event.status !== "string" ||
    typeof event.data !== "object" ||
    event.data === null
  )
    throw fail("body_malformed", "The signed body is not an event of this id.");
  return event as VerifiedWebhookEvent;
}

function fail(code: WebhookVerificationCode, message: string): WebhookVerificationError {
  return new WebhookVerificationError(code, message);
}

function encode(text: string): Uint8Array {
  return new web.TextEncoder().encode(text);
}

function concatenate(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
