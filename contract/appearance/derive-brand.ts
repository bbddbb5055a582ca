/**
 * Derives every color of a brand, for one color scheme, and keeps WCAG 2.2 AA.
 *
 * Always holds, for any brand color: text has at least 4.5:1 on each of its backgrounds, edges and focus rings at least
 * 3:1 (1.4.3, 1.4.11). The button keeps the true brand color with white or black text, one of which always has 4.58:1,
 * and gets an edge if its color is too close to the surface. Links and edges change only in lightness; hue stays, and
 * chroma only falls to fit sRGB.
 */
import { contrast, fromOklch, toOklch } from "./color.ts";
import { palettes, type Scheme } from "./palette.ts";

/** Minimum for text (WCAG 1.4.3). */
export const textRatio = 4.5;
/** Minimum for edges and icons (WCAG 1.4.11). */
export const edgeRatio = 3;

/** The derived colors, all `#rrggbb`. */
export interface BrandColors {
  /** Links, chosen edges, focus, progress. */
  readonly accent: string;
  readonly soft: string;
  readonly button: string;
  /** The button under the pointer, pressed and busy. */
  readonly buttonStrong: string;
  readonly onButton: string;
  /** Null if the button's own color is enough. */
  readonly buttonEdge: string | null;
}

export type CheckedUse = "link" | "focus" | "buttonText" | "buttonPressed" | "buttonEdge" | "tint";

export interface ColorCheck {
  readonly use: CheckedUse;
  readonly scheme: Scheme;
  readonly color: string;
  /** The background with the least contrast. */
  readonly background: string;
  readonly ratio: number;
  readonly required: number;
  /** The color and its ratio before the correction; null if it was enough. */
  readonly corrected: { readonly from: string; readonly ratio: number } | null;
}

/** The colors and their checks. Every check passes. */
export interface DerivedBrand {
  readonly colors: BrandColors;
  readonly checks: readonly ColorCheck[];
}

/** Derives the colors of `brand` (`#rrggbb`). */
export function deriveBrand(brand: string, scheme: Scheme): DerivedBrand {
  const palette = palettes[scheme];
  const soft = softOf(brand, scheme);
  const backgrounds = [palette.surface, palette.page, palette.sunken, soft];
  const accent = corrected(brand, scheme, backgrounds);
  const onButton = contrast("#ffffff", brand) >= textRatio ? "#ffffff" : "#000000";
  const buttonStrong = strongOf(brand, onButton);
  const [fill] = [brand, buttonStrong].sort(
    (one, other) => contrast(one, palette.surface) - contrast(other, palette.surface),
  ) as [string, string];
  const isFaint = contrast(fill, palette.surface) < edgeRatio;
  const colors: BrandColors = {
    accent,
    soft,
    button: brand,
    buttonStrong,
    onButton,
    buttonEdge: isFaint ? accent : null,
  };

  const check = (
    use: CheckedUse,
    color: string,
    against: readonly string[],
    required: number,
    from = color,
  ): ColorCheck => {
    const background = worst(color, against);
    const isCorrected = from !== color;
    const before = { from, ratio: contrast(from, worst(from, against)) };
    const ratio = contrast(color, background);
    return {
      use,
      scheme,
      color,
      background,
      ratio,
      required,
      corrected: isCorrected ? before : null,
    };
  };
  const edge = colors.buttonEdge ?? fill;
  return {
    colors,
    checks: [
      check("buttonText", onButton, [brand], textRatio),
      check("buttonPressed", onButton, [buttonStrong], textRatio),
      check("buttonEdge", edge, [palette.surface], edgeRatio, fill),
      check("link", accent, backgrounds, textRatio, brand),
      check("focus", accent, [palette.surface, palette.page], edgeRatio, brand),
      check("tint", palette.muted, [soft], textRatio),
    ],
  };
}

/** Moves the lightness in invisible steps until the color has enough contrast as text. */
function corrected(brand: string, scheme: Scheme, backgrounds: readonly string[]): string {
  const { lightness: start, ...rest } = toOklch(brand);
  const step = scheme === "light" ? -0.004 : 0.004;
  let color = brand;
  for (let lightness = start; ; lightness += step) {
    if (backgrounds.every((background) => contrast(color, background) >= textRatio)) return color;
    // Black and white pass, so the loop ends.
    color = fromOklch({ ...rest, lightness: Math.min(1, Math.max(0, lightness + step)) });
  }
}

/** A tint on which muted text is still readable. */
function softOf(brand: string, scheme: Scheme): string {
  const { chroma, hue } = toOklch(brand);
  return scheme === "light"
    ? fromOklch({ lightness: 0.955, chroma: Math.min(chroma, 0.028), hue })
    : fromOklch({ lightness: 0.275, chroma: Math.min(chroma, 0.045), hue });
}

/** A color that differs visibly from the button; its text keeps AA's contrast. */
function strongOf(brand: string, onButton: string): string {
  const { lightness, chroma, hue } = toOklch(brand);
  const darkens = onButton === "#ffffff" ? lightness > 0.2 : lightness > 0.85;
  return fromOklch({ lightness: lightness + (darkens ? -0.055 : 0.055), chroma, hue });
}

function worst(color: string, against: readonly string[]): string {
  return against.reduce((found, each) =>
    contrast(color, each) < contrast(color, found) ? each : found,
  );
}
