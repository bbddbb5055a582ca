/**
 * Writes an appearance as CSS for a frame's page. It contains only named values and colors that this code wrote itself,
 * so nothing that an operator stored can become another rule.
 *
 * Never changed: sizes, order and colors of the total, the operator's name, fee lines, legal texts and errors; they
 * keep the system's font too. Card marks and QR codes have their own colors. The W-9 follows only the color scheme: a
 * brand must not make it look less like the tax office's form.
 */
import type { Appearance } from "./appearance.ts";
import { parseHex } from "./color.ts";
import { deriveBrand } from "./derive-brand.ts";
import { palettes, type Scheme } from "./palette.ts";

/** The look of a page, for its style element and its `color-scheme`. */
export interface AppearanceStyle {
  readonly css: string;
  /** The page's own `color-scheme` if no page is around it. */
  readonly ownScheme: "light" | "dark" | "light dark";
}

export function styleOfPage(appearance: Appearance, name: string): AppearanceStyle {
  const { mode } = appearance;
  const isBranded = name !== "w9";
  const of = (scheme: Scheme) => colorRules(appearance, scheme, isBranded);
  const rules = [
    of("light"),
    ...(mode === "light" ? [] : [`@media ${darkMedia[mode]}{${of("dark")}}`]),
    ...(isBranded ? [buttonRules, shapeRules(appearance)] : []),
  ];
  return { css: rules.join(""), ownScheme: mode === "auto" ? "light dark" : mode };
}

/** Dark mode applies only on screen: printers leave out backgrounds, so light text would vanish. */
const darkMedia = { dark: "screen", auto: "screen and (prefers-color-scheme:dark)" };

/** Twice `:root`, so that later style sheets do not override it. */
const root = (declarations: readonly string[]) => `:root:root{${declarations.join(";")}}`;

function colorRules(appearance: Appearance, scheme: Scheme, isBranded: boolean): string {
  const own = scheme === "dark" ? darkColors : [];
  const brand = isBranded ? brandColors(appearance, scheme) : [];
  if (own.length + brand.length === 0) return "";
  return root([...own, ...brand]) + (scheme === "dark" ? darkControls : "");
}

/** Tessera's dark colors; the page already has the light ones. */
const darkColors: readonly string[] = [
  ...Object.entries(palettes.dark).map(([token, color]) => `--color-${token}:${color}`),
  "--shadow-control:none",
  "--focus-ring:0 0 0 3px rgb(138 171 255/30%)",
];

/** On dark pages Chromium fills an unchecked box with gray, as if it were disabled. */
const darkControls =
  ":root body{color-scheme:dark}" +
  ":root input:is([type=radio],[type=checkbox]):not(:checked,:disabled){appearance:none;" +
  "border:1px solid var(--color-line-strong);border-radius:3px;background:var(--color-surface)}" +
  ":root input[type=radio]:not(:checked,:disabled){border-radius:50%}";

function brandColors(appearance: Appearance, scheme: Scheme): readonly string[] {
  const { brandColor, brandColorDark = brandColor } = appearance;
  const { colors } = deriveBrand(scheme === "dark" ? brandColorDark : brandColor, scheme);
  const [red, green, blue] = parseHex(colors.accent).map((part) => Math.round(part * 255));
  return [
    `--brand:${colors.button}`,
    `--brand-strong:${colors.buttonStrong}`,
    `--brand-text:${colors.onButton}`,
    `--brand-edge:${colors.buttonEdge ?? "transparent"}`,
    `--brand-focus:${colors.accent}`,
    `--color-accent:${colors.accent}`,
    `--color-accent-soft:${colors.soft}`,
    `--focus-ring:0 0 0 3px rgb(${red} ${green} ${blue}/25%)`,
  ];
}

/**
 * Only a button has the brand's true color; everything else has the readable one. A waiting button is gray: its text
 * must not stay black.
 */
const buttonRules =
  ".button:not(.button-quiet){--color-accent:var(--brand);--color-accent-strong:var(--brand-strong);" +
  "--color-on-accent:var(--brand-text);border-color:var(--brand-edge);outline-color:var(--brand-focus)}" +
  ".button[data-waits]:not(.button-quiet,:has(.skeleton)){border-color:transparent;color:var(--color-surface)}";

const shapes: Readonly<Record<Appearance["radius"], readonly string[]>> = {
  square: ["--radius:0px", "--radius-large:0px"],
  soft: [],
  round: ["--radius:14px", "--radius-large:22px"],
};

/** Declarations of each density. Targets keep 44 px. */
const densities: Readonly<Record<Appearance["density"], readonly string[]>> = {
  comfortable: [],
  compact: [
    "--control-height:2.75rem",
    "--space-3:10px",
    "--space-4:12px",
    "--space-5:16px",
    "--space-6:20px",
    "--space-8:24px",
  ],
};

/** Installed fonts; the last names cover scripts that the first ones lack. */
const fonts: Readonly<Record<Appearance["font"], readonly string[]>> = {
  system: [],
  rounded: [
    '--font:ui-rounded,"SF Pro Rounded","Arial Rounded MT Bold","Nunito","Varela Round",system-ui,sans-serif',
  ],
  serif: ['--font:ui-serif,Georgia,"Noto Serif","Times New Roman",serif'],
  mono: [
    '--font:ui-monospace,"SF Mono","Cascadia Mono","Roboto Mono","DejaVu Sans Mono",monospace',
  ],
};

/** Amounts, the operator's name, legal texts and errors. */
const unbranded = [
  ".payment-summary",
  ".payment-line",
  ".payment-fine",
  ".payout-head",
  ".payout-lines",
  ".payout-withheld",
  ".deposit",
  ".refund-summary",
  ".kyc-for",
  ".mandate",
  ".notice",
  ".field-error",
].join();

function shapeRules({ radius, density, font, logo }: Appearance): string {
  const declarations = [
    ...shapes[radius],
    ...densities[density],
    ...fonts[font],
    // Reserves its space until the session names it (styles/step.css).
    ...(logo === undefined ? [] : ["--logo:block"]),
  ];
  const fixed = font === "system" ? "" : `:is(${unbranded}){font-family:system-ui,sans-serif}`;
  return (declarations.length > 0 ? root(declarations) : "") + fixed;
}
