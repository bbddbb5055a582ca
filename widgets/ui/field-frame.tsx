import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

/** The texts around a control, with its error. */
export interface FieldWords {
  /** Ids and test ids contain it: `field-phone`, `error-phone`. */
  readonly name: string;
  readonly label: string;
  /** Shown after the label if the field may stay empty. */
  readonly optional?: string | undefined;
  /** Always shown below the control. */
  readonly hint?: string | undefined;
  /** A warning: the field can be sent as it is. */
  readonly note?: string | undefined;
  readonly noteIcon?: IconName;
  /** What to do about a value that cannot be sent. */
  readonly error?: string | undefined;
}

interface FieldFrameProps extends FieldWords {
  readonly wide?: boolean | undefined;
  /** The control, with {@link controlAttributes}. */
  readonly children: ComponentChildren;
  /** A button below the error that fixes it. */
  readonly remedy?: ComponentChildren;
}

/** `aria-describedby` ties hint and error to the control. Outside the label they do not change the field's name. */
export function FieldFrame(props: FieldFrameProps) {
  const { name, label, optional, hint, note, error, wide, children, remedy } = props;
  const { noteIcon = "info" } = props;
  const id = `field-${name}`;
  return (
    <div class={wide ? "field field-wide" : "field"}>
      <label class="field-label" for={id}>
        {label}
        {optional !== undefined && <span class="field-optional">{` (${optional})`}</span>}
      </label>
      <div class="field-control">{children}</div>
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined && note !== undefined && (
        <p class="field-note" id={`${id}-note`} data-icon={noteIcon} data-testid={`note-${name}`}>
          <Icon name={noteIcon} />
          <span>{note}</span>
        </p>
      )}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`} data-testid={`error-${name}`}>
          <Icon name="alert" />
          <span>{error}</span>
        </p>
      )}
      {remedy}
    </div>
  );
}

/** Tie an input or select to the texts around it. */
export function controlAttributes(words: FieldWords) {
  const { name, optional, hint, note, error } = words;
  const id = `field-${name}`;
  const described = [
    hint !== undefined && `${id}-hint`,
    error === undefined && note !== undefined && `${id}-note`,
    error !== undefined && `${id}-error`,
  ].filter((part): part is string => typeof part === "string");
  return {
    id,
    name,
    class: "input",
    "data-field": name,
    "data-testid": id,
    "aria-required": optional === undefined ? "true" : undefined,
    "aria-invalid": error === undefined ? undefined : "true",
    "aria-describedby": described.length === 0 ? undefined : described.join(" "),
  } as const;
}
