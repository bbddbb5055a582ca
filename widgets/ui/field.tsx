import type { ComponentChildren, InputHTMLAttributes } from "preact";
import { controlAttributes, FieldFrame, type FieldWords } from "./field-frame.tsx";

interface FieldProps extends FieldWords {
  readonly wide?: boolean;
  /** Whether the text is digits, which run left to right in every script. */
  readonly digits?: boolean;
  readonly input: InputHTMLAttributes;
  /** Shown inside the control, at its end. */
  readonly mark?: ComponentChildren;
}

/** A labeled input. It never sets the input's value: text from before the script ran, or a password manager, stays. */
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
