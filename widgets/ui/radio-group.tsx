import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

export interface RadioOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Second line, part of the option's name for screen readers. */
  readonly detail?: ComponentChildren;
  /** Shown before the text. */
  readonly mark?: ComponentChildren;
  /** Shown after the text. */
  readonly end?: ComponentChildren;
  /** Whether the option is hidden for now. Its state is kept. */
  readonly hidden?: boolean | undefined;
  /** Shown below the option, outside its label. Hidden but kept while another option is chosen. */
  readonly content?: ComponentChildren;
  /** Other actions, next to and below the option, outside its label. Always shown. */
  readonly extra?: ComponentChildren;
  /** Whether the option is shown but cannot be chosen. */
  readonly disabled?: boolean;
}

interface RadioGroupProps<Value extends string> {
  /** A name that is unique in the document. */
  readonly name: string;
  readonly legend: string;
  /** The legend is for screen readers only, because a heading already says it. */
  readonly quietLegend?: boolean;
  readonly options: readonly RadioOption<Value>[];
  readonly chosen: Value | null;
  /** `list`: one below the other, full width; `row`: side by side if they fit. */
  readonly look: "list" | "row";
  readonly error?: string | undefined;
  readonly onChoose: (value: Value) => void;
  /** The customer may choose the option next: it is pointed at or focused. */
  readonly onPointed?: (value: Value) => void;
}

/**
 * Native radio buttons: the browser provides arrow keys, names and states. The option's whole card is its label and can
 * be pressed.
 */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { name, legend, quietLegend, options, chosen, look, error, onChoose, onPointed } = props;
  const legendId = `choice-${name}-legend`;
  const errorId = `choice-${name}-error`;
  return (
    <div
      class="choice"
      data-testid={`choice-${name}`}
      role="radiogroup"
      aria-labelledby={legendId}
      aria-required="true"
      aria-invalid={error === undefined ? undefined : "true"}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <p class={quietLegend ? "visually-hidden" : "field-label"} id={legendId}>
        {legend}
      </p>
      <div class="choice-options" data-look={look}>
        {options.map(({ value, label, detail, mark, end, hidden, content, extra, disabled }) => (
          <div
            class="choice-option"
            data-chosen={value === chosen ? "" : undefined}
            data-extra={extra === undefined ? undefined : ""}
            data-value={value}
            hidden={hidden}
            key={value}
          >
            <label
              class="choice-label"
              data-disabled={disabled ? "" : undefined}
              onPointerEnter={onPointed && (() => onPointed(value))}
              onFocusIn={onPointed && (() => onPointed(value))}
            >
              <input
                type="radio"
                class="choice-radio"
                name={name}
                value={value}
                checked={value === chosen}
                disabled={disabled}
                data-testid={`${name}-${value}`}
                onChange={() => onChoose(value)}
              />
              {mark}
              <span class="choice-words">
                <span class="choice-title">{label}</span>
                {detail !== undefined && <span class="choice-detail">{detail}</span>}
              </span>
              {end}
            </label>
            {extra}
            {content !== undefined && (
              <div class="choice-content" hidden={value !== chosen}>
                {content}
              </div>
            )}
          </div>
        ))}
      </div>
      {error !== undefined && (
        <p class="field-error" id={errorId} data-testid={`error-${name}`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
