import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { controlAttributes, FieldFrame, type FieldWords } from "./field-frame.tsx";

interface FieldProps extends FieldWords {
  readonly wide?: boolean;
  /** Digits, left to right in every script. */
  readonly digits?: boolean;
  readonly input: InputHTMLAttributes;
  /** Shown inside the control, at its end. */
  readonly mark?: ComponentChildren;
}

/** Never sets the input's value. Text from before the script ran, or from a password manager, stays. */
export function Field({ wide, digits, input, mark, ...words }: FieldProps) {
  return (
    <FieldFrame {...words} wide={wide}>
      <input
        {...input}
        {...controlAttributes(words)}
        data-digits={digits ? "" : undefined}
        data-marked={mark ? "" : undefined}
      />
      {mark}
    </FieldFrame>
  );
}
