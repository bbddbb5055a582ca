import { useState } from "preact/hooks";
import {
  type Appearance,
  appearanceDensities,
  appearanceFonts,
  appearanceModes,
  appearanceRadii,
} from "#contract/appearance/appearance";
import { Field } from "../../../widgets/ui/field.tsx";
import { appearanceTexts } from "../../i18n/appearance-texts.ts";
import { SelectField } from "../../ui/form.tsx";
import { Panel } from "../../ui/page.tsx";
import { LogoField } from "./logo-field.tsx";

export type ColorName = "brandColor" | "brandColorDark";

interface LookFieldsProps {
  readonly look: Appearance;
  readonly isReadOnly: boolean;
  readonly onChange: (look: Appearance) => void;
  /** Whether a color's field contains text that is not a color. */
  readonly onColorCheck: (name: ColorName, isWrong: boolean) => void;
}

/** Everything that an admin chooses. */
export function LookFields({ look, isReadOnly, onChange, onColorCheck }: LookFieldsProps) {
  const words = appearanceTexts.value;
  const change = (values: Partial<Appearance>) => onChange({ ...look, ...values });
  const { brandColorDark, ...withoutDark } = look;
  const { logo: _, ...withoutLogo } = look;
  const takeLogo = (logo: string | undefined) =>
    onChange(logo === undefined ? withoutLogo : { ...look, logo });
  return (
    <fieldset class="bare" disabled={isReadOnly}>
      <Panel title={words.brand} testId="brand">
        <ColorField
          name="brandColor"
          label={words.brandColor}
          color={look.brandColor}
          onChange={(brandColor) => change({ brandColor })}
          onCheck={onColorCheck}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={brandColorDark !== undefined}
            data-testid="own-dark"
            onChange={({ currentTarget }) => {
              // The dark color's field disappears, or starts with a color.
              onColorCheck("brandColorDark", false);
              if (currentTarget.checked) change({ brandColorDark: look.brandColor });
              else onChange(withoutDark);
            }}
          />
          <span>{words.ownDark}</span>
        </label>
        {brandColorDark !== undefined && (
          <ColorField
            name="brandColorDark"
            label={words.brandColorDark}
            color={brandColorDark}
            onChange={(color) => change({ brandColorDark: color })}
            onCheck={onColorCheck}
          />
        )}
        <LogoField logo={look.logo} onChange={takeLogo} />
      </Panel>
      <Panel title={words.shape} testId="shape">
        <div class="appearance-selects">
          <Choice
            name="mode"
            hint={words.modeHint}
            values={appearanceModes}
            look={look}
            change={change}
          />
          <Choice name="radius" values={appearanceRadii} look={look} change={change} />
          <Choice name="density" values={appearanceDensities} look={look} change={change} />
          <Choice name="font" values={appearanceFonts} look={look} change={change} />
        </div>
      </Panel>
    </fieldset>
  );
}

interface ColorFieldProps {
  readonly name: ColorName;
  readonly label: string;
  readonly color: string;
  readonly onChange: (color: string) => void;
  readonly onCheck: LookFieldsProps["onColorCheck"];
}

const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text);

/** ` 0A7F5B` → `#0a7f5b`; other text stays as it is. */
const readColor = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?=[0-9a-f]{6}$)/, "#");

/** A color as text, for brand guidelines, and the browser's picker. Passes on only complete colors. */
function ColorField({ name, label, color, onChange, onCheck }: ColorFieldProps) {
  const words = appearanceTexts.value;
  const [typed, setTyped] = useState(color);
  const [isLeft, setIsLeft] = useState(false);
  const change = (text: string) => {
    const read = readColor(text);
    setTyped(text);
    onCheck(name, !isColor(read));
    if (isColor(read)) onChange(read);
  };
  return (
    <div class="color-field">
      <input
        type="color"
        class="color-well"
        value={color}
        aria-label={words.choose(label)}
        data-testid={`well-${name}`}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <Field
        name={name}
        label={label}
        hint={words.brandColorHint}
        error={isLeft && !isColor(readColor(typed)) ? words.wrongColor : undefined}
        digits
        input={{
          value: typed,
          maxLength: 9,
          spellcheck: false,
          autocomplete: "off",
          onInput: ({ currentTarget }) => change(currentTarget.value),
          onBlur: () => setIsLeft(true),
        }}
      />
    </div>
  );
}

interface ChoiceProps<Name extends "mode" | "radius" | "density" | "font"> {
  readonly name: Name;
  readonly hint?: string;
  readonly values: readonly Appearance[Name][];
  readonly look: Appearance;
  readonly change: (values: Partial<Appearance>) => void;
}

function Choice<Name extends "mode" | "radius" | "density" | "font">(props: ChoiceProps<Name>) {
  const { name, hint, values, look, change } = props;
  const words = appearanceTexts.value;
  return (
    <SelectField
      name={name}
      label={words[name]}
      hint={hint}
      value={look[name]}
      options={values.map((value) => ({ value, text: words.values[value] ?? value }))}
      onChange={(value) => change({ [name]: value })}
    />
  );
}
