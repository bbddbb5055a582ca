import { routingTexts } from "../../i18n/routing-texts.ts";
import { SelectField } from "../../ui/form.tsx";
import { Glyph } from "../../ui/glyph.tsx";

interface Option {
  readonly value: string;
  readonly text: string;
}

interface PickListProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
  readonly onChange: (chosen: string[]) => void;
}

/** Selects several of many options: a list to choose from, and buttons that remove what is selected. */
export function PickList({ name, label, options, chosen, error, onChange }: PickListProps) {
  const { form } = routingTexts.value;
  const textOf = (value: string) => options.find((option) => option.value === value)?.text ?? value;
  return (
    <div class="pick-list" data-testid={`pick-${name}`}>
      <SelectField
        name={name}
        label={label}
        optional={routingTexts.value.form.optional}
        error={error}
        value=""
        onChange={(value) => value !== "" && onChange([...chosen, value])}
        options={[
          { value: "", text: form.choose },
          ...options.filter(({ value }) => !chosen.includes(value)),
        ]}
      />
      {chosen.length > 0 && (
        <ul class="picked">
          {chosen.map((value) => (
            <li class="picked-item" key={value}>
              {textOf(value)}
              <button
                type="button"
                class="picked-remove"
                aria-label={form.removeItem(textOf(value))}
                onClick={({ currentTarget }) => {
                  const select = currentTarget.closest(".pick-list")?.querySelector("select");
                  onChange(chosen.filter((each) => each !== value));
                  select?.focus();
                }}
              >
                <Glyph name="close" sizePx={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Selects several of a few options, with a checkbox for each. */
export function CheckList({
  name,
  label,
  options,
  chosen,
  onChange,
}: Omit<PickListProps, "error">) {
  return (
    <fieldset class="setting-group" data-testid={`pick-${name}`}>
      <legend class="field-label">{label}</legend>
      <div class="check-columns">
        {options.map(({ value, text }) => (
          <label class="check" key={value}>
            <input
              type="checkbox"
              name={`${name}-${value}`}
              checked={chosen.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  options
                    .map((option) => option.value)
                    .filter((each) => (each === value ? checked : chosen.includes(each))),
                )
              }
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
