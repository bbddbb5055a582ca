import type { Appearance } from "#contract/appearance/appearance";
import { type ColorCheck, deriveBrand } from "#contract/appearance/derive-brand";
import type { Scheme } from "#contract/appearance/palette";
import { appearanceTexts } from "../../i18n/appearance-texts.ts";
import { Panel } from "../../ui/page.tsx";

/** Every derived color with its contrast, in both schemes, and the corrections. */
export function ContrastPanel({ look }: { look: Appearance }) {
  const words = appearanceTexts.value;
  const { brandColor, brandColorDark = brandColor } = look;
  const checks: Readonly<Record<Scheme, readonly ColorCheck[]>> = {
    light: deriveBrand(brandColor, "light").checks,
    dark: deriveBrand(brandColorDark, "dark").checks,
  };
  return (
    <Panel title={words.contrast} testId="contrast">
      <p class="panel-lead">{words.contrastText}</p>
      <table class="contrast">
        <thead>
          <tr>
            <th scope="col">{words.use}</th>
            <th scope="col">{words.values["light"]}</th>
            <th scope="col">{words.values["dark"]}</th>
          </tr>
        </thead>
        <tbody>
          {checks.light.map((check, index) => (
            <tr key={check.use}>
              <th scope="row">{words.uses[check.use]}</th>
              <CheckCell check={check} />
              {checks.dark[index] && <CheckCell check={checks.dark[index]} />}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function CheckCell({ check }: { check: ColorCheck }) {
  const words = appearanceTexts.value;
  const { use, scheme, color, background, ratio, corrected } = check;
  return (
    <td data-testid={`check-${use}-${scheme}`}>
      <span class="contrast-pair">
        <span class="swatch" aria-hidden="true" style={{ background, color }}>
          Aa
        </span>
        <span class="contrast-ratio">{words.ratio(ratioText(ratio))}</span>
        <code dir="ltr">{color}</code>
      </span>
      {corrected && (
        <span class="contrast-changed">
          {words.changed(corrected.from, ratioText(corrected.ratio))}
        </span>
      )}
    </td>
  );
}

/** The ratio rounded down, so that no text claims 4.5 for a color with less. */
const ratioText = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1);
