import * as z from "zod/mini";

/** Challenge window sizes: 250×400, 390×400, 500×600, 600×400, full (EMV 3DS 2.2, Table A.1). */
export const challengeWindowSizes = ["01", "02", "03", "04", "05"] as const;
export type ChallengeWindowSize = (typeof challengeWindowSizes)[number];

/** CSS pixels; `null` for the whole screen. */
export const challengeWindowPx: Readonly<
  Record<ChallengeWindowSize, { readonly widthPx: number; readonly heightPx: number } | null>
> = {
  "01": { widthPx: 250, heightPx: 400 },
  "02": { widthPx: 390, heightPx: 400 },
  "03": { widthPx: 500, heightPx: 600 },
  "04": { widthPx: 600, heightPx: 400 },
  "05": null,
};

/**
 * Browser data for 3-D Secure, as the browser reports it. The service maps it to EMV's values (no color depth 30; a
 * language of at most 8 characters). `timeZoneOffsetMinutes` is `Date#getTimezoneOffset()`: New York in winter is 300.
 * `challengeWindowSize` is the largest that fits; if absent, the service chooses by screen size.
 */
export const browserInfo = z.strictObject({
  javaEnabled: z.boolean(),
  language: z.string().check(z.minLength(1), z.maxLength(64)),
  colorDepth: z.int().check(z.minimum(1), z.maximum(64)),
  screenHeightPx: z.int().check(z.minimum(0), z.maximum(999_999)),
  screenWidthPx: z.int().check(z.minimum(0), z.maximum(999_999)),
  timeZoneOffsetMinutes: z.int().check(z.minimum(-900), z.maximum(900)),
  userAgent: z.string().check(z.minLength(1), z.maxLength(2048)),
  challengeWindowSize: z.optional(z.enum(challengeWindowSizes)),
});
export type BrowserInfo = z.infer<typeof browserInfo>;
