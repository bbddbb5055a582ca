import { directionOf, languages } from "#contract/languages";
import { brands, type Look, widths } from "./look.ts";

interface LooksBarProps {
  readonly look: Look;
  readonly linkOf: (look: Look) => string;
}

/** Switches for everything in {@link Look}, as links: each look has its own address. */
export function LooksBar({ look, linkOf }: LooksBarProps) {
  const group = (label: string, options: readonly (readonly [string, Partial<Look>])[]) => (
    <fieldset class="gallery-looks">
      <legend class="visually-hidden">{label}</legend>
      {options.map(([text, change]) => {
        const isOn = Object.entries(change).every(
          ([name, value]) => look[name as keyof Look] === value,
        );
        return (
          <a
            class="gallery-option"
            aria-current={isOn ? "true" : undefined}
            href={linkOf({ ...look, ...change })}
            key={text}
          >
            {text}
          </a>
        );
      })}
    </fieldset>
  );
  return (
    <div class="gallery-bar">
      {group(
        "Language",
        languages.map((lang) => [nameOf(lang), { lang, dir: directionOf(lang) }]),
      )}
      {group("Direction", [
        ["Left to right", { dir: "ltr" }],
        ["Right to left", { dir: "rtl" }],
      ])}
      {group("Texts", [
        ["Plain", { pseudo: null }],
        ["Long", { pseudo: "long" }],
        ["Mirrored", { pseudo: "mirrored", dir: "rtl" }],
      ])}
      {group(
        "Brand",
        Object.keys(brands).map((brand) => [brand === "none" ? "No brand" : brand, { brand }]),
      )}
      {group("Mode", [
        ["Light", { mode: "light" }],
        ["Dark", { mode: "dark" }],
      ])}
      {group("Width", [
        ["Phones", { width: null }],
        ...widths.map((width) => [`${width} px`, { width }] as const),
      ])}
      {group("Text size", [
        ["100 %", { zoom: 100 }],
        ["200 %", { zoom: 200 }],
      ])}
    </div>
  );
}

/** A language's own name for itself. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
