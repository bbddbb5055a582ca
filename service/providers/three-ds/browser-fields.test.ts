import { describe, expect, it } from "vitest";
import type { BrowserInfo } from "#contract/client/browser-info";
import {
  challengeWindowFor,
  toBrowserFields,
  toBrowserLanguage,
  toColorDepth,
} from "./browser-fields.ts";

const browser: BrowserInfo = {
  javaEnabled: false,
  language: "en-US",
  colorDepth: 24,
  screenHeightPx: 900,
  screenWidthPx: 1440,
  timeZoneOffsetMinutes: 300,
  userAgent: "Mozilla/5.0",
};

describe("the browser data for the issuer", () => {
  it("have a color depth of EMV's list even on an HDR screen", () => {
    expect([30, 24, 48, 64, 12, 3, 1].map(toColorDepth)).toEqual("24 24 48 48 8 1 1".split(" "));
  });

  it("have a language of at most 8 characters, cut between subtags", () => {
    expect(toBrowserLanguage("zh-Hant-TW")).toBe("zh-Hant");
    expect(toBrowserLanguage("en-US")).toBe("en-US");
    expect(toBrowserLanguage("de-CH-1996")).toBe("de-CH");
    expect(toBrowserLanguage("abcdefghijk")).toBe("abcdefgh");
    expect(toBrowserLanguage("abcdefgh-CH")).toBe("abcdefgh");
  });

  it("have numbers as text, and address and accept header from the server", () => {
    const context = { browser, acceptHeader: "text/html", ipAddress: "2001:db8::1" };
    expect(toBrowserFields(context)).toMatchObject({
      browserIP: "2001:db8::1",
      browserAcceptHeader: "text/html",
      browserScreenWidth: "1440",
      browserTZ: "300",
      browserJavascriptEnabled: true,
    });
    expect(toBrowserFields({ ...context, ipAddress: null })).not.toHaveProperty("browserIP");
  });
});

describe("the challenge window", () => {
  it("has the size that the frame requested", () => {
    expect(challengeWindowFor({ ...browser, challengeWindowSize: "04" })).toBe("04");
  });

  it("fits the screen when the frame requested no size", () => {
    expect(challengeWindowFor(browser)).toBe("03");
    expect(challengeWindowFor({ ...browser, screenWidthPx: 412 })).toBe("02");
    expect(challengeWindowFor({ ...browser, screenWidthPx: 360 })).toBe("01");
    expect(challengeWindowFor({ ...browser, screenWidthPx: 200 })).toBe("05");
  });
});
