import { digitsOf, positionAfterDigits } from "./digits.ts";

/** A field after the browser's edit, before ours. `kind` is the event's `inputType`. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
  readonly kind: string;
  /** The text before the edit, as we wrote it. */
  readonly before: string;
}

export interface Edited {
  readonly text: string;
  readonly caret: number;
}

/**
 * Formats the digits again and keeps the caret after the same digit. Deleting a separator also deletes the digit beside
 * it; otherwise Backspace over a space would do nothing.
 */
export function reformatDigits(edit: Edit, layOut: (digits: string) => string): Edited {
  let digits = digitsOf(edit.text);
  let left = digitsOf(edit.text.slice(0, edit.caret)).length;
  if (edit.text !== edit.before && digits === digitsOf(edit.before)) {
    if (edit.kind === "deleteContentBackward" && left > 0) {
      digits = digits.slice(0, left - 1) + digits.slice(left);
      left -= 1;
    } else if (edit.kind === "deleteContentForward") {
      digits = digits.slice(0, left) + digits.slice(left + 1);
    }
  }
  const text = layOut(digits);
  return { text, caret: positionAfterDigits(text, left) };
}
