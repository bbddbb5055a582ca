import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contrast, fromOklch, toOklch } from "./color.ts";
import { deriveBrand, edgeRatio, textRatio } from "./derive-brand.ts";
import { palettes, type Scheme } from "./palette.ts";

const schemes = ["light", "dark"] as const satisfies readonly Scheme[];
const brands = fc
  .tuple(fc.integer({ min: 0, max: 0xffffff }), fc.constantFrom(...schemes))
  .map(([value, scheme]) => ({ brand: `#${value.toString(16).padStart(6, "0")}`, scheme }));

describe("any brand", () => {
  test("keeps AA for every text and edge, in both schemes", () => {
    const keepsAa = ({ brand, scheme }: { brand: string; scheme: Scheme }) => {
      const { colors, checks } = deriveBrand(brand, scheme);
      const { surface, page, sunken, text, muted } = palettes[scheme];
      const least = (color: string, ...grounds: string[]) =>
        Math.min(...grounds.map((ground) => contrast(color, ground)));
      const fills = [colors.button, colors.buttonStrong];
      const edge = (fill: string) => contrast(colors.buttonEdge ?? fill, surface);
      const pairs: [string, number, number][] = [
        ["link", least(colors.accent, surface, page, sunken, colors.soft), textRatio],
        ["focus", least(colors.accent, surface, page), edgeRatio],
        ["text on the button", least(colors.onButton, ...fills), textRatio],
        ["edge of the button", Math.min(...fills.map(edge)), edgeRatio],
        ["text on the tint", least(text, colors.soft), textRatio],
        ["muted text on the tint", least(muted, colors.soft), textRatio],
      ];
      expect(pairs.filter(([, ratio, required]) => ratio < required)).toEqual([]);
      expect(checks.filter(({ ratio, required }) => ratio < required)).toEqual([]);
      expect(colors.buttonStrong).not.toBe(colors.button);
    };
    fc.assert(fc.property(brands, keepsAa), { numRuns: 10_000 });
    for (const brand of ["#000000", "#ffffff", "#808080", "#767676", "#777777", "#14181f"])
      for (const scheme of schemes) keepsAa({ brand, scheme });
  }, 600_000);

  test("keeps its hue, and is only darker on light and lighter on dark", () => {
    fc.assert(
      fc.property(brands, ({ brand, scheme }) => {
        const [before, after] = [toOklch(brand), toOklch(deriveBrand(brand, scheme).colors.accent)];
        const moved = after.lightness - before.lightness;
        expect(scheme === "light" ? moved : -moved).toBeLessThan(0.003);
        // Rounding to 8 bits changes the hue of grays.
        if (after.chroma > 0.03) {
          const turned = Math.abs(Math.atan2(...turn(before.hue, after.hue)));
          expect(turned).toBeLessThan(0.12);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

const turn = (from: number, to: number): [number, number] => [
  Math.sin(to - from),
  Math.cos(to - from),
];

test("a color that is readable stays as it is, and is not reported as corrected", () => {
  const { colors, checks } = deriveBrand("#2a55d4", "light");
  expect(colors).toMatchObject({ accent: "#2a55d4", button: "#2a55d4", onButton: "#ffffff" });
  expect(checks.filter(({ corrected }) => corrected)).toEqual([]);
});

test("a yellow keeps its button, gets black text and an edge, and links of its hue", () => {
  const { colors, checks } = deriveBrand("#ffcc00", "light");
  expect(colors).toMatchObject({ button: "#ffcc00", onButton: "#000000" });
  expect(colors.buttonEdge).toBe(colors.accent);
  const link = checks.find(({ use }) => use === "link");
  expect(link?.corrected).toMatchObject({ from: "#ffcc00" });
  expect(link?.corrected?.ratio).toBeLessThan(1.6);
  expect(deriveBrand("#ffcc00", "dark").colors).toMatchObject({
    accent: "#ffcc00",
    buttonEdge: null,
  });
});

test("colors survive the conversion to OKLCH and back", () => {
  fc.assert(
    fc.property(brands, ({ brand }) => {
      expect(fromOklch(toOklch(brand))).toBe(brand);
    }),
  );
});

test("contrast is computed as WCAG defines it", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.478, 3);
});

describe("the palettes", () => {
  test.each(["../../styles/tokens.css", "../../styles/console/tokens.css"])(
    "are those of %s",
    (file) => {
      const css = readFileSync(new URL(file, import.meta.url), "utf8");
      const scheme = file.includes("console") ? "dark" : "light";
      for (const [token, color] of Object.entries(palettes[scheme]))
        expect(css, token).toContain(`--color-${token}: ${color};`);
    },
  );

  test.each(schemes)("keep AA in %s", (scheme) => {
    const palette = palettes[scheme];
    const { surface, page, sunken } = palette;
    const low = [
      ...["text", "muted"].flatMap((text) =>
        [surface, page, sunken].map((ground) => [text, ground, textRatio] as const),
      ),
      ...["danger", "success", "warning", "accent"].flatMap((tone) =>
        [surface, palette[`${tone}-soft` as "danger-soft"]].map(
          (ground) => [tone, ground, textRatio] as const,
        ),
      ),
      ["line-strong", surface, edgeRatio] as const,
      ["on-accent", palette.accent, textRatio] as const,
      ["on-accent", palette["accent-strong"], textRatio] as const,
    ].filter(([color, ground, least]) => contrast(palette[color as "text"], ground) < least);
    expect(low).toEqual([]);
  });
});
