import {
  type BrowserInfo,
  type ChallengeWindowSize,
  challengeWindowPx,
} from "#contract/client/browser-info";
import type { AReq } from "#contract/connectors/three-ds";

/** The browser's part of an AReq. */
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

/** What the frame said, with what only the server sees of the same browser. */
export interface BrowserContext {
  readonly browser: BrowserInfo;
  readonly acceptHeader: string;
  /** IPv4 or IPv6 text, at most 45 characters; null if not known. */
  readonly ipAddress: string | null;
}

/** Colour depths that EMV allows (browserColorDepth), deepest first. */
const colorDepths = [48, 32, 24, 16, 15, 8, 4, 1];

/** The deepest allowed depth that is not above the browser's: HDR screens say 30, which becomes 24. */
export function toColorDepth(bits: number): string {
  return String(colorDepths.find((allowed) => allowed <= bits) ?? 1);
}

/**
 * A language tag of at most 8 characters (EMV browserLanguage), cut at a subtag where that is
 * possible: `zh-Hant-TW` → `zh-Hant`.
 */
export function toBrowserLanguage(tag: string): string {
  if (tag.length <= 8) return tag;
  const whole = tag.slice(0, 9);
  const cut = whole.lastIndexOf("-");
  return cut > 0 ? whole.slice(0, cut) : tag.slice(0, 8);
}

/** All browser fields as EMV wants them: numbers as text, lengths cut to EMV's limits. */
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

/** The window that the frame asked for, else the largest usual one (never 05) that fits the screen. */
export function challengeWindowFor(browser: BrowserInfo): ChallengeWindowSize {
  if (browser.challengeWindowSize) return browser.challengeWindowSize;
  const fits = (["03", "02", "01"] as const).find((size) => {
    const px = challengeWindowPx[size];
    return px && px.widthPx <= browser.screenWidthPx && px.heightPx <= browser.screenHeightPx;
  });
  return fits ?? "05";
}
