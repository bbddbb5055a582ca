import { brotliCompressSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  type Appearance,
  appearanceDensities,
  appearanceFonts,
  appearanceModes,
  appearanceRadii,
  appearanceSchema,
  ownAppearance,
} from "./appearance.ts";
import { styleOfPage } from "./appearance-css.ts";
import { contrast } from "./color.ts";
import { palettes, type Scheme } from "./palette.ts";

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
const logo = "Y-lkAG1RcmJdGtiy5KtXX_";
const appearances: fc.Arbitrary<Appearance> = fc.record({
  logo: fc.constant(logo),
  brandColor: color,
  brandColorDark: color,
  mode: fc.constantFrom(...appearanceModes),
  radius: fc.constantFrom(...appearanceRadii),
  density: fc.constantFrom(...appearanceDensities),
  font: fc.constantFrom(...appearanceFonts),
});

/** The colors that a page shows: its own, overridden by those of `css`. */
function colorsOf(css: string, scheme: Scheme): Map<string, string> {
  const [plain = "", dark = ""] = css.split(/@media screen[^{]*\{/);
  const tokens = new Map(
    Object.entries(palettes.light).map(([token, value]) => [`color-${token}`, value]),
  );
  for (const part of scheme === "dark" ? [plain, dark] : [plain])
    for (const [, token = "", value = ""] of part.matchAll(
      /--(color-[\w-]+|brand[\w-]*):([^;}]+)/g,
    ))
      if (value.startsWith("#")) tokens.set(token, value);
  return tokens;
}

describe("any appearance", () => {
  test("leaves the total visible, in both schemes, on every page", () => {
    fc.assert(
      fc.property(
        appearances,
        fc.constantFrom("payment", "disbursement", "kyc", "refund", "challenge", "w9"),
        fc.constantFrom<Scheme>("light", "dark"),
        (appearance, page, scheme) => {
          const { css } = styleOfPage(appearance, page);
          const colors = colorsOf(css, scheme);
          const colorOf = (token: string) => colors.get(token) ?? "";
          expect(contrast(colorOf("color-text"), colorOf("color-surface"))).toBeGreaterThan(14);
          expect(contrast(colorOf("color-muted"), colorOf("color-surface"))).toBeGreaterThan(4.5);
          expect(contrast(colorOf("color-danger"), colorOf("color-surface"))).toBeGreaterThan(4.5);
          expect(
            contrast(colorOf("color-accent"), colorOf("color-surface")),
          ).toBeGreaterThanOrEqual(4.5);
          // The only rule for the total keeps the system's font.
          const rules = [...css.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter(([, selector = ""]) =>
            /payment-(summary|line|total)|payout-head/.test(selector),
          );
          for (const [, , declarations] of rules)
            expect(declarations).toBe("font-family:system-ui,sans-serif");
        },
      ),
      { numRuns: 10_000 },
    );
  }, 600_000);

  test("sets only listed properties, and cannot close the style element", () => {
    const known =
      /^(--(brand(-strong|-text|-edge|-focus)?|color-[\w-]+|focus-ring|shadow-control|font|radius(-large)?|logo|control-height|space-\d)|color-scheme|border(-color|-radius)?|outline-color|color|background|appearance|font-family)$/;
    fc.assert(
      fc.property(appearances, (appearance) => {
        const { css } = styleOfPage(appearance, "payment");
        expect(css).not.toMatch(
          /[<>\\]|@(?!media screen( and \(prefers-color-scheme:dark\))?\{)|url\(|\/\*/,
        );
        const properties = [...css.matchAll(/[{;]([\w-]+):/g)].map(([, name = ""]) => name);
        expect(properties.filter((name) => !known.test(name))).toEqual([]);
        expect(css.split("{").length).toBe(css.split("}").length);
      }),
    );
  });

  test("adds at most 0.75 KB to a page", () => {
    fc.assert(
      fc.property(appearances, (appearance) => {
        const { css } = styleOfPage(appearance, "payment");
        expect(brotliCompressSync(css).length).toBeLessThanOrEqual(768);
      }),
    );
  });

  test("keeps controls at least 44 px high", () => {
    for (const density of appearanceDensities) {
      const { css } = styleOfPage({ ...ownAppearance, density }, "payment");
      const height = Number(/--control-height:([\d.]+)rem/.exec(css)?.[1] ?? 3);
      expect(height * 16).toBeGreaterThanOrEqual(44);
      expect(css).not.toContain("--target-size");
    }
  });
});

describe("modes", () => {
  const style = (mode: Appearance["mode"], page = "payment") =>
    styleOfPage({ ...ownAppearance, mode }, page);

  test("light and dark do not depend on the page or the device", () => {
    for (const mode of ["light", "dark"] as const) {
      expect(style(mode).css).not.toContain("prefers-color-scheme");
      expect(style(mode).ownScheme).toBe(mode);
    }
    expect(style("dark").css).toContain(`--color-surface:${palettes.dark.surface}`);
    expect(style("light").css).not.toContain("color-scheme");
  });

  test.each(["dark", "auto"] as const)("%s prints dark text on white paper", (mode) => {
    const [printed = ""] = style(mode).css.split("@media screen");
    expect(printed).toContain("--brand:");
    expect(printed).not.toContain(palettes.dark.text);
  });

  test("auto has dark colors only for a dark page", () => {
    const { css, ownScheme } = style("auto");
    const [plain = "", dark = ""] = css.split("@media screen and (prefers-color-scheme:dark)");
    expect(plain).not.toContain(palettes.dark.surface);
    expect(dark).toContain(palettes.dark.surface);
    expect(ownScheme).toBe("light dark");
  });

  test("the W-9 follows the mode and shows nothing of the brand", () => {
    expect(style("light", "w9").css).toBe("");
    expect(style("dark", "w9").css).toContain(palettes.dark.accent);
    const branded = styleOfPage(
      {
        ...ownAppearance,
        brandColor: "#ff0000",
        font: "mono",
        radius: "round",
        mode: "auto",
        logo,
      },
      "w9",
    );
    expect(branded.css).not.toMatch(/brand|font|--radius|logo|\.button/);
  });
});

describe("an appearance from an admin", () => {
  test("gets defaults for absent members, and lower case for colors", () => {
    expect(z.parse(appearanceSchema, { brandColor: " #FFCC00" })).toEqual({
      ...ownAppearance,
      brandColor: "#ffcc00",
    });
  });

  test.each([
    ["no color", {}],
    ["a name", { brandColor: "rebeccapurple" }],
    ["an alpha channel", { brandColor: "#ffcc0080" }],
    ["three digits", { brandColor: "#fc0" }],
    ["a function", { brandColor: "rgb(0 0 0)" }],
    ["a line break", { brandColor: "#ffcc00\n;}" }],
    ["another rule", { brandColor: "#ffcc00;}body{display:none" }],
    ["a closed style element", { brandColor: "</style><script>" }],
    ["an array", { brandColor: ["#ffcc00"] }],
    ["CSS in the second color", { brandColor: "#ffcc00", brandColorDark: "url(//x)" }],
    ["an unknown mode", { brandColor: "#ffcc00", mode: "dark;}" }],
    ["an unknown radius", { brandColor: "#ffcc00", radius: "9px" }],
    ["an inherited name", { brandColor: "#ffcc00", radius: "constructor" }],
    ["an unknown font", { brandColor: "#ffcc00", font: "Comic Sans" }],
    ["an unknown density", { brandColor: "#ffcc00", density: "none" }],
    ["a URL as the logo", { brandColor: "#ffcc00", logo: "https://evil.example/x.svg" }],
    ["custom CSS", { brandColor: "#ffcc00", customCss: "*{display:none}" }],
  ])("is refused with %s", (_, given) => {
    expect(z.safeParse(appearanceSchema, given).success).toBe(false);
  });
});
