/**
 * `tessera/webhooks`: verifies webhook deliveries on an operator's server. Runs wherever WebCrypto does (Node 20, Deno,
 * Bun, edge workers), without dependencies.
 *
 *   app.post("/webhooks", raw(), async (request, response) => {
 *     const event = await verifyWebhook({
 *       body: request.body,            // the raw bytes, before any JSON parser
 *       headers: request.headers,
 *       secret: process.env.TESSERA_WEBHOOK_SECRET,
 *     });
 *     …                                // an event can arrive twice: store event.eventId
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
 * Why a delivery was refused. `secret_malformed` and `body_not_raw` are mistakes of the receiving
 * server. For the others, respond with 400.
 */
export type WebhookVerificationCode =
  | "secret_malformed"
  | "body_not_raw"
  | "header_missing"
  | "header_malformed"
  | "timestamp_out_of_tolerance"
  | "signature_mismatch"
  | "body_malformed";

/** Thrown by {@link verifyWebhook}. Its message contains neither secret nor body. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Headers as a Fetch `Headers` object or Node's `request.headers` (any case). */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** The raw request body: text or bytes. A parsed and re-serialized body does not verify. */
  body: string | Uint8Array | ArrayBuffer;
  headers: WebhookHeaders;
  /** The endpoint's `whsec_…` secret; several during a rotation. */
  secret: string | readonly string[];
  /** The receiver's clock in milliseconds; default `Date.now`. */
  now?: () => number;
}

/**
 * Verifies a delivery's `tessera-signature` and timestamp (five minutes either way) and returns its
 * event. WebCrypto compares the signatures in constant time.
 * @throws WebhookVerificationError with a `code` if verification fails.
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<VerifiedWebhookEvent> {
  const { secret } = options;
  // JavaScript callers may pass an unset environment variable.
  const secrets = typeof secret === "string" ? [secret] : (secret ?? []);
  if (secrets.length === 0) throw fail("secret_malformed", "No secret was given.");
  const keys = await Promise.all(secrets.map(importSecret));

  const eventId = requireHeader(options.headers, signatureHeaders.id);
  const signature = parseSignatureHeader(requireHeader(options.headers, signatureHeaders.tessera));
  if (!signature)
    throw fail("header_malformed", `${signatureHeaders.tessera} is not t=<seconds>,v1=<hex>.`);

  const nowSeconds = (options.now ?? Date.now)() / 1000;
  if (Math.abs(nowSeconds - signature.timestampSeconds) > toleranceSeconds)
    throw fail(
      "timestamp_out_of_tolerance",
      "The delivery's timestamp is more than five minutes off.",
    );

  const body = bytesOf(options.body);
  const signed = concatenate(encode(`${eventId}.${signature.timestampSeconds}.`), body);
  let valid = false;
  for (const key of keys)
    for (const candidate of signature.signatures)
      if (await web.crypto.subtle.verify("HMAC", key, candidate, signed)) valid = true;
  if (!valid) throw fail("signature_mismatch", "No signature matches the body with this secret.");

  return parseEvent(new web.TextDecoder().decode(body), eventId);
}

function bytesOf(body: VerifyWebhookOptions["body"]): Uint8Array {
  if (typeof body === "string") return encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw fail(
    "body_not_raw",
    'The body is not raw: verify it before a JSON parser runs. In Express, use express.raw({ type: "application/json" }).',
  );
}

/** `contract` is compiled without DOM and Node types. */
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

/** At least 16 characters of base64, with or without padding. `atob` throws for any other length or padding. */
const wholeBase64 = /^(?:[A-Za-z0-9+/]{4}){4,}(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

async function importSecret(secret: string): Promise<object> {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : "";
  if (!wholeBase64.test(encoded))
    throw fail("secret_malformed", `A webhook secret is ${secretPrefix} followed by base64.`);
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
    throw fail("header_missing", `The delivery does not have exactly one ${name} header.`);
  return value;
}

function parseEvent(text: string, eventId: string): VerifiedWebhookEvent {
  let event: Partial<VerifiedWebhookEvent> | null = null;
  try {
    event = JSON.parse(text);
  } catch {
    // The check below reports it.
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
    throw fail("body_malformed", "The signed body is not an event with this id.");
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
