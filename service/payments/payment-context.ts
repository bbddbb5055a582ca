import { createHash } from "node:crypto";
import type { BrowserInfo } from "#contract/client/browser-info";
import type { FieldPlace, Keyring } from "../platform/secrets/keyring.ts";
import type { AttemptRecord } from "./records.ts";

/** Evidence in a dispute: what the service saw of the customer when they paid. */
export interface PaymentContext {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /**
   * SHA-256 of the browser's attributes, in hex; null without any. Card networks require at least 20 characters from at
   * least two attributes.
   */
  readonly deviceId: string | null;
}

/** `body` may describe the browser. */
export function contextOf(ipAddress: string | null, body: object): PaymentContext {
  const browser = "browser" in body ? (body.browser as BrowserInfo | undefined) : undefined;
  return {
    ipAddress,
    userAgent: browser?.userAgent ?? null,
    deviceId: browser ? deviceIdOf(browser) : null,
  };
}

/** Encrypts the context. Needs the operator's data key. */
export function sealContext(
  keyring: Pick<Keyring, "encryptField">,
  key: { operatorId: string; paymentId: string },
  context: PaymentContext,
): string {
  return keyring.encryptField(contextPlace(key), JSON.stringify(context));
}

/** Decrypts the context; null if none was stored. */
export function openContext(
  keyring: Pick<Keyring, "decryptField">,
  operatorId: string,
  { paymentId, contextSealed }: Pick<AttemptRecord, "paymentId" | "contextSealed">,
): PaymentContext | null {
  if (contextSealed === null) return null;
  return JSON.parse(keyring.decryptField(contextPlace({ operatorId, paymentId }), contextSealed));
}

function contextPlace({
  operatorId,
  paymentId,
}: {
  operatorId: string;
  paymentId: string;
}): FieldPlace {
  return { operatorId, table: "payments", column: "context_sealed", id: paymentId };
}

function deviceIdOf(browser: BrowserInfo): string {
  const attributes = [
    browser.userAgent,
    browser.language,
    browser.colorDepth,
    browser.screenHeightPx,
    browser.screenWidthPx,
    browser.timeZoneOffsetMinutes,
  ];
  return createHash("sha256").update(JSON.stringify(attributes)).digest("hex");
}
