/**
 * An operator's look for all widgets. Named values, two colors and an uploaded logo only: no CSS, no addresses, nothing
 * from the page (docs/console/appearance.md).
 */
import * as z from "zod/mini";
import { logoIdPattern } from "./logo.ts";

/** `auto` follows the color scheme of the page around the widget. */
export const appearanceModes = ["light", "dark", "auto"] as const;
export const appearanceRadii = ["square", "soft", "round"] as const;
/** Densities. Targets are at least 44 px in both. */
export const appearanceDensities = ["comfortable", "compact"] as const;
/** Font families of the customer's device; nothing is downloaded. */
export const appearanceFonts = ["system", "rounded", "serif", "mono"] as const;

const color = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^#[0-9a-f]{6}$/, {
    error: "A color is # and six hexadecimal digits, such as #635bff.",
  }),
);

/** An appearance. Absent members get their default; unknown ones are refused. */
export const appearanceSchema = z.strictObject({
  brandColor: color,
  /** The brand's color in dark mode; default: `brandColor`. */
  brandColorDark: z.optional(color),
  mode: z._default(z.enum(appearanceModes), "light"),
  radius: z._default(z.enum(appearanceRadii), "soft"),
  density: z._default(z.enum(appearanceDensities), "comfortable"),
  font: z._default(z.enum(appearanceFonts), "system"),
  logo: z.optional(z.string().check(z.regex(logoIdPattern, { error: "Upload the logo first." }))),
});

export type Appearance = z.infer<typeof appearanceSchema>;

/**
 * Tessera's own look, from which an operator's first edit starts. Without a published appearance, no style is written.
 */
export const ownAppearance: Appearance = {
  brandColor: "#2a55d4",
  mode: "light",
  radius: "soft",
  density: "comfortable",
  font: "system",
};
