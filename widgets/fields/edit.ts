import { digitsOf, positionAfterDigits } from "./digits.ts";

/** What a field holds after the browser's own edit, before ours. `kind` is the event's `inputType`. */
export interface Edit {
  readonly text: string;
  readonly caret: number;
  readonly kind: string;
  /** What the field held before, as we had written it. */
  readonly before: string;
}

/** What a field shall hold. */
export interface Edited {
  readonly text: string;
  readonly caret: number;
}

/**
 * Digits laid out anew with the caret left behind the same digit. Deleting a separator deletes the
 * digit beside it: else Backspace over a space would do nothing at all.
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
