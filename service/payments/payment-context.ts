import { createHash } from "node:crypto";
import type { BrowserInfo } from "#contract/client/browser-info";
import type { FieldPlace, Keyring } from "../platform/secrets/keyring.ts";
import type { AttemptRecord } from "./records.ts";

/** What the service saw of the customer when they paid. Evidence, if the payment is disputed. */
export interface PaymentContext {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  /**
   * SHA-256 of the browser's attributes, in hex; null if the browser sent none. Card networks ask for at least 20
   * characters from at least two attributes.
   */
  readonly deviceId: string | null;
}

/** The context of a submission. `body` may describe the browser. */
export function contextOf(ipAddress: string | null, body: object): PaymentContext {
  const browser = "browser" in body ? (body.browser as BrowserInfo | undefined) : undefined;
  return {
    ipAddress,
    userAgent: browser?.userAgent ?? null,
    deviceId: browser ? deviceIdOf(browser) : null,
  };
}

/** Seals a context. The operator's data key must be loaded. */
export function sealContext(
  keyring: Pick<Keyring, "encryptField">,
  key: { operatorId: string; paymentId: string },
  context: PaymentContext,
): string {
  return keyring.encryptField(contextPlace(key), JSON.stringify(context));
}

/** The context of an attempt; null if none was kept. */
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
