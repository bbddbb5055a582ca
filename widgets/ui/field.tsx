import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { controlAttributes, FieldFrame, type FieldWords } from "./field-frame.tsx";

interface FieldProps extends FieldWords {
  readonly wide?: boolean;
  /** Digits that run left to right in every script. */
  readonly digits?: boolean;
  readonly input: InputHTMLAttributes;
  /** What stands inside the control's end. */
  readonly mark?: ComponentChildren;
}

/**
 * A text field whose input is the browser's own: nothing here ever sets its value, so what is typed
 * before the script runs, or filled in by a password manager, stays.
 */
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
