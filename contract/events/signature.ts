/**
 * How a webhook delivery is signed (docs/integrate/webhooks.md).
 *
 * Both schemes sign the same bytes, `{event id}.{seconds}.{raw body}`, with the same key: the decoded base64 after
 * `whsec_`. Each try has a new timestamp and signature, so that a late retry is not refused as too old. The event id
 * stays the same.
 *
 *   tessera-signature: t=1700000000,v1=<hex HMAC-SHA512>[,v1=…]        several during secret rotation
 *   webhook-id, webhook-timestamp, webhook-signature: v1,<base64 HMAC-SHA256>[ v1,…]
 *
 * The last three headers follow Standard Webhooks 1.0, so its libraries work too.
 */

/** Header names, in lower case as in Node. */
export const signatureHeaders = {
  tessera: "tessera-signature",
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  standard: "webhook-signature",
} as const;

/** Standard base64 follows. */
export const secretPrefix = "whsec_";

/** Allowed clock difference in both directions. */
export const toleranceSeconds = 5 * 60;

/** The exact text to sign. Its UTF-8 bytes are the input of the HMAC. */
export function signedText(eventId: string, timestampSeconds: number, rawBody: string): string {
  return `${eventId}.${timestampSeconds}.${rawBody}`;
}

/** `t=…,v1=…` with one lower-case hex signature per valid secret. */
export function formatSignatureHeader(
  timestampSeconds: number,
  hexSignatures: readonly string[],
): string {
  return [`t=${timestampSeconds}`, ...hexSignatures.map((hex) => `v1=${hex}`)].join(",");
}

/** Content of a `tessera-signature` header, without unknown schemes (`v2=…`). */
export interface ParsedSignatureHeader {
  timestampSeconds: number;
  /** 64 bytes each. */
  signatures: Uint8Array[];
}

/** Parses the header; undefined unless it has exactly one timestamp and a well-formed `v1`. */
export function parseSignatureHeader(header: string): ParsedSignatureHeader | undefined {
  const stamps: number[] = [];
  const signatures: Uint8Array[] = [];
  for (const part of header.split(",")) {
    const [, name, value = ""] = /^\s*([a-z0-9]+)=(\S+)\s*$/.exec(part) ?? [];
    if (name === "t" && /^\d{1,12}$/.test(value)) stamps.push(Number(value));
    if (name === "v1" && /^[0-9a-f]{128}$/i.test(value)) signatures.push(bytesOfHex(value));
  }
  const [timestampSeconds, ...others] = stamps;
  if (timestampSeconds === undefined || others.length > 0 || signatures.length === 0)
    return undefined;
  return { timestampSeconds, signatures };
}

function bytesOfHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}
