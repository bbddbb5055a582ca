import type { BrowserInfo } from "#contract/client/browser-info";

/** Reads the browser fields of the AReq (EMV 3DS 2.2). */
export function readBrowserInfo(view: Window): BrowserInfo {
  const { navigator, screen } = view;
  return {
    javaEnabled: false,
    language: navigator.language || "en",
    colorDepth: screen.colorDepth || 24,
    screenHeightPx: Math.max(0, Math.round(screen.height)),
    screenWidthPx: Math.max(0, Math.round(screen.width)),
    timeZoneOffsetMinutes: new Date().getTimezoneOffset(),
    userAgent: navigator.userAgent.slice(0, 2048) || "unknown",
    challengeWindowSize: windowSizeFor(screen.availWidth, screen.availHeight),
  };
}

/** Full screen on phones, the flat window on low screens, otherwise 500 by 600 px. */
function windowSizeFor(widthPx: number, heightPx: number): "03" | "04" | "05" {
  if (widthPx < 540) return "05";
  return heightPx < 700 ? "04" : "03";
}
