import {
  type BrowserInfo,
  type ChallengeWindowSize,
  challengeWindowPx,
} from "#contract/client/browser-info";
import type { AReq } from "#contract/connectors/three-ds";

export type BrowserFields = Pick<
  AReq,
  | "browserAcceptHeader"
  | "browserIP"
  | "browserJavascriptEnabled"
  | "browserJavaEnabled"
  | "browserLanguage"
  | "browserColorDepth"
  | "browserScreenHeight"
  | "browserScreenWidth"
  | "browserTZ"
  | "browserUserAgent"
>;

/** Browser data from the frame, and what only the server sees. */
export interface BrowserContext {
  readonly browser: BrowserInfo;
  readonly acceptHeader: string;
  /** IPv4 or IPv6 text, at most 45 characters; null if unknown. */
  readonly ipAddress: string | null;
}

/** EMV allows these (browserColorDepth); deepest first. */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1];

/** The deepest allowed depth up to the browser's. HDR screens report 30, which becomes 24. */
export function toColorDepth(bits: number): string {
  return String(colorDepths.find((allowed) => allowed <= bits) ?? 1);
}

/**
 * Shortens a language tag to 8 characters (EMV browserLanguage), between subtags if possible: `zh-Hant-TW` → `zh-Hant`.
 */
export function toBrowserLanguage(tag: string): string {
  if (tag.length <= 8) return tag;
  const whole = tag.slice(0, 9);
  const cut = whole.lastIndexOf("-");
  return cut > 0 ? whole.slice(0, cut) : tag.slice(0, 8);
}

/** All browser fields in EMV's format: numbers as text, lengths cut to EMV's limits. */
export function toBrowserFields({
  browser,
  acceptHeader,
  ipAddress,
}: BrowserContext): BrowserFields {
  return {
    browserAcceptHeader: acceptHeader.slice(0, 2048) || "*/*",
    ...(ipAddress && ipAddress.length <= 45 ? { browserIP: ipAddress } : {}),
    browserJavascriptEnabled: true,
    browserJavaEnabled: browser.javaEnabled,
    browserLanguage: toBrowserLanguage(browser.language),
    browserColorDepth: toColorDepth(browser.colorDepth),
    browserScreenHeight: String(browser.screenHeightPx),
    browserScreenWidth: String(browser.screenWidthPx),
    browserTZ: String(browser.timeZoneOffsetMinutes),
    browserUserAgent: browser.userAgent.slice(0, 2048),
  };
}

/** The size that the frame requested, or else the largest standard size (never 05) that fits the screen. */
export function challengeWindowFor(browser: BrowserInfo): ChallengeWindowSize {
  if (browser.challengeWindowSize) return browser.challengeWindowSize;
  const fits = (["03", "02", "01"] as const).find((size) => {
    const px = challengeWindowPx[size];
    return px && px.widthPx <= browser.screenWidthPx && px.heightPx <= browser.screenHeightPx;
  });
  return fits ?? "05";
}
