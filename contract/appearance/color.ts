/** Colors as sRGB and OKLCH, and WCAG contrast. OKLab: Björn Ottosson, 2020, as in CSS Color 4. */

/** Red, green and blue, 0 to 1 when in gamut. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Lightness 0 to 1, chroma from 0, hue in radians. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Reads `#rrggbb`. The caller has checked the form. */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

/** Writes `#rrggbb`, rounded to 8 bits. */
export function toHex(rgb: Rgb): string {
  const byte = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 255);
  return `#${rgb.map((part) => byte(part).toString(16).padStart(2, "0")).join("")}`;
}

export function toOklch(hex: string): Oklch {
  const [red, green, blue] = parseHex(hex).map(linear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

/** Returns `#rrggbb`. Reduces the chroma until the color fits sRGB; lightness and hue stay. */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  if (fits(toRgb({ lightness, chroma, hue }))) return toHex(toRgb({ lightness, chroma, hue }));
  let [inside, outside] = [0, chroma];
  for (let step = 0; step < 20; step += 1) {
    const middle = (inside + outside) / 2;
    if (fits(toRgb({ lightness, chroma: middle, hue }))) inside = middle;
    else outside = middle;
  }
  return toHex(toRgb({ lightness, chroma: inside, hue }));
}

/** Contrast ratio of two `#rrggbb`, 1 to 21 (WCAG 2.2, 1.4.3). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255].map(
    (byte) => linearOfByte[byte],
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Smaller than 0.002, the change of a channel when it is rounded to 8 bits. */
const tolerance = 0.001;
const fits = (rgb: Rgb) => rgb.every((part) => part >= -tolerance && part <= 1 + tolerance);

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const gamma = (part: number) =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;

/** Precomputed: a correction compares thousands of colors. */
const linearOfByte = Array.from({ length: 256 }, (_, byte) => linear(byte / 255));
